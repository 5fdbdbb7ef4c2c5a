import { getPeriodKind, type Period } from '@prenoto/core/reports/period.ts'
import { formatDate, formatMonth, formatMonths, formatPrice } from '@prenoto/core/time/format.ts'
import { type PlainDate, toDateParts } from '@prenoto/core/time/plain-date.ts'

const integer = new Intl.NumberFormat('it-IT', { useGrouping: 'always', maximumFractionDigits: 0 })
const oneDecimal = new Intl.NumberFormat('it-IT', { useGrouping: 'always', maximumFractionDigits: 1 })

/** 1250 → '1.250' */
export const showCount = (count: number) => integer.format(count)

/** 90 → '1,5 h' */
export const showHours = (minutes: number) => `${oneDecimal.format(minutes / 60)} h`

/** Occupancy in whole percent; undefined without opening hours. */
export const toPercent = (booked: number, open: number) => (open > 0 ? Math.round((booked / open) * 100) : undefined)

export const showPercent = (percent: number | undefined) => (percent === undefined ? '–' : `${showCount(percent)} %`)

const parseCents = (decimal: string) => Number(decimal.replace('.', ''))

const formatCents = (cents: number) => {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const formatDifference = (difference: number, show: (amount: number) => string) =>
  difference === 0 ? 'come prima' : `${show(Math.abs(difference))} in ${difference > 0 ? 'più' : 'meno'}`

/** '12 in più', '3 in meno' or 'come prima' */
export const compareCounts = (now: number, before: number) => formatDifference(now - before, showCount)

/** Compares decimal texts: '12,50 € in più' */
export const compareAmounts = (now: string, before: string) =>
  formatDifference(parseCents(now) - parseCents(before), (cents) => formatPrice(formatCents(cents)))

/** Compares whole percent: '5 punti in meno' */
export const comparePercents = (now: number | undefined, before: number | undefined) =>
  now === undefined || before === undefined
    ? undefined
    : formatDifference(now - before, (points) => (points === 1 ? '1 punto' : `${showCount(points)} punti`))

/** The share of the largest amount, from 0 to 1, for a bar. */
export const toShare = (amount: number | string, largest: number) =>
  largest > 0 ? (typeof amount === 'string' ? parseCents(amount) : amount) / largest : 0

/** The largest amount; decimal texts count in cents, as in `toShare`. */
export const findLargest = (amounts: (number | string)[]) =>
  amounts.reduce<number>(
    (largest, amount) => Math.max(largest, typeof amount === 'string' ? parseCents(amount) : amount),
    0,
  )

/** 'novembre 2026', 'ottobre – dicembre 2026', '2026', 'dal 3 novembre 2026 al 10 novembre 2026' */
export function formatPeriod(period: Period): string {
  const kind = getPeriodKind(period)
  if (kind === 'month') return formatMonth(period.from)
  if (kind === 'quarter') return formatMonths(period.from, period.to)
  if (kind === 'year') return String(toDateParts(period.from).year)
  return `dal ${withoutWeekday(period.from)} al ${withoutWeekday(period.to)}`
}

/** 'sabato 21 novembre 2026' → '21 novembre 2026' */
const withoutWeekday = (date: PlainDate) => formatDate(date).split(' ').slice(1).join(' ')
