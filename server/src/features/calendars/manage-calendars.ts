import { upcomingBookings } from '@prenoto/core/bookings/booking-schema.ts'
import type { CalendarInput } from '@prenoto/core/calendars/calendar-schema.ts'
import type { DeletionBlocker } from '@prenoto/core/contract/deletion-blocker.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../../tenants/context.ts'
import { requirePlainNames } from '../../tenants/plain-names.ts'
import { withPicture } from '../uploads/pictures.ts'
import {
  calendarColumns,
  calendarRecords,
  deleteWithCalendar,
  findUsesOfCalendar,
  insertClosuresOfAllCalendars,
  lockExceptions,
  restoreWithCalendar,
} from './calendars.repository.ts'
import { CalendarInUse, CalendarNotFound } from './errors.ts'

const addClosuresOfAll = (ctx: Context, id: number) =>
  insertClosuresOfAllCalendars(ctx, id, todayIn(ctx.tenant.time_zone, ctx.now))

const requirePlain = (ctx: Context, { name, public_name }: CalendarInput) =>
  requirePlainNames(ctx, { name, public_name })

/** Adds a calendar with the closures of all calendars, once per idempotency key. Throws 422 for a missing picture. */
export function addCalendar(ctx: Context, calendar: CalendarInput, idempotencyKey?: string) {
  requirePlain(ctx, calendar)
  return withPicture(ctx, calendar, async (ctx) => {
    await lockExceptions(ctx)
    return calendarRecords.create(ctx, calendarColumns(calendar), idempotencyKey, addClosuresOfAll)
  })
}

/** Changes a calendar, of this version if given. Throws 404, 409 for another version, and 422 for a missing picture. */
export function changeCalendar(ctx: Context, id: number, calendar: CalendarInput, version?: number) {
  requirePlain(ctx, calendar)
  return withPicture(ctx, calendar, (ctx) =>
    calendarRecords.update(ctx, id, version, (_ctx, before) => calendarColumns(calendar, before)),
  )
}

/** Why a calendar cannot be deleted, in a few words. Throws 404. */
export async function findCalendarDeletionBlocker(ctx: Context, id: number): Promise<DeletionBlocker> {
  if (!(await calendarRecords.find(ctx, id))) throw new CalendarNotFound()
  const { services, bookings } = await findUsesOfCalendar(ctx, id)
  const needs = [
    services.length > 0 && (services.length === 1 ? 'un servizio' : `${services.length} servizi`),
    bookings > 0 && upcomingBookings(bookings),
  ].filter((need) => need !== false)
  return { deletion_blocker: needs.length > 0 ? needs.join(' e ') : null }
}

/**
 * Deletes a calendar with its exceptions. Throws 404, and 409 while it has services or upcoming
 * bookings.
 */
export const removeCalendar = (ctx: Context, id: number) =>
  calendarRecords.delete(ctx, id, async (ctx) => {
    const { services, bookings } = await findUsesOfCalendar(ctx, id)
    if (services.length > 0 || bookings > 0) throw new CalendarInUse({ services, bookings })
    await deleteWithCalendar(ctx, id)
  })

/** Restores a calendar with its records. Throws as `undoDeletion` does, and 404. */
export const restoreCalendar = (ctx: Context, id: number) =>
  calendarRecords.restore(ctx, id, async (ctx, deletedAt) => {
    await restoreWithCalendar(ctx, id, deletedAt)
    await addClosuresOfAll(ctx, id)
  })
