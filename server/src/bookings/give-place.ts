import type { BookingWindow } from '@prenoto/core/availability/booking-window.ts'
import { collisionOf } from '@prenoto/core/availability/collisions.ts'
import { busyTime } from '@prenoto/core/availability/slots.ts'
import type { Collision, CollisionKind } from '@prenoto/core/collision.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { addMinutes, type PlainTime, toPlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { dayClock, toEpochMinute } from '@prenoto/core/time/time-zone.ts'
import type { BookableService } from '../availability/availability.repository.ts'
import { findPlaces, freePlace, type Place } from '../availability/places.ts'
import { conflict } from '../lib/errors.ts'
import type { Context } from '../tenants/context.ts'
import type { Visit } from './booking-writes.repository.ts'
import { listBookingsBetween } from './bookings.repository.ts'

export const SLOT_GONE = 'Lo slot scelto non è più disponibile.'
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
  /** Whether a time that collides with nothing is accepted though it is not offered. */
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
  if (!override && !(anyMinute && despite.length === 0)) {
    const error = conflict(SLOT_GONE)
    error.collisions = await describeCollisions(ctx, service, wanted, { ...best, despite, except: own?.id })
    throw error
  }
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

/** At most so many bookings are named. */
const NAMED = 3

type Colliding = { calendar_id: number; despite: CollisionKind[]; except?: number }

/** The conflicts of a visit on a calendar, for the staff: bookings are named with their time. */
export async function describeCollisions(
  ctx: Context,
  service: BookableService,
  wanted: Wanted,
  { calendar_id, despite, except }: Colliding,
): Promise<Collision[]> {
  if (!despite.includes('booking')) return despite.map(collisionOf)
  const { busy, startsAt, endsAt } = visitAt(ctx, service, wanted, { calendar_id, despite })
  const { from, to } = busy ?? { from: startsAt, to: endsAt }
  const found = await listBookingsBetween(ctx, { calendar_id, day: wanted.visit_day, from, to, except, limit: NAMED })
  const named = found.map((booking): Collision => ({ kind: 'booking', detail: `C’è già ${describeVisit(booking)}.` }))
  return despite.flatMap((kind) => (kind === 'booking' && named.length > 0 ? named : collisionOf(kind)))
}

type NamedVisit = Awaited<ReturnType<typeof listBookingsBetween>>[number]

/** 'Anna Rossi, dalle 10:00 alle 10:45' */
const describeVisit = ({ name, surname, visit_hour, service_duration }: NamedVisit) =>
  `${name} ${surname}, dalle ${toShortTime(visit_hour)} alle ${toShortTime(addMinutes(visit_hour, service_duration))}`

/** Whether something stands in the way of what the staff does by hand: the notice holds visitors. */
export const isInTheWay = (kind: CollisionKind) => kind !== 'notice'

/** Where a visit does the least harm; its own calendar before all. */
export function leastColliding(places: Place[], own?: number) {
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
