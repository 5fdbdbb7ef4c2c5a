import { wallClock } from '@prenoto/core/time/time-zone.ts'

/** The date on the wall of a business, YYYY-MM-DD. */
export const todayIn = (timeZone: string, now: Temporal.Instant) => wallClock(now.epochMilliseconds, timeZone).date
