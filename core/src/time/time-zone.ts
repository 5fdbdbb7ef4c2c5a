import { type DayClock, epochMinuteOn } from './day-clock.ts'
import { epochDay, fromEpochDay, type PlainDate } from './plain-date.ts'
import { type PlainTime, toMinuteOfDay } from './plain-time.ts'

const DAY = 1440
const MINUTE_IN_MS = 60_000

/** Epoch minutes, end excluded, in which a zone keeps one offset (minutes east of Greenwich). */
type OffsetPeriod = { start: number; end: number; offset: number }

const periodsByZone = new Map<string, OffsetPeriod[]>()
const MAX_PERIODS = 16

/** The local clock of a day in a zone; a time that occurs twice means its first occurrence. */
export function dayClock(date: PlainDate, timeZone: string): DayClock {
  const midnightAsUtc = epochDay(date) * DAY
  // No zone is a whole day ahead of UTC, so the day has not begun yet; from here, walk the changes until it ends.
  let before = offsetPeriodAt(midnightAsUtc - DAY, timeZone)
  while (before.end + before.offset <= midnightAsUtc + DAY) {
    const after = offsetPeriodAt(before.end, timeZone)
    const at = before.end + before.offset - midnightAsUtc
    const shift = after.offset - before.offset
    if (at > 0 || at + shift > 0) return { midnight: midnightAsUtc - before.offset, change: { at, shift } }
    before = after
  }
  return { midnight: midnightAsUtc - before.offset, change: undefined }
}

/** The date and the minutes since midnight that a zone's local clock shows at an instant. */
export function localTimeAt(epochMilliseconds: number, timeZone: string): { date: PlainDate; minutes: number } {
  const instant = Math.floor(epochMilliseconds / MINUTE_IN_MS)
  const local = instant + offsetPeriodAt(instant, timeZone).offset
  const day = Math.floor(local / DAY)
  return { date: fromEpochDay(day), minutes: local - day * DAY }
}

/** The epoch minute of a local time; for a skipped time, the moment when the clock goes forward. */
export function toEpochMinute(date: PlainDate, time: PlainTime, timeZone: string): number {
  return epochMinuteOn(dayClock(date, timeZone), toMinuteOfDay(time))
}

/** `toEpochMinute` as an instant. */
export function toInstant(date: PlainDate, time: PlainTime, timeZone: string): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(toEpochMinute(date, time, timeZone) * MINUTE_IN_MS)
}

function offsetPeriodAt(epochMinute: number, timeZone: string): OffsetPeriod {
  const cachedPeriods = periodsByZone.get(timeZone) ?? []
  for (const period of cachedPeriods) if (epochMinute >= period.start && epochMinute < period.end) return period

  const period = findOffsetPeriod(epochMinute, timeZone)
  periodsByZone.set(timeZone, [...cachedPeriods, period].slice(-MAX_PERIODS))
  return period
}

function findOffsetPeriod(epochMinute: number, timeZone: string): OffsetPeriod {
  const inside = Temporal.Instant.fromEpochMilliseconds(epochMinute * MINUTE_IN_MS).toZonedDateTimeISO(timeZone)
  const start = inside.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  const end = inside.getTimeZoneTransition('next')
  return {
    start: start ? toMinutes(start) : Number.NEGATIVE_INFINITY,
    end: end ? toMinutes(end) : Number.POSITIVE_INFINITY,
    offset: Math.round(inside.offsetNanoseconds / 60e9),
  }
}

/** Rounds up, because some historical changes happened in the middle of a minute. */
function toMinutes(moment: Temporal.ZonedDateTime): number {
  return Math.ceil(moment.epochMilliseconds / MINUTE_IN_MS)
}

export const todayIn = (timeZone: string, now: Temporal.Instant): PlainDate =>
  localTimeAt(now.epochMilliseconds, timeZone).date
