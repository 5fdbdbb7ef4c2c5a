import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'

/** Local date and time of an instant, epoch milliseconds. The Swedish locale formats as ISO 8601. */
export function localTime(timeZone: string, epoch = Date.now()) {
  const [date, time] = new Date(epoch).toLocaleString('sv', { timeZone }).split(' ')
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
