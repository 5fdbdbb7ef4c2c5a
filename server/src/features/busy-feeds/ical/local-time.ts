import { type DayClock, epochMinuteOn } from '@prenoto/core/time/day-clock.ts'
import { epochDay, fromEpochDay, isPlainDate } from '@prenoto/core/time/plain-date.ts'
import { dayClock } from '@prenoto/core/time/time-zone.ts'
import ICAL from 'ical.js'

export const DAY_SECONDS = 86_400

/** A local time: days since 1970 and seconds since midnight, undefined for a whole day. */
export type LocalTime = { day: number; second?: number | undefined }

/** Converts local times of a zone to epoch seconds. */
export type ZoneClock = (time: LocalTime) => number

export const utcClock: ZoneClock = ({ day, second = 0 }) => day * DAY_SECONDS + second

const TIME = /^(\d{4})(\d\d)(\d\d)(?:T([01]\d|2[0-3])([0-5]\d)([0-5]\d|60))?(Z)?$/

/** '20261123', '20261123T090000' or '20261123T080000Z'. Throws a RangeError for anything else. */
export function parseTime(text: string): LocalTime & { isUtc: boolean } {
  const [, year, month, date, hours, minutes, seconds, utc] = TIME.exec(text.trim()) ?? []
  const plainDate = `${year}-${month}-${date}`
  if (!isPlainDate(plainDate)) throw new RangeError('not a time')
  const second = hours === undefined ? undefined : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return { day: epochDay(plainDate), second, isUtc: utc !== undefined }
}

export function toIcalTime({ day, second }: LocalTime): ICAL.Time {
  const [year = 0, month = 0, date = 0] = fromEpochDay(day).split('-').map(Number)
  const minutes = Math.floor((second ?? 0) / 60)
  const fields = { year, month, day: date, hour: Math.floor(minutes / 60), minute: minutes % 60 }
  return ICAL.Time.fromData({ ...fields, second: (second ?? 0) % 60, isDate: second === undefined })
}

export const fromIcalTime = ({ year, month, day, hour, minute, second, isDate }: ICAL.Time): LocalTime => ({
  day: Date.UTC(year, month - 1, day) / (DAY_SECONDS * 1000),
  second: isDate ? undefined : hour * 3600 + minute * 60 + second,
})

export type ZoneClocks = (tzid: string | undefined) => ZoneClock

/**
 * The clock of each TZID: a name of IANA by our own data, another one as the file describes it, an unknown one as that of
 * the business.
 */
export function zoneClocks(businessZone: string, described: ReadonlyMap<string, ICAL.Timezone>): ZoneClocks {
  const clocks = new Map<string, ZoneClock>()
  return (tzid = businessZone) => {
    const cached = clocks.get(tzid)
    if (cached) return cached
    const zone = described.get(tzid)
    const clock = isTimeZone(tzid) ? ianaClock(tzid) : zone ? describedClock(zone) : ianaClock(businessZone)
    clocks.set(tzid, clock)
    return clock
  }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

function ianaClock(timeZone: string): ZoneClock {
  const days = new Map<number, DayClock>()
  return ({ day, second = 0 }) => {
    const clock = days.get(day) ?? dayClock(fromEpochDay(day), timeZone)
    days.set(day, clock)
    return epochMinuteOn(clock, Math.floor(second / 60)) * 60 + (second % 60)
  }
}

const describedClock =
  (zone: ICAL.Timezone): ZoneClock =>
  (time) =>
    utcClock(time) - zone.utcOffset(toIcalTime(time))
