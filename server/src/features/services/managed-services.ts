import { upcomingBookings } from '@prenoto/core/bookings/booking-schema.ts'
import { type ChosenServices, hasServices } from '@prenoto/core/bookings/chosen-services.ts'
import type { DeletionBlocker } from '@prenoto/core/contract/deletion-blocker.ts'
import { cutPage, type PageQuery } from '@prenoto/core/contract/pagination.ts'
import type { Service, ServiceInput } from '@prenoto/core/services/managed-service-schema.ts'
import { requireChanged } from '../../lib/errors.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { totalOf } from '../../tenants/count-rows.repository.ts'
import { requirePlainNames } from '../../tenants/plain-names.ts'
import { type RecordedChange, recordChange } from '../audit/record-change.ts'
import { listBookableServices, listServicesOnCalendars } from '../availability/availability.repository.ts'
import {
  findBookableVisit,
  findChangedVisit,
  type RequestedServices,
  serviceIdsOf,
} from '../availability/bookable-visit.ts'
import { ServiceNotFound } from '../availability/errors.ts'
import { requireCalendar, shownCalendars } from '../availability/shown-calendars.ts'
import { findStaffSlots, staffSlotsOfToday } from '../availability/staff-slots.ts'
import { countUpcomingBookings } from '../availability/upcoming-bookings.repository.ts'
import { findBooking } from '../bookings/repositories/bookings.repository.ts'
import { requireCalendarOf, withCalendars } from '../calendars/with-calendar.ts'
import { softDelete } from '../undo/deletions.repository.ts'
import { undoDeletion } from '../undo/undo-deletion.ts'
import { requirePicture } from '../uploads/pictures.ts'
import { auditedService } from './audited-service.ts'
import { ServiceInUse } from './errors.ts'
import {
  findService,
  insertService,
  listServices,
  lockService,
  lockServiceRow,
  type ServiceFilter,
  type ServiceRow,
  updateService,
} from './services.repository.ts'

/** A page of the services, hidden ones included, with the staff's slots of today. */
export async function listManagedServices(ctx: Context, { per_page, last_id, ...filter }: PageQuery & ServiceFilter) {
  const rows = await listServices(ctx, { ...filter, after: last_id, limit: per_page + 1 })
  const { items, ...tail } = cutPage(rows, per_page)
  const isFiltered = Object.values(filter).some(Boolean)
  const total = isFiltered ? {} : await totalOf(ctx, 'services', last_id)
  return { services: await withSlotsOfToday(ctx, items), ...tail, ...total }
}

async function withSlotsOfToday(ctx: Context, rows: ServiceRow[]): Promise<Service[]> {
  const bookable = await listBookableServices(
    ctx,
    rows.map((row) => row.id),
  )
  const slots = await staffSlotsOfToday(ctx, bookable)
  const calendars = new Map(bookable.map((service) => [service.id, shownCalendars(service)]))
  return rows.map((row) => ({
    ...row,
    calendars: calendars.get(row.id) ?? [],
    available_slots: slots.get(row.id) ?? [],
  }))
}

type Options = ChosenServices & {
  /** A booking to ignore. */
  except?: number
  /** Only the slots of this calendar. */
  calendar_id?: number
}

/** A service with all slots of a visit that staff can book. Throws 404, also for a calendar that it does not have. */
export async function readManagedService(
  ctx: Context,
  id: number,
  { except, calendar_id, ...chosen }: Options,
): Promise<Service> {
  const row = await findService(ctx, id)
  const requested = { service_id: id, ...chosen }
  const edited = except === undefined ? undefined : await findBooking(ctx, except)
  const bookable = await (edited ? findChangedVisit(ctx, edited, requested) : findBookableVisit(ctx, requested))
  if (!row || !bookable) throw new ServiceNotFound()
  requireCalendar(bookable, calendar_id)
  const isSame = edited && hasServices(edited, requested)
  const available_slots = await findStaffSlots(ctx, bookable, { edited, isSame, calendarId: calendar_id })
  return { ...row, calendars: shownCalendars(bookable), available_slots }
}

/** The services that staff can add to a visit: those of the calendars that its services share. Throws 404. */
export async function listAddableByStaff(ctx: Context, requested: RequestedServices) {
  const services = await listBookableServices(ctx, serviceIdsOf(requested))
  if (!services.some(({ id }) => id === requested.service_id)) throw new ServiceNotFound()
  const ofEach = services.map(({ calendars }) => new Set(calendars.map(({ id }) => id)))
  return listServicesOnCalendars(ctx, [...ofEach.reduce((shared, ids) => shared.intersection(ids))])
}

const requirePlainServiceNames = (ctx: Context, { name, category, variants = [] }: ServiceInput) =>
  requirePlainNames(ctx, {
    name,
    category,
    ...Object.fromEntries(variants.map((variant, i) => [`variants.${i}.name`, variant.name])),
  })

/** Adds a service once per idempotency key. Throws 422 for an unknown calendar or picture. */
export async function addService(ctx: Context, service: ServiceInput, idempotencyKey?: string): Promise<Service> {
  requirePlainServiceNames(ctx, service)
  const row = await withCalendars(ctx, service, async (ctx) => {
    await requirePicture(ctx, 'picture', service.picture)
    const row = await insertService(ctx, service, idempotencyKey)
    // A repeated request has changed the service that it made.
    await recordService(ctx, row.version === 1 ? 'created' : 'updated', { after: row })
    return row
  })
  return (await withSlotsOfToday(ctx, [row]))[0]!
}

/**
 * Changes a service, of this version if given. Throws 404, 409 with the present one, and 422 for an unknown calendar or
 * picture.
 */
export async function changeService(ctx: Context, id: number, service: ServiceInput, version?: number) {
  requirePlainServiceNames(ctx, service)
  const changed = await withCalendars(ctx, service, async (ctx) => {
    await requirePicture(ctx, 'picture', service.picture)
    const before = await lockServiceRow(ctx, id)
    const after = await updateService(ctx, id, service, version)
    if (after) await recordService(ctx, 'updated', { before, after })
    return after
  })
  const shown = async (row: ServiceRow | undefined) => row && (await withSlotsOfToday(ctx, [row]))[0]
  return requireChanged(await shown(changed), async () => shown(await findService(ctx, id)), ServiceNotFound)
}

/** Restores a service. Throws as `undoDeletion` does, 404, and 409 if its calendar is deleted. */
export async function restoreService(ctx: Context, id: number): Promise<Service> {
  const isThere = await undoDeletion(ctx, { table: 'services', id }, async (ctx) => {
    await requireCalendarOf(ctx, 'services', id)
    await recordService(ctx, 'restored', { after: (await findService(ctx, id))! })
  })
  if (!isThere) throw new ServiceNotFound()
  return (await withSlotsOfToday(ctx, [(await findService(ctx, id))!]))[0]!
}

type Rows = { before?: ServiceRow | undefined; after?: ServiceRow }

const recordService = (ctx: Context, change: RecordedChange, { before, after }: Rows) =>
  recordChange(ctx, change, {
    subject: { type: 'service', id: (after ?? before)!.id },
    before: before && auditedService(before),
    after: after && auditedService(after),
  })

/** Why a service cannot be deleted. Throws 404. */
export async function findServiceDeletionBlocker(ctx: Context, id: number): Promise<DeletionBlocker> {
  if (!(await findService(ctx, id))) throw new ServiceNotFound()
  const bookings = await countUpcomingBookings(ctx, 'service_id', id)
  return { deletion_blocker: bookings > 0 ? upcomingBookings(bookings) : null }
}

/** Deletes a service. Throws 404, and 409 while it has upcoming bookings. */
export function removeService(ctx: Context, id: number) {
  return transaction(ctx, async (ctx) => {
    if (!(await lockService(ctx, id))) throw new ServiceNotFound()
    const bookings = await countUpcomingBookings(ctx, 'service_id', id)
    if (bookings > 0) throw new ServiceInUse({ bookings })
    await recordService(ctx, 'deleted', { before: await findService(ctx, id) })
    await softDelete(ctx, 'services', id)
  })
}
