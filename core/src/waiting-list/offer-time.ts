import { addDays } from '../time/plain-date.ts'
import { parsePlainTime, toMinuteOfDay } from '../time/plain-time.ts'
import { localTimeAt, toInstant } from '../time/time-zone.ts'

/** Hours in which customers are not expected to read e-mail, in the local time of the business. */
const NIGHT = { from: parsePlainTime('21:00'), to: parsePlainTime('08:00') }

type Offered = {
  now: Temporal.Instant
  /** How long an offer lasts by day. */
  minutes: number
  timeZone: string
  /** Start of the visit; the offer ends there at the latest. */
  startsAt: Temporal.Instant
}

/** End of an offer that is made now; an offer made at night starts to count in the morning. */
export function offeredUntil({ now, minutes, timeZone, startsAt }: Offered): Temporal.Instant {
  const until = morningAfter(now, timeZone).add({ minutes })
  return Temporal.Instant.compare(until, startsAt) < 0 ? until : startsAt
}

/** The end of the current night; by day, now. */
function morningAfter(now: Temporal.Instant, timeZone: string) {
  const { date, minutes } = localTimeAt(now.epochMilliseconds, timeZone)
  if (minutes >= toMinuteOfDay(NIGHT.from)) return toInstant(addDays(date, 1), NIGHT.to, timeZone)
  return minutes < toMinuteOfDay(NIGHT.to) ? toInstant(date, NIGHT.to, timeZone) : now
}
