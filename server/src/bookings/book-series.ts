import { staffWindow } from '@prenoto/core/availability/booking-window.ts'
import type { SeriesInput } from '@prenoto/core/bookings/series-schema.ts'
import { withOwnEmail } from '@prenoto/core/customers/without-email.ts'
import { findBookableService } from '../availability/availability.repository.ts'
import { nowOf } from '../availability/available-slots.ts'
import { calendarsOn, lockDaysOfMany } from '../availability/service-calendars.repository.ts'
import { notFound } from '../lib/errors.ts'
import { type Context, type StaffContext, transaction } from '../tenants/context.ts'
import { isSame, usedKey } from './book-slot.ts'
import { insertBookings, lockBookingByKey } from './booking-writes.repository.ts'
import { giveAllPlaces } from './give-all-places.ts'
import { riskOf, UNKNOWN_SERVICE } from './move-booking.ts'
import { insertSeries, listSeriesAsMade } from './series.repository.ts'

/**
 * Books several visits of one customer, all or none, and returns their numbers. A repeated call with the same idempotency key
 * gets the first answer. Throws 404 for an unknown service, 409 with all that the visits run into, 422 when the key was used for
 * something else.
 */
export function bookSeries(ctx: StaffContext, series: SeriesInput, idempotencyKey?: string): Promise<number[]> {
  const { service_id, visits, ...customer } = withOwnEmail(series)
  const orders = visits
    .map((visit) => ({ ...customer, ...visit, service_id }))
    .sort((one, other) => whenOf(one).localeCompare(whenOf(other)))

  return transaction(ctx, async (ctx) => {
    const earlier = idempotencyKey && (await lockBookingByKey(ctx, idempotencyKey))
    if (earlier) return sameSeries(ctx, earlier.series_id, orders)

    const days = await lockDaysOfMany(ctx, orders, [])
    const service = await findBookableService(ctx, service_id)
    if (!service) throw notFound(UNKNOWN_SERVICE)

    const window = staffWindow(nowOf(ctx))
    const requests = orders.map((order) => ({
      service,
      wanted: order,
      terms: { window, locked: calendarsOn(order.visit_day, days), isStaff: true, ...riskOf(order) },
      customer,
    }))
    const places = await giveAllPlaces(ctx, requests)
    const { made } = await insertBookings(ctx, service, customer, places, { idempotencyKey, isVisitor: false })
    const ids = made.map(({ id }) => id)
    await insertSeries(ctx, ids)
    await ctx.jobs.add(ctx, 'announce', { cause: 'series-created', booking_ids: ids })
    return ids
  })
}

type Order = Parameters<typeof isSame>[1]

const whenOf = ({ visit_day, visit_hour }: Order) => `${visit_day} ${visit_hour}`

/** What was made under the key, as long as the same is asked for. */
async function sameSeries(ctx: Context, seriesId: number | null, orders: Order[]) {
  const made = seriesId === null ? [] : await listSeriesAsMade(ctx, seriesId)
  if (made.length !== orders.length || !made.every((booking, i) => isSame(booking, orders[i]!))) throw usedKey()
  return made.map(({ id }) => id)
}
