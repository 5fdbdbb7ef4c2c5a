import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'

type Closure = OfferedService['closures'][number]

/** The first closure that includes a day. */
export const closureOn = ({ closures }: OfferedService, day: PlainDate) =>
  closures.find(({ day_from, day_to }) => day_from <= day && day <= day_to)

/** 'Siamo chiusi dal 26 al 28 novembre.', 'Siamo chiusi il 26 novembre dalle 14:00 alle 16:00.' */
export function closureText({ day_from, hour_from, day_to, hour_to }: Closure): string {
  if (day_from === day_to) {
    const end = hour_from ? at(hour_to) : hour_to && ` fino${at(hour_to)}`
    return `Siamo chiusi ${before('il', dateWords(day_from))}${hour_from ? ` dalle ${toShortTime(hour_from)}` : ''}${end ?? ''}.`
  }
  const [start, end] = [dateWords(day_from), dateWords(day_to)]
  const isOneMonth = !hour_from && day_from.slice(0, 7) === day_to.slice(0, 7)
  const from = before('dal', isOneMonth ? start.split(' ')[0]! : start)
  return `Siamo chiusi ${from}${at(hour_from)} ${before('al', end)}${at(hour_to)}.`
}

const at = (hour: PlainTime | null) => (hour ? ` alle ${toShortTime(hour)}` : '')

/** '26 novembre', '1° dicembre' */
function dateWords(date: PlainDate): string {
  const [, day, month] = formatDay(date).split(' ')
  return `${day === '1' ? '1°' : day} ${month}`
}

/** 'il 26 novembre', 'l’8 novembre': the article is elided before a number that starts with a vowel sound. */
const before = (article: 'il' | 'dal' | 'al', date: string) =>
  /^(8|11)\b/.test(date) ? `${{ il: 'l', dal: 'dall', al: 'all' }[article]}’${date}` : `${article} ${date}`
