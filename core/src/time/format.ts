import { isoWeekday, type PlainDate, toDateParts } from './plain-date.ts'
import { type PlainTime, toMinuteOfDay, toPlainTime, toShortTime } from './plain-time.ts'

const WEEKDAYS = ['lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato', 'domenica']

const MONTHS = [
  'gennaio',
  'febbraio',
  'marzo',
  'aprile',
  'maggio',
  'giugno',
  'luglio',
  'agosto',
  'settembre',
  'ottobre',
  'novembre',
  'dicembre',
]

export const shortWeekdays = ['Lun', 'Mar', 'Mer', 'Gio', 'Ven', 'Sab', 'Dom']

/** 'sabato 21 novembre' */
export function formatDay(date: PlainDate): string {
  return `${weekdayName(date)} ${toDateParts(date).day} ${monthName(date)}`
}

/** 'sabato 21 novembre 2026' */
export function formatDate(date: PlainDate): string {
  return `${formatDay(date)} ${toDateParts(date).year}`
}

/** 'sab 21 nov' */
export function formatShortDay(date: PlainDate): string {
  return `${weekdayName(date).slice(0, 3)} ${toDateParts(date).day} ${monthName(date).slice(0, 3)}`
}

/** '16 – 22 nov' or '30 nov – 6 dic' */
export function formatShortDays(first: PlainDate, last: PlainDate): string {
  const [from, to] = [first, last].map((day) => formatShortDay(day).slice(4))
  return `${first.slice(0, 7) === last.slice(0, 7) ? toDateParts(first).day : from} – ${to}`
}

/** 'lun 23' in the month of `today`, otherwise 'lun 7 dic'. */
export function formatNextDay(date: PlainDate, today: PlainDate): string {
  const short = formatShortDay(date)
  return date.slice(0, 7) === today.slice(0, 7) ? short.slice(0, short.lastIndexOf(' ')) : short
}

/** 'novembre 2026' */
export function formatMonth(date: PlainDate): string {
  return `${monthName(date)} ${toDateParts(date).year}`
}

/** 'sabato 21 novembre' → 'Sabato 21 novembre' */
export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** 'novembre 2026', 'novembre – dicembre 2026' or 'dicembre 2026 – gennaio 2027': the months of a range of days. */
export function formatMonths(first: PlainDate, last: PlainDate): string {
  const [from, to] = [formatMonth(first), formatMonth(last)]
  if (from === to) return from
  return first.slice(0, 4) === last.slice(0, 4) ? `${monthName(first)} – ${to}` : `${from} – ${to}`
}

/** '16 – 22 novembre 2026', '30 novembre – 6 dicembre 2026' or '28 dicembre 2026 – 3 gennaio 2027' */
export function formatDays(first: PlainDate, last: PlainDate): string {
  const [from, to] = [toDateParts(first), toDateParts(last)]
  const end = `${to.day} ${formatMonth(last)}`
  if (from.year !== to.year) return `${from.day} ${formatMonth(first)} – ${end}`
  return from.month === to.month ? `${from.day} – ${end}` : `${from.day} ${monthName(first)} – ${end}`
}

/** The date of one day, or as `formatDays`. */
export const formatPeriod = (first: PlainDate, last: PlainDate) =>
  first === last ? formatDate(first) : formatDays(first, last)

/** '11:00–12:00'; the end wraps around midnight. */
export const formatSpan = (hour: PlainTime, minutes: number) =>
  `${toShortTime(hour)}–${toShortTime(toPlainTime((toMinuteOfDay(hour) + minutes) % 1440))}`

/** Rounded up: 'un minuto', '8 minuti', 'un’ora', '3 ore'. */
export function formatWait(milliseconds: number): string {
  const minutes = Math.max(1, Math.ceil(milliseconds / 60_000))
  if (minutes < 60) return minutes === 1 ? 'un minuto' : `${minutes} minuti`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? 'un’ora' : `${hours} ore`
}

/** 90 → '1 h 30 min', 45 → '45 min' */
export function formatLength(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours && `${hours} h`, (rest || !hours) && `${rest} min`].filter(Boolean).join(' ')
}

/** '1250.5' → '1.250,50 €', with a no-break space before the sign. */
export function formatPrice(amount: string): string {
  const [euros = '0', cents = ''] = amount.split('.')
  return `${euros.replace(/\B(?=(\d{3})+$)/g, '.')},${cents.padEnd(2, '0')}\u00a0€`
}

/** '0.00' → 'Gratuito', other amounts as in `formatPrice`. */
export const formatCost = (amount: string): string => (Number(amount) === 0 ? 'Gratuito' : formatPrice(amount))

function weekdayName(date: PlainDate): string {
  return WEEKDAYS[isoWeekday(date) - 1]!
}

function monthName(date: PlainDate): string {
  return MONTHS[toDateParts(date).month - 1]!
}
