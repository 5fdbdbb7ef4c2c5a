import { staffWindow } from '@prenoto/core/availability/booking-window.ts'
import { toChosenServices } from '@prenoto/core/bookings/chosen-services.ts'
import type { FreeColleague, SameHour, SameHoursQuery } from '@prenoto/core/bookings/visit-schema.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { Conflict } from '../../lib/errors.ts'
import type { Context } from '../../tenants/context.ts'
import { type BookableService, listBookableServices } from '../availability/availability.repository.ts'
import { toNow } from '../availability/available-slots.ts'
import { findVisitAsBooked, listServiceIds, visitAsBooked } from '../availability/bookable-visit.ts'
import { findOccupied, slotsAt } from '../availability/slots-at.ts'
import { allocateSlots, describeConflicts, isStaffConflict, leastConflicting } from './allocation/allocate-slot.ts'
import { BookingNotFound } from './errors.ts'
import { findBooking, listStaffBookings } from './repositories/bookings.repository.ts'

const NEXT_DAY = 1
const NEXT_WEEK = 7

type Slot = { visit_day: PlainDate; visit_hour: PlainTime }

/**
 * The conflicts of a booking's time on the next day and a week later, on the chosen calendar or any, by default its own;
 * before them the booking's own day with somebody else who is free, if its calendar is not its own or has a conflict.
 * Empty if the service is deleted. Throws 404.
 */
export async function listSameHours(ctx: Context, id: number, chosen?: SameHoursQuery['calendar_id']) {
  const booking = await findBooking(ctx, id)
  if (!booking) throw new BookingNotFound()
  const service = await findVisitAsBooked(ctx, booking)
  if (!service) return []

  const { visit_day, visit_hour, calendar_id: ownCalendarId } = booking
  const window = staffWindow(toNow(ctx))
  const ids = service.calendars.map((calendar) => calendar.id)
  const days = [0, NEXT_DAY, NEXT_WEEK].map((days) => addDays(visit_day, days)) as [PlainDate, PlainDate, PlainDate]
  const occupied = await findOccupied(ctx, [...ids, ownCalendarId], days, [id])
  const findBest = (slot: Slot, among: number[]): SameHour[] => {
    const best = leastConflicting(slotsAt(ctx, service, { ...slot, window, among }, occupied))
    if (!best) return []
    const { calendar_id } = best
    const overridden_conflicts = best.overridden_conflicts.filter(isStaffConflict)
    const conflicts = describeConflicts(ctx, { service, requested: slot, calendar_id, overridden_conflicts }, occupied)
    return [{ ...slot, calendar_id, calendar_name: findCalendarName(service, calendar_id), conflicts }]
  }

  const isFree = ({ conflicts }: SameHour) => conflicts.length === 0
  const [sameDay, ...laterDays] = days
  const slot = { visit_day: sameDay, visit_hour }
  const staysOwn = chosen === ownCalendarId || (chosen === undefined && findBest(slot, [ownCalendarId]).every(isFree))
  const others = typeof chosen === 'number' ? [chosen] : ids.filter((id) => id !== ownCalendarId)
  const among = chosen === 'any' ? ids : [chosen ?? ownCalendarId]
  return [
    ...(staysOwn ? [] : findBest(slot, others).filter(isFree)),
    ...laterDays.flatMap((visit_day) => findBest({ visit_day, visit_hour }, among)),
  ]
}

const findCalendarName = ({ calendars }: BookableService, id: number) =>
  calendars.find((calendar) => calendar.id === id)!.name

/**
 * For each upcoming booking another calendar of its service that is free at its time, planned one after the other, so that
 * no two of them need the same place; none for a booking whose colleagues are all busy. Locks nothing.
 */
export async function listFreeColleagues(ctx: Context, ids: number[]): Promise<FreeColleague[]> {
  const now = toNow(ctx)
  const bookings = (await listStaffBookings(ctx, ids)).filter(({ visit_day }) => visit_day >= now.today)
  const services = await listBookableServices(ctx, [
    ...new Set(bookings.flatMap((booking) => listServiceIds(toChosenServices(booking)))),
  ])
  const planned = bookings.flatMap((booking) => {
    const service = visitAsBooked(services, booking)
    const { id, visit_day, visit_hour, calendar_id: ownCalendarId } = booking
    const locked = service?.calendars.map((calendar) => calendar.id).filter((id) => id !== ownCalendarId) ?? []
    if (!service || locked.length === 0) return []
    const terms = { window: staffWindow(now), locked, isStaff: true, anyMinute: true }
    return [{ id, service, requested: { visit_day, visit_hour }, terms }]
  })
  const visits = await allocateSlots(ctx, planned)
  return visits.flatMap((visit, i) => {
    if (visit instanceof Conflict) return []
    const { id: booking_id, service } = planned[i]!
    return { booking_id, calendar_id: visit.calendar_id, calendar_name: findCalendarName(service, visit.calendar_id) }
  })
}
