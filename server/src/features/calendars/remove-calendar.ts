import { upcomingBookings } from '@prenoto/core/bookings/booking-schema.ts'
import type { DeletionBlocker } from '@prenoto/core/contract/deletion-blocker.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { undoDeletion } from '../undo/undo-deletion.ts'
import {
  deleteCalendar,
  findCalendar,
  findUsesOfCalendar,
  insertClosuresOfAllCalendars,
  lockCalendar,
  restoreWithCalendar,
} from './calendars.repository.ts'
import { CalendarInUse, CalendarNotFound } from './errors.ts'
import { recordCalendar } from './record-calendar.ts'

/** Why a calendar cannot be deleted, in a few words. Throws 404. */
export async function findCalendarDeletionBlocker(ctx: Context, id: number): Promise<DeletionBlocker> {
  if (!(await findCalendar(ctx, id))) throw new CalendarNotFound()
  const { services, bookings } = await findUsesOfCalendar(ctx, id)
  const needs = [
    services.length > 0 && (services.length === 1 ? 'un servizio' : `${services.length} servizi`),
    bookings > 0 && upcomingBookings(bookings),
  ].filter((need) => need !== false)
  return { deletion_blocker: needs.length > 0 ? needs.join(' e ') : null }
}

/**
 * Deletes a calendar with its closures and special openings. Throws 404, and 409 while it has services or upcoming
 * bookings.
 */
export function removeCalendar(ctx: Context, id: number) {
  return transaction(ctx, async (ctx) => {
    if (!(await lockCalendar(ctx, id))) throw new CalendarNotFound()

    const { services, bookings } = await findUsesOfCalendar(ctx, id)
    if (services.length > 0 || bookings > 0) throw new CalendarInUse({ services, bookings })

    await recordCalendar(ctx, 'deleted', { before: await findCalendar(ctx, id) })
    await deleteCalendar(ctx, id)
  })
}

/** Restores a calendar with its records. Throws as `undoDeletion` does, and 404. */
export async function restoreCalendar(ctx: Context, id: number) {
  const isThere = await undoDeletion(ctx, { table: 'calendars', id }, async (ctx, { deletedAt }) => {
    await restoreWithCalendar(ctx, id, deletedAt)
    await insertClosuresOfAllCalendars(ctx, id, todayIn(ctx.tenant.time_zone, ctx.now))
    await recordCalendar(ctx, 'restored', { after: await findCalendar(ctx, id) })
  })
  const calendar = isThere && (await findCalendar(ctx, id))
  if (!calendar) throw new CalendarNotFound()
  return calendar
}
