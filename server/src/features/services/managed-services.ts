import { upcomingBookings } from '@prenoto/core/bookings/booking-schema.ts'
import { type ChosenServices, hasServices } from '@prenoto/core/bookings/chosen-services.ts'
import type { VisitOfService } from '@prenoto/core/bookings/staff-slots.endpoints.ts'
import type { DeletionBlocker } from '@prenoto/core/contract/deletion-blocker.ts'
import type { ServiceInput } from '@prenoto/core/services/managed-service-schema.ts'
import type { Processing } from '@prenoto/core/services/processing.ts'
import type { Context } from '../../tenants/context.ts'
import { requirePlainNames } from '../../tenants/plain-names.ts'
import { listBookableServices, listServicesOnCalendars } from '../availability/availability.repository.ts'
import {
  findBookableVisit,
  findChangedVisit,
  listServiceIds,
  type RequestedServices,
} from '../availability/bookable-visit.ts'
import { ServiceNotFound } from '../availability/errors.ts'
import { replaceOtherCalendars } from '../availability/service-calendars.repository.ts'
import { requireCalendar, shownCalendars } from '../availability/shown-calendars.ts'
import { findStaffSlots } from '../availability/staff-slots.ts'
import { countUpcomingBookings } from '../availability/upcoming-bookings.repository.ts'
import { findBooking } from '../bookings/repositories/bookings.repository.ts'
import { requireRecordCalendar, withCalendars } from '../calendars/with-calendar.ts'
import { requirePicture } from '../uploads/pictures.ts'
import { ServiceInUse } from './errors.ts'
import { serviceColumns, serviceRecords, withOtherCalendars } from './services.repository.ts'

type ManagedServicesOptions = ChosenServices & {
  /** A booking to ignore. */
  except?: number
  /** Only the slots of this calendar. */
  calendar_id?: number
}

/** A service with all slots of a visit that staff can book. Throws 404, also for a calendar that it does not have. */
export async function readManagedService(
  ctx: Context,
  id: number,
  { except, calendar_id, ...chosen }: ManagedServicesOptions,
): Promise<VisitOfService> {
  const row = await serviceRecords.find(ctx, id)
  const requested = { service_id: id, ...chosen }
  const edited = except === undefined ? undefined : await findBooking(ctx, except)
  const bookable = await (edited ? findChangedVisit(ctx, edited, requested) : findBookableVisit(ctx, requested))
  if (!row || !bookable) throw new ServiceNotFound()
  requireCalendar(bookable, calendar_id)
  const isSame = edited && hasServices(edited, requested)
  const slots = await findStaffSlots(ctx, bookable, { edited, isSame, calendarId: calendar_id })
  return { ...row, visit_preparation: bookable.preparation, calendars: shownCalendars(bookable), ...slots }
}

/** The services that staff can add to a visit: those of the calendars that its services share. Throws 404. */
export async function listAddableByStaff(ctx: Context, requested: RequestedServices) {
  const services = await listBookableServices(ctx, listServiceIds(requested))
  if (!services.some(({ id }) => id === requested.service_id)) throw new ServiceNotFound()
  const ofEach = services.map(({ calendars }) => new Set(calendars.map(({ id }) => id)))
  return listServicesOnCalendars(ctx, [...ofEach.reduce((shared, ids) => shared.intersection(ids))])
}

/** Locks the calendars and the picture that a service names. Throws 422 for an unknown one and for a web address as a name. */
function withReferences<T>(ctx: Context, service: ServiceInput, save: (ctx: Context) => Promise<T>) {
  const { name, category, variants = [], picture } = service
  const variantNames = variants.map((variant, i) => [`variants.${i}.name`, variant.name])
  requirePlainNames(ctx, { name, category, ...Object.fromEntries(variantNames) })
  return withCalendars(ctx, service, async (ctx) => {
    await requirePicture(ctx, 'picture', picture)
    return save(ctx)
  })
}

const NO_PROCESSING: Processing = { processing_after: null, processing_minutes: 0 }

/** Adds a service once per idempotency key. Throws 422 for an unknown calendar or picture. */
export const addService = (ctx: Context, service: ServiceInput, idempotencyKey?: string) =>
  withReferences(ctx, service, (ctx) =>
    serviceRecords.create(ctx, serviceColumns({ ...NO_PROCESSING, ...service }), idempotencyKey, (ctx, id) =>
      replaceOtherCalendars(ctx, id, service.other_calendar_ids ?? []),
    ),
  )

/**
 * Changes a service, of this version if given. Throws 404, 409 with the present one, and 422 for an unknown calendar or
 * picture.
 */
export const changeService = (ctx: Context, id: number, service: ServiceInput, version?: number) =>
  withReferences(ctx, service, (ctx) =>
    serviceRecords.update(ctx, id, version, (ctx, before) => withOtherCalendars(ctx, before, service)),
  )

/** Restores a service. Throws as `undoDeletion` does, 404, and 409 if its calendar is deleted. */
export const restoreService = (ctx: Context, id: number) =>
  serviceRecords.restore(ctx, id, (ctx) => requireRecordCalendar(ctx, 'services', id))

/** Why a service cannot be deleted. Throws 404. */
export async function findServiceDeletionBlocker(ctx: Context, id: number): Promise<DeletionBlocker> {
  if (!(await serviceRecords.find(ctx, id))) throw new ServiceNotFound()
  const bookings = await countUpcomingBookings(ctx, 'service_id', id)
  return { deletion_blocker: bookings > 0 ? upcomingBookings(bookings) : null }
}

/** Deletes a service. Throws 404, and 409 while it has upcoming bookings. */
export const removeService = (ctx: Context, id: number) =>
  serviceRecords.delete(ctx, id, async (ctx) => {
    const bookings = await countUpcomingBookings(ctx, 'service_id', id)
    if (bookings > 0) throw new ServiceInUse({ bookings })
  })
