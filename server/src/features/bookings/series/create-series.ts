import { staffWindow } from '@prenoto/core/availability/booking-window.ts'
import type { SeriesInput } from '@prenoto/core/bookings/series-schema.ts'
import { type Context, type StaffContext, transaction } from '../../../tenants/context.ts'
import { toNow } from '../../availability/available-slots.ts'
import { findBookableVisit } from '../../availability/bookable-visit.ts'
import { ServiceNotFound } from '../../availability/errors.ts'
import { calendarsOn, lockDaysOfMany } from '../../availability/service-calendars.repository.ts'
import { allocateAllSlots } from '../allocation/allocate-slots.ts'
import { isSame } from '../book-slot.ts'
import { BookingAlreadySaved } from '../errors.ts'
import { fillInContacts } from '../fill-in-contacts.ts'
import { findSavedBooking } from '../find-saved-booking.ts'
import { recordOverrides } from '../record-overrides.ts'
import { insertBookings } from '../repositories/bookings-write.repository.ts'
import { lockBookingByKey } from '../repositories/locked-bookings.repository.ts'
import { conflictPermissions } from '../reschedule.ts'
import { insertSeries, listSeriesAsMade } from './series.repository.ts'

/**
 * Books several visits of one customer, all or none, and returns their ids. A repeated request with the same
 * idempotency key gets the first response; other visits with that key get 409 with a saved booking. Throws 404 for an
 * unknown service, 409 with all conflicts.
 */
export async function bookSeries(ctx: StaffContext, series: SeriesInput, idempotencyKey?: string): Promise<number[]> {
  const { service_id, variant_id, also, visits, notifies_customer, ...customer } = await fillInContacts(ctx, series)
  const services = { service_id, variant_id, also }
  const orders = visits
    .map((visit) => ({ ...customer, ...visit, ...services }))
    .sort((one, other) => startKey(one).localeCompare(startKey(other)))

  return transaction(ctx, async (ctx) => {
    const earlier = idempotencyKey && (await lockBookingByKey(ctx, idempotencyKey))
    const same = earlier && (await findSameSeries(ctx, earlier.series_id, orders))
    if (same) return same
    const saved = earlier && (await findSavedBooking(ctx, earlier))
    if (saved) throw new BookingAlreadySaved(saved, { bookings: [saved] })

    const days = await lockDaysOfMany(ctx, orders, [])
    const service = await findBookableVisit(ctx, services)
    if (!service) throw new ServiceNotFound()

    const window = staffWindow(toNow(ctx))
    const requests = orders.map((order) => ({
      service,
      requested: order,
      terms: { window, locked: calendarsOn(order.visit_day, days), isStaff: true, ...conflictPermissions(order) },
      customer,
    }))
    const allocated = await allocateAllSlots(ctx, requests)
    const { createdBookings } = await insertBookings(ctx, service, customer, allocated, {
      idempotencyKey,
      isVisitor: false,
    })
    const ids = createdBookings.map(({ id }) => id)
    await insertSeries(ctx, ids)
    await recordOverrides(
      ctx,
      ids.map((id, i) => ({ id, visit: allocated[i]! })),
    )
    await ctx.jobs.add(ctx, 'notify', {
      event: 'series-created',
      booking_ids: ids,
      is_quiet: notifies_customer === false,
    })
    return ids
  })
}

type Order = Parameters<typeof isSame>[1]

const startKey = ({ visit_day, visit_hour }: Order) => `${visit_day} ${visit_hour}`

/** The ids of a series if its visits are the ordered ones. */
async function findSameSeries(ctx: Context, seriesId: number | null, orders: Order[]) {
  const seriesBookings = seriesId === null ? [] : await listSeriesAsMade(ctx, seriesId)
  const isSameSeries =
    seriesBookings.length === orders.length && seriesBookings.every((booking, i) => isSame(booking, orders[i]!))
  return isSameSeries ? seriesBookings.map(({ id }) => id) : undefined
}
