import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'

/** By time zone: creating one takes milliseconds, and many parts of a page ask for the day. */
const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Local date and time ('HH:MM:SS') of an instant, epoch milliseconds. The Swedish locale formats as ISO 8601. Not every
 * browser has Temporal.
 */
export function localTime(timeZone: string, epoch = Date.now()) {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(timeZone, format)
  const [date, time] = format.format(epoch).split(' ')
  return { date: date as PlainDate, time: time as PlainTime }
}

/** The instant of a local date and time, epoch milliseconds. */
export function toEpoch(day: PlainDate, hour: PlainTime, timeZone: string): number {
  const wall = Date.parse(`${day}T${hour}Z`)
  const offset = (epoch: number) => {
    const { date, time } = localTime(timeZone, epoch)
    return Date.parse(`${date}T${time}Z`) - epoch
  }
  return wall - offset(wall - offset(wall))
}
