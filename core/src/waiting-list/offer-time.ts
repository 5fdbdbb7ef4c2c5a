import { addDays } from '../time/plain-date.ts'
import { minutesOf, timeOf } from '../time/plain-time.ts'
import { localTimeAt, toInstant } from '../time/time-zone.ts'

/** From when to when nobody is expected to read an e-mail, in the local time of the business. */
const NIGHT = { from: timeOf('21:00'), to: timeOf('08:00') }

type Offered = {
  now: Temporal.Instant
  /** For so long by day. */
  minutes: number
  timeZone: string
  /** When the visit begins: no offer lasts longer. */
  startsAt: Temporal.Instant
}

/** Until when a place is held for whom it is offered to now. At night the time begins in the morning. */
export function offeredUntil({ now, minutes, timeZone, startsAt }: Offered): Temporal.Instant {
  const until = morningAfter(now, timeZone).add({ minutes })
  return Temporal.Instant.compare(until, startsAt) < 0 ? until : startsAt
}

/** The end of the night that it is; now, by day. */
function morningAfter(now: Temporal.Instant, timeZone: string) {
  const { date, minutes } = localTimeAt(now.epochMilliseconds, timeZone)
  if (minutes >= minutesOf(NIGHT.from)) return toInstant(addDays(date, 1), NIGHT.to, timeZone)
  return minutes < minutesOf(NIGHT.to) ? toInstant(date, NIGHT.to, timeZone) : now
}
