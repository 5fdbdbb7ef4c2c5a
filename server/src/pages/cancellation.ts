import { hiddenId } from '@prenoto/core/bookings/bookings.endpoints.ts'
import { CANCELLED, type CancellableVisit } from '@prenoto/core/pages/page-data.ts'
import { findVisit } from '../bookings/bookings.repository.ts'
import { cancelBooking, hasBegun } from '../bookings/cancel-booking.ts'
import { HttpError } from '../lib/errors.ts'
import type { Context } from '../tenants/context.ts'

/** The visit of a cancellation link; null for a link that was never given, or whose visit is cancelled already. */
export async function findCancellable(ctx: Context, key: string): Promise<CancellableVisit | null> {
  const visit = hiddenId.safeParse(key).success ? await findVisit(ctx, key) : undefined
  if (!visit) return null
  const { service_name, visit_day, visit_hour } = visit
  return { service_name, visit_day, visit_hour, has_begun: hasBegun(ctx, visit) }
}

/** Cancels as the page's form asks for it. Returns where to go then: to the same page again when there was nothing to cancel. */
export async function cancelByForm(ctx: Context, key: string): Promise<string> {
  try {
    await cancelBooking(ctx, key)
    return `/${CANCELLED}`
  } catch (error) {
    if (error instanceof HttpError && (error.status === 404 || error.status === 409)) return `/bookings/delete/${key}`
    throw error
  }
}
