import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'

/** Epoch milliseconds as a clock in the zone shows them. Swedish dates and times have the form of ISO 8601. */
export function localTime(timeZone: string, epoch = Date.now()) {
  const [date, time] = new Date(epoch).toLocaleString('sv', { timeZone }).split(' ')
  return { date: date as PlainDate, time: time as PlainTime }
}

/** The epoch milliseconds at which a clock in the zone shows a day and hour. */
export function epochOf(day: PlainDate, hour: PlainTime, timeZone: string): number {
  const wall = Date.parse(`${day}T${hour}Z`)
  const shift = (epoch: number) => {
    const { date, time } = localTime(timeZone, epoch)
    return Date.parse(`${date}T${time}Z`) - epoch
  }
  return wall - shift(wall - shift(wall))
}
