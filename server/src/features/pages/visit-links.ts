import { type ChosenVisit, chosenVisitQuery } from '@prenoto/core/bookings/chosen-visit.ts'
import { hiddenId } from '@prenoto/core/bookings/hidden-id.ts'
import type { ShownVisit } from '@prenoto/core/bookings/visit-schema.ts'
import { CANCELLED, RESCHEDULED } from '@prenoto/core/pages/page-data.ts'
import { HttpError } from '../../lib/errors.ts'
import type { Context } from '../../tenants/context.ts'
import { cancelByCustomer } from '../bookings/cancel-booking.ts'
import { rescheduleByCustomer } from '../bookings/reschedule-by-customer.ts'
import { readVisit } from '../bookings/visit.ts'

/** What somebody asks of the visit of a private link; null for one that was never given, whose visit is cancelled, or when it is refused. */
const ask = async <T>(key: string, act: () => Promise<T>): Promise<T | null> =>
  hiddenId.safeParse(key).success ? act().catch(nullWhenRefused) : null

/** The visit of a private link. */
export const findLinkedVisit = (ctx: Context, key: string): Promise<ShownVisit | null> =>
  ask(key, () => readVisit(ctx, key))

/** Cancels as the page's form asks for it. Returns where to go then: to the same page again when there was nothing to cancel. */
export async function cancelByForm(ctx: Context, key: string): Promise<string> {
  const isDone = await ask(key, () => cancelByCustomer(ctx, key).then(() => true))
  return isDone ? `/${CANCELLED}` : `/bookings/delete/${encodeURIComponent(key)}`
}

/** Moves as the page's form asks for it. Returns where to go then: back to the choice, where it was not to be had. */
export async function moveByForm(
  ctx: Context,
  key: string,
  { calendar, day, hour }: ChosenVisit = {},
  isLimited: boolean,
): Promise<string> {
  const page = `/bookings/${encodeURIComponent(key)}`
  if (!day || !hour) return page
  const to = { visit_day: day, visit_hour: hour, calendar_id: calendar }
  const isDone = await ask(key, () => rescheduleByCustomer(ctx, key, to, { isLimited }))
  return isDone ? page + RESCHEDULED : `${page}?${new URLSearchParams(chosenVisitQuery({ calendar, day, hour }))}`
}

function nullWhenRefused(error: unknown) {
  if (error instanceof HttpError && (error.status === 404 || error.status === 409)) return null
  throw error
}
