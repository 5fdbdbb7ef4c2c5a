import { type DayClock, epochMinuteOn } from './day-clock.ts'
import { epochDay, fromEpochDay, type PlainDate } from './plain-date.ts'
import { minutesOf, type PlainTime } from './plain-time.ts'

const DAY = 1440
const MINUTE_IN_MS = 60_000

/** Epoch minutes, end excluded, in which a zone keeps one offset (minutes east of Greenwich). */
type Stretch = { start: number; end: number; offset: number }

const stretchesByZone = new Map<string, Stretch[]>()
const MAX_STRETCHES = 16

/** How the wall clock of a day runs in a zone. Of a time that comes twice the first is meant. */
export function dayClock(date: PlainDate, timeZone: string): DayClock {
  const midnightAsUtc = epochDay(date) * DAY
  // No zone is a whole day ahead of UTC, so the day has not begun yet; from here, walk the changes until it ends.
  let before = stretchAt(midnightAsUtc - DAY, timeZone)
  while (before.end + before.offset <= midnightAsUtc + DAY) {
    const after = stretchAt(before.end, timeZone)
    const at = before.end + before.offset - midnightAsUtc
    const shift = after.offset - before.offset
    if (at > 0 || at + shift > 0) return { midnight: midnightAsUtc - before.offset, change: { at, shift } }
    before = after
  }
  return { midnight: midnightAsUtc - before.offset, change: undefined }
}

/** The date and the minutes since midnight that a zone's wall clock shows at an instant. */
export function wallClock(epochMilliseconds: number, timeZone: string): { date: PlainDate; minutes: number } {
  const instant = Math.floor(epochMilliseconds / MINUTE_IN_MS)
  const wall = instant + stretchAt(instant, timeZone).offset
  const day = Math.floor(wall / DAY)
  return { date: fromEpochDay(day), minutes: wall - day * DAY }
}

/** The epoch minute of a wall time; the moment the clock went forward if it skipped that time. */
export function toEpochMinute(date: PlainDate, time: PlainTime, timeZone: string): number {
  return epochMinuteOn(dayClock(date, timeZone), minutesOf(time))
}

/** `toEpochMinute` as an instant. */
export function toInstant(date: PlainDate, time: PlainTime, timeZone: string): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(toEpochMinute(date, time, timeZone) * MINUTE_IN_MS)
}

function stretchAt(epochMinute: number, timeZone: string): Stretch {
  const known = stretchesByZone.get(timeZone) ?? []
  for (const stretch of known) if (epochMinute >= stretch.start && epochMinute < stretch.end) return stretch

  const found = findStretch(epochMinute, timeZone)
  stretchesByZone.set(timeZone, [...known, found].slice(-MAX_STRETCHES))
  return found
}

function findStretch(epochMinute: number, timeZone: string): Stretch {
  const inside = Temporal.Instant.fromEpochMilliseconds(epochMinute * MINUTE_IN_MS).toZonedDateTimeISO(timeZone)
  const start = inside.add({ nanoseconds: 1 }).getTimeZoneTransition('previous')
  const end = inside.getTimeZoneTransition('next')
  return {
    start: start ? toMinutes(start) : Number.NEGATIVE_INFINITY,
    end: end ? toMinutes(end) : Number.POSITIVE_INFINITY,
    offset: Math.round(inside.offsetNanoseconds / 60e9),
  }
}

/** Rounded up, as zones long ago changed in the middle of a minute. */
function toMinutes(moment: Temporal.ZonedDateTime): number {
  return Math.ceil(moment.epochMilliseconds / MINUTE_IN_MS)
}

/** The date on the wall of a time zone. */
export const todayIn = (timeZone: string, now: Temporal.Instant): PlainDate =>
  wallClock(now.epochMilliseconds, timeZone).date
