import { bookingsToCome } from '@prenoto/core/bookings/booking-schema.ts'
import { cutPage, type PageQuery } from '@prenoto/core/page.ts'
import type { Service, ServiceInput } from '@prenoto/core/services/service-schema.ts'
import { listBookableServices } from '../availability/availability.repository.ts'
import { findStaffSlots, staffSlotsOfToday } from '../availability/staff-slots.ts'
import { UNKNOWN_SERVICE } from '../bookings/book-slot.ts'
import { findBooking } from '../bookings/bookings.repository.ts'
import { withCalendar } from '../calendars/with-calendar.ts'
import { conflict, notFound, requireChanged } from '../lib/errors.ts'
import { type Context, transaction } from '../tenants/context.ts'
import {
  countBookingsToCome,
  deleteService,
  findService,
  listServices,
  lockService,
  type ServiceRow,
  updateService,
} from './services.repository.ts'

/** A page of all services, each with what the staff can still book today. */
export async function listManagedServices(ctx: Context, { per_page, last_id }: PageQuery) {
  const { items, ...tail } = cutPage(await listServices(ctx, last_id, per_page + 1), per_page)
  return { services: await withSlotsOfToday(ctx, items), ...tail }
}

export async function withSlotsOfToday(ctx: Context, rows: ServiceRow[]): Promise<Service[]> {
  const bookable = await listBookableServices(
    ctx,
    rows.map((row) => row.id),
  )
  const slots = await staffSlotsOfToday(ctx, bookable)
  return rows.map((row) => ({ ...row, available_slots: slots.get(row.id) ?? [] }))
}

/** A service with every slot the staff can book; the booking `except` does not stand in its own way. Throws 404. */
export async function readManagedService(ctx: Context, id: number, except?: number): Promise<Service> {
  const row = await findService(ctx, id)
  const [bookable] = await listBookableServices(ctx, [id])
  if (!row || !bookable) throw notFound(UNKNOWN_SERVICE)
  const edited = except === undefined ? undefined : await findBooking(ctx, except)
  return { ...row, available_slots: await findStaffSlots(ctx, bookable, edited) }
}

/** Changes a service, of this version if one is named. Throws 404, 409 with the present one, and 422 for an unknown calendar. */
export async function changeService(ctx: Context, id: number, service: ServiceInput, version?: number) {
  const changed = await withCalendar(ctx, service.calendar_id, (ctx) => updateService(ctx, id, service, version))
  const shown = async (row: ServiceRow | undefined) => row && (await withSlotsOfToday(ctx, [row]))[0]
  return requireChanged(await shown(changed), async () => shown(await findService(ctx, id)), UNKNOWN_SERVICE)
}

/** Deletes a service. Throws 404, and 409 while it has bookings to come. */
export function removeService(ctx: Context, id: number) {
  return transaction(ctx, async (ctx) => {
    if (!(await lockService(ctx, id))) throw notFound(UNKNOWN_SERVICE)
    const bookings = await countBookingsToCome(ctx, id)
    if (bookings > 0) throw conflict(`Il servizio ha ancora ${bookingsToCome(bookings)}: non può essere eliminato.`)
    await deleteService(ctx, id)
  })
}
