import { type BookingWindow, type Now, staffWindow } from '@prenoto/core/availability/booking-window.ts'
import type { StaffBookingInput } from '@prenoto/core/bookings/booking-schema.ts'
import { hasServices, toChosenServices } from '@prenoto/core/bookings/chosen-services.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { Context } from '../../tenants/context.ts'
import { type BookableService, listBookableServices } from '../availability/availability.repository.ts'
import { toNow } from '../availability/available-slots.ts'
import {
  combineVisit,
  findChangedVisit,
  listServiceIds,
  type RequestedServices,
  visitAsBooked,
} from '../availability/bookable-visit.ts'
import { ServiceNotFound } from '../availability/errors.ts'
import { offerFreedSlots } from '../availability/freed-slots.repository.ts'
import { calendarsOn, type LockedDay, lockServiceDays } from '../availability/service-calendars.repository.ts'
import { holdPreviousSlot } from '../availability/slot-holds.repository.ts'
import { allocateSlot, type RequestedSlot } from './allocation/allocate-slot.ts'
import { allocateAllSlots } from './allocation/allocate-slots.ts'
import { BookingOver, CalendarWithoutService, RescheduleToPast } from './errors.ts'
import { recordOverrides } from './record-overrides.ts'
import { insertReschedules } from './repositories/booking-history.repository.ts'
import { updateVisits } from './repositories/bookings-write.repository.ts'
import type { LockedBooking } from './repositories/locked-bookings.repository.ts'

/** The requested slot and services; those that are left out stay the same. */
export type Destination = RequestedSlot & RequestedServices

/** The rules that differ between customers and staff. */
export type RescheduleRules = {
  getWindow(now: Now, service: BookableService): BookingWindow
  isStaff: boolean
  /** Whether staff accept conflicts. */
  override?: boolean
  /** Whether any time without conflicts is accepted. */
  anyMinute?: boolean
  /** Whether staff use drag and drop or the reschedule dialog, which holds the previous slot until the undo ends. */
  byHand?: boolean
}

/** The staff's permissions for a time that is not offered. */
export const conflictPermissions = ({ override, any_minute }: Pick<StaffBookingInput, 'override' | 'any_minute'>) => ({
  override,
  anyMinute: any_minute,
})

export const STAFF: RescheduleRules = { getWindow: staffWindow, isStaff: true }

type OnDay = { visit_day: PlainDate }

/** Throws 409 if the booking or its destination is on a past day. */
export function requireNotPast(ctx: Context, booking: OnDay, to: OnDay) {
  const { today } = toNow(ctx)
  if (booking.visit_day < today) throw new BookingOver()
  if (to.visit_day < today) throw new RescheduleToPast()
}

/**
 * Reschedules a locked booking and locks both days. Without a chosen calendar it stays on its own if that is free.
 * Throws 404 for an unknown service, and 409 as `allocateSlot` does.
 */
export async function applyReschedule(ctx: Context, booking: LockedBooking, to: Destination, rules: RescheduleRules) {
  const locked = await lockServiceDays(ctx, to, booking)
  const service = await findChangedVisit(ctx, booking, to)
  if (!service) throw new ServiceNotFound()

  if (rules.byHand && to.calendar_id && !locked.includes(to.calendar_id)) throw new CalendarWithoutService()

  const window = rules.getWindow(toNow(ctx), service)
  const { isStaff, override, anyMinute, byHand } = rules
  const visit = await allocateSlot(ctx, {
    service,
    requested: to,
    terms: { window, locked, isStaff, override, anyMinute, rescheduledBooking: booking },
  })
  if (byHand) await holdPreviousSlot(ctx, booking.id)
  // A calendar chosen by staff does not change what the customer chose.
  const anyCalendar = isStaff ? undefined : !to.calendar_id
  await insertReschedules(ctx, await updateVisits(ctx, [{ booking, visit, service }], { anyCalendar }))
  await recordOverrides(ctx, [{ id: booking.id, visit }])
  if (!byHand) await offerFreedSlots(ctx, [booking.visit_day])
}

type SeriesRules = { days: LockedDay[]; override?: boolean; anyMinute?: boolean }

/**
 * Reschedules locked bookings for staff, all or none; all days are already locked. Throws as `applyReschedule` does,
 * with the conflicts of all visits.
 */
export async function applyReschedules(
  ctx: Context,
  reschedules: { booking: LockedBooking; to: Destination }[],
  { days, ...risk }: SeriesRules,
) {
  if (reschedules.length === 0) return
  const requested = reschedules.flatMap(({ booking, to }) => [
    ...listServiceIds(toChosenServices(booking)),
    ...listServiceIds(to),
  ])
  const services = await listBookableServices(ctx, [...new Set(requested)])
  const visits = reschedules.map(({ booking, to }) => {
    const visit = hasServices(booking, to) ? visitAsBooked(services, booking) : combineVisit(services, to)
    if (!visit) throw new ServiceNotFound()
    return visit
  })
  const window = staffWindow(toNow(ctx))
  const requests = reschedules.map(({ booking, to }, i) => ({
    service: visits[i]!,
    requested: to,
    terms: { window, locked: calendarsOn(to.visit_day, days), isStaff: true, ...risk, rescheduledBooking: booking },
    customer: booking,
  }))
  const slots = await allocateAllSlots(ctx, requests)
  const allocated = reschedules.map(({ booking }, i) => ({ booking, visit: slots[i]!, service: visits[i]! }))
  await insertReschedules(ctx, await updateVisits(ctx, allocated, {}))
  await recordOverrides(
    ctx,
    allocated.map(({ booking, visit }) => ({ id: booking.id, visit })),
  )
  await offerFreedSlots(
    ctx,
    reschedules.map(({ booking }) => booking.visit_day),
  )
}

/** Whether the destination differs from the booking's slot or services. */
export const isRescheduled = (
  booking: LockedBooking,
  { visit_day, visit_hour, calendar_id, ...services }: Destination,
) =>
  !hasServices(booking, services) ||
  visit_day !== booking.visit_day ||
  visit_hour !== booking.visit_hour ||
  (!!calendar_id && calendar_id !== booking.calendar_id)
