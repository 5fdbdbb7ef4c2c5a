import type { BookingWindow } from '@prenoto/core/availability/booking-window.ts'
import { toConflict } from '@prenoto/core/availability/conflicts.ts'
import { difference, type Interval, intersection } from '@prenoto/core/availability/intervals.ts'
import { busyParts, busyTime, type VisitTimes } from '@prenoto/core/availability/slots.ts'
import type { BookingConflict, ConflictKind } from '@prenoto/core/contract/conflict.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { addMinutes, type PlainTime, toPlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { dayClock, toEpochMinute } from '@prenoto/core/time/time-zone.ts'
import { Conflict } from '../../../lib/errors.ts'
import { mapInTurns } from '../../../lib/in-turns.ts'
import { type Context, isByKey } from '../../../tenants/context.ts'
import type { BookableService, OccupiedTime } from '../../availability/availability.repository.ts'
import { toVisitTimes } from '../../availability/available-slots.ts'
import { findOccupied, freeSlot, type Occupied, type SlotOption, slotsAt } from '../../availability/slots-at.ts'
import { EndAfterMidnight, SlotTaken, StartInPast } from '../errors.ts'
import type { Visit, Visitor } from '../repositories/bookings-write.repository.ts'

/** The requested time and calendar; without one, any free calendar of the service. */
export type RequestedSlot = { visit_day: PlainDate; visit_hour: PlainTime; calendar_id?: number | null }

/** Minutes since the start of a walk-in's visit within which staff can still book it. */
const WALK_IN_MINUTES = 10

type Terms = {
  window: BookingWindow
  /** The calendars whose day is locked. */
  locked: number[]
  /** Whether staff ask; `override`: they accept conflicts. */
  isStaff: boolean
  override?: boolean
  /** Whether the slot was held for the visitor, who gets it without conflicts although it may be no slot any more. */
  isHeld?: boolean
  /** Whether a time that is not a slot is accepted if it has no conflicts. */
  anyMinute?: boolean
  /** The booking to reschedule; its own slot counts as free, and its calendar is preferred. */
  rescheduledBooking?: { id: number; calendar_id: number }
}

/** A visit that needs a slot; its day is locked. */
export type Request = {
  service: BookableService
  requested: RequestedSlot
  terms: Terms
  /** Named in the conflicts of later visits of the same series. */
  customer?: Pick<Visitor, 'name' | 'surname'>
}

/**
 * Allocates a slot on a locked day. Throws 409 for a time that is not a slot. For staff the error lists the conflicts,
 * which they, but no program with a key, may override at any minute that is not long past if the visit ends on its day.
 */
export async function allocateSlot(ctx: Context, request: Request): Promise<Visit> {
  const [outcome] = await allocateSlots(ctx, [request])
  if (outcome instanceof Conflict) throw outcome
  return outcome!
}

/**
 * The slot of each visit, or the error that `allocateSlot` throws. Two queries for any number of visits: each visit
 * sees the slots of those before it, and the previous slots of all as free.
 */
export async function allocateSlots(ctx: Context, requests: Request[]): Promise<(Visit | Conflict)[]> {
  const occupied = await findOccupied(
    ctx,
    requests.flatMap(calendarsAmong),
    requests.map(({ requested }) => requested.visit_day),
    requests.flatMap(({ terms }) => terms.rescheduledBooking?.id ?? []),
  )
  return mapInTurns(requests, (request) => {
    try {
      const visit = chooseSlot(ctx, request, occupied)
      occupied.taken.push(occupiedBy(visit, request))
      return visit
    } catch (error) {
      if (error instanceof Conflict) return error
      throw error
    }
  })
}

const calendarsAmong = ({ requested: { calendar_id }, terms: { locked } }: Request) =>
  locked.filter((id) => !calendar_id || id === calendar_id)

function occupiedBy(visit: Visit, of: Request): OccupiedTime {
  const { calendar_id, visit_day, visit_hour, startsAt, endsAt, busy, processing } = visit
  const { from, to } = busy ?? { from: startsAt, to: endsAt }
  const { name = '', surname = '' } = of.customer ?? {}
  return {
    calendar_id,
    visit_day,
    visit_hour,
    from: toEpochMinutes(from),
    to: toEpochMinutes(to),
    processing: processing.map(({ from, to }) => ({ from: toEpochMinutes(from), to: toEpochMinutes(to) })),
    booking_id: of.terms.rescheduledBooking?.id ?? null,
    name,
    surname,
    service_duration: toVisitTimes(of.service, calendar_id).duration,
  }
}

const toEpochMinutes = (instant: Temporal.Instant) => instant.epochMilliseconds / 60_000

function chooseSlot(ctx: Context, request: Request, occupied: Occupied): Visit {
  const { service, requested, terms } = request
  const { window, isStaff, isHeld, override, anyMinute, rescheduledBooking } = terms
  const { visit_day, visit_hour } = requested
  const options = slotsAt(ctx, service, { visit_day, visit_hour, window, among: calendarsAmong(request) }, occupied)

  const start = toEpochMinute(visit_day, visit_hour, ctx.tenant.time_zone)
  const isHeldFree = ({ conflicts }: SlotOption) => start >= window.earliest && !conflicts().some(isStaffConflict)
  const free = freeSlot(options, rescheduledBooking?.calendar_id) ?? (isHeld ? options.find(isHeldFree) : undefined)
  if (free)
    return visitAt(ctx, toVisitTimes(service, free.id), requested, { calendar_id: free.id, overridden_conflicts: null })
  const best = isStaff ? leastConflicting(options, rescheduledBooking?.calendar_id) : undefined
  if (!best) throw new SlotTaken()

  const overridden_conflicts = anyMinute ? best.overridden_conflicts.filter(isStaffConflict) : best.overridden_conflicts
  // A program with a key has nobody who takes the decision.
  const isOverridden = override && !isByKey(ctx)
  if (!isOverridden && !(anyMinute && overridden_conflicts.length === 0)) {
    const { calendar_id } = best
    const conflicts = describeConflicts(ctx, { service, requested, calendar_id, overridden_conflicts }, occupied)
    throw new SlotTaken(conflicts)
  }
  if (start < window.earliest - WALK_IN_MINUTES) throw new StartInPast()
  const times = toVisitTimes(service, best.calendar_id)
  if (start + times.duration > midnightAfter(ctx, visit_day)) throw new EndAfterMidnight()
  return visitAt(ctx, times, requested, {
    calendar_id: best.calendar_id,
    overridden_conflicts: overridden_conflicts.length > 0 ? overridden_conflicts : null,
  })
}

const midnightAfter = (ctx: Context, day: PlainDate) =>
  toEpochMinute(addDays(day, 1), toPlainTime(0), ctx.tenant.time_zone)

/** Max bookings listed in a conflict. */
const MAX_LISTED_CONFLICTS = 3

type ConflictingVisit = {
  service: BookableService
  requested: RequestedSlot
  calendar_id: number
  overridden_conflicts: ConflictKind[]
}

/** The conflicts of a visit on a calendar, for staff; bookings are named with their time, except to an API key. */
export function describeConflicts(
  ctx: Context,
  { service, requested, calendar_id, overridden_conflicts }: ConflictingVisit,
  { taken }: Occupied,
): BookingConflict[] {
  if (isByKey(ctx)) return overridden_conflicts.map(toConflict)
  const { visit_day, visit_hour } = requested
  const start = toEpochMinute(visit_day, visit_hour, ctx.tenant.time_zone)
  const times = toVisitTimes(service, calendar_id)
  const parts = busyParts(busyTime(dayClock(visit_day, ctx.tenant.time_zone), start, times), start, times)
  const named = taken
    .filter((other) => other.calendar_id === calendar_id && intersection(listBusyParts(other), parts).length > 0)
    .flatMap((other) => describeVisit(other) ?? [])
    .slice(0, MAX_LISTED_CONFLICTS)
    .map((visit): BookingConflict => ({ kind: 'booking', detail: `C’è già ${visit}.` }))
  return overridden_conflicts.flatMap((kind) => (kind === 'booking' && named.length > 0 ? named : toConflict(kind)))
}

const listBusyParts = ({ from, to, processing }: OccupiedTime) => difference([{ from, to }], processing)

/** 'Anna Rossi, dalle 10:00 alle 10:45'; undefined for a slot hold. */
function describeVisit({ name, surname, visit_hour, service_duration }: OccupiedTime) {
  if (visit_hour === null || service_duration === null) return undefined
  const until = addMinutes(visit_hour, service_duration)
  return `${name} ${surname}, dalle ${toShortTime(visit_hour)} alle ${toShortTime(until)}`
}

/** Staff may ignore the booking notice, so it is not a conflict for them. */
export const isStaffConflict = (kind: ConflictKind) => kind !== 'notice'

/** The calendar with the fewest conflicts; the booking's own calendar is preferred. */
export function leastConflicting(options: SlotOption[], preferredId?: number) {
  const withConflicts = options.map((option) => ({ ...option, overridden_conflicts: option.conflicts() }))
  const [best] = withConflicts.sort(
    (one, other) =>
      Number(other.id === preferredId) - Number(one.id === preferredId) ||
      one.overridden_conflicts.length - other.overridden_conflicts.length ||
      one.busyMinutes - other.busyMinutes ||
      one.id - other.id,
  )
  return best && { calendar_id: best.id, overridden_conflicts: best.overridden_conflicts }
}

/** The local time of a visit with its instants. */
export function visitAt(
  ctx: Context,
  times: VisitTimes,
  { visit_day, visit_hour }: RequestedSlot,
  allocation: Pick<Visit, 'calendar_id' | 'overridden_conflicts'>,
): Visit {
  const start = toEpochMinute(visit_day, visit_hour, ctx.tenant.time_zone)
  const toRange = ({ from, to }: Interval) => ({ from: fromEpochMinutes(from), to: fromEpochMinutes(to) })
  return {
    ...allocation,
    visit_day,
    visit_hour,
    startsAt: fromEpochMinutes(start),
    endsAt: fromEpochMinutes(start + times.duration),
    ...(times.before + times.after > 0 && {
      busy: toRange(busyTime(dayClock(visit_day, ctx.tenant.time_zone), start, times)),
    }),
    processing: times.processing.map(({ from, to }) => toRange({ from: start + from, to: start + to })),
  }
}

const fromEpochMinutes = (epochMinute: number) => Temporal.Instant.fromEpochMilliseconds(epochMinute * 60_000)
