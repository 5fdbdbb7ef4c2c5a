import type { BookingWindow } from '@prenoto/core/availability/booking-window.ts'
import { collisionOf } from '@prenoto/core/availability/collisions.ts'
import { busyTime } from '@prenoto/core/availability/slots.ts'
import type { CollisionKind } from '@prenoto/core/collision.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toPlainTime } from '@prenoto/core/time/plain-time.ts'
import { dayClock, toEpochMinute } from '@prenoto/core/time/time-zone.ts'
import type { BookableService } from '../availability/availability.repository.ts'
import { findPlaces, freePlace, type Place } from '../availability/places.ts'
import { conflict } from '../lib/errors.ts'
import type { Context } from '../tenants/context.ts'
import type { Visit } from './booking-writes.repository.ts'

const SLOT_GONE = 'Lo slot scelto non è più disponibile.'
const IN_THE_PAST = 'Una prenotazione non può iniziare nel passato.'
const PAST_MIDNIGHT = 'La visita deve finire entro la mezzanotte.'

/** The time that is asked for, and with whom: one of the service's calendars, or whichever is free. */
export type Wanted = { visit_day: PlainDate; visit_hour: PlainTime; calendar_id?: number | null }

type Terms = {
  window: BookingWindow
  /** The calendars whose day is locked. */
  locked: number[]
  /** Whether it is the staff who asks; `override`: and takes what collides. */
  isStaff: boolean
  override?: boolean
  /** Whether a minute that runs into nothing is as good as one that is offered. */
  anyMinute?: boolean
  /** A booking that counts as if it were not there, and stays with its calendar if it can. */
  own?: { id: number; calendar_id: number }
}

/**
 * The place that a visit gets, once its day is locked. Throws 409 when it is none of the slots; the staff is told what it runs
 * into, and may take it all the same at any minute to come that leaves the visit on its day.
 */
export async function givePlace(ctx: Context, service: BookableService, wanted: Wanted, terms: Terms): Promise<Visit> {
  const { window, locked, isStaff, override, anyMinute, own } = terms
  const { visit_day, visit_hour, calendar_id: chosen } = wanted
  const among = locked.filter((id) => !chosen || id === chosen)
  const places = await findPlaces(ctx, service, { visit_day, visit_hour, window, among, except: own?.id })

  const free = freePlace(places, own?.calendar_id)
  if (free) return visitAt(ctx, service, wanted, { calendar_id: free.id, despite: null })
  const best = isStaff ? leastColliding(places, own?.calendar_id) : undefined
  if (!best) throw conflict(SLOT_GONE)

  const despite = anyMinute ? best.despite.filter(isInTheWay) : best.despite
  if (!override && !(anyMinute && despite.length === 0)) throw collides(despite)
  const start = toEpochMinute(visit_day, visit_hour, ctx.tenant.time_zone)
  if (start < window.earliest) throw conflict(IN_THE_PAST)
  if (start + service.duration > midnightAfter(ctx, visit_day)) throw conflict(PAST_MIDNIGHT)
  return visitAt(ctx, service, wanted, {
    calendar_id: best.calendar_id,
    despite: despite.length > 0 ? despite : null,
  })
}

const midnightAfter = (ctx: Context, day: PlainDate) =>
  toEpochMinute(addDays(day, 1), toPlainTime(0), ctx.tenant.time_zone)

function collides(kinds: CollisionKind[]) {
  const error = conflict(SLOT_GONE)
  error.collisions = kinds.map(collisionOf)
  return error
}

/** Whether something stands in the way of what the staff does by hand: the notice holds visitors. */
export const isInTheWay = (kind: CollisionKind) => kind !== 'notice'

/** Where a visit does the least harm; its own calendar before all. */
function leastColliding(places: Place[], own?: number) {
  const known = places.map((place) => ({ ...place, despite: place.collisions() }))
  const [best] = known.sort(
    (one, other) =>
      Number(other.id === own) - Number(one.id === own) ||
      one.despite.length - other.despite.length ||
      one.busyMinutes - other.busyMinutes ||
      one.id - other.id,
  )
  return best && { calendar_id: best.id, despite: best.despite }
}

/** What the local clock of the business says, with the instants this means. */
export function visitAt(
  ctx: Context,
  service: Pick<BookableService, 'duration' | 'buffer_before' | 'buffer_after'>,
  { visit_day, visit_hour }: Wanted,
  given: Pick<Visit, 'calendar_id' | 'despite'>,
): Visit {
  const clock = dayClock(visit_day, ctx.tenant.time_zone)
  const start = toEpochMinute(visit_day, visit_hour, ctx.tenant.time_zone)
  const { buffer_before: before, buffer_after: after, duration } = service
  const { from, to } = busyTime(clock, start, { duration, before, after })
  return {
    ...given,
    visit_day,
    visit_hour,
    startsAt: instantOf(start),
    endsAt: instantOf(start + duration),
    ...(before + after > 0 && { busy: { from: instantOf(from), to: instantOf(to) } }),
  }
}

const instantOf = (epochMinute: number) => Temporal.Instant.fromEpochMilliseconds(epochMinute * 60_000)
