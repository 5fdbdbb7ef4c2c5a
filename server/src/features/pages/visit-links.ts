import { type ChosenVisit, chosenVisitQuery } from '@prenoto/core/bookings/chosen-visit.ts'
import { hiddenId } from '@prenoto/core/bookings/hidden-id.ts'
import type { ShownVisit } from '@prenoto/core/bookings/visit-schema.ts'
import { CANCELLED, RESCHEDULED } from '@prenoto/core/pages/page-data.ts'
import { textLinkQuery } from '@prenoto/core/text-messages/text-link.ts'
import { Conflict, NotFound } from '../../lib/errors.ts'
import type { Context } from '../../tenants/context.ts'
import { cancelByCustomer } from '../bookings/cancel-booking.ts'
import { confirmVisit } from '../bookings/confirm-visit.ts'
import { rescheduleByCustomer } from '../bookings/reschedule-by-customer.ts'
import { readVisit } from '../bookings/visit.ts'
import { restoreConsentOfVisit, withdrawConsentOfVisit } from '../text-messages/consent.ts'

/** Runs `act` for the visit of a private link; null for an invalid link, a cancelled visit or a refusal. */
const orNull = async <T>(key: string, act: () => Promise<T>): Promise<T | null> =>
  hiddenId.safeParse(key).success ? act().catch(nullWhenRefused) : null

export const findLinkedVisit = (ctx: Context, key: string): Promise<ShownVisit | null> =>
  orNull(key, () => readVisit(ctx, key))

/** Returns the address to redirect to: the same page when there was nothing to cancel. */
export async function cancelByForm(ctx: Context, key: string): Promise<string> {
  const isDone = await orNull(key, () => cancelByCustomer(ctx, key).then(() => true))
  return isDone ? `/${CANCELLED}` : `/bookings/delete/${encodeURIComponent(key)}`
}

/** Returns the address to redirect to: back to the choice of a slot when the chosen one is not available. */
export async function rescheduleByForm(
  ctx: Context,
  key: string,
  { calendar, day, hour }: ChosenVisit = {},
  isLimited: boolean,
): Promise<string> {
  const page = `/bookings/${encodeURIComponent(key)}`
  if (!day || !hour) return page
  const to = { visit_day: day, visit_hour: hour, calendar_id: calendar }
  const isDone = await orNull(key, () => rescheduleByCustomer(ctx, key, to, { isLimited }))
  return isDone ? page + RESCHEDULED : `${page}?${new URLSearchParams(chosenVisitQuery({ calendar, day, hour }))}`
}

/** Returns the address of the visit's page, which shows whether the visit is confirmed. */
export async function confirmByForm(ctx: Context, key: string, shownVisit: ChosenVisit = {}): Promise<string> {
  await orNull(key, () => confirmVisit(ctx, key, shownVisit))
  return `/bookings/${encodeURIComponent(key)}`
}

/** Stops or resumes text messages. Returns the address of the visit's page, which says whether they are sent. */
export async function changeTextsByForm(
  ctx: Context,
  key: string,
  { linkKey, isWanted }: { linkKey: string | undefined; isWanted: boolean },
): Promise<string> {
  const change = isWanted ? restoreConsentOfVisit : withdrawConsentOfVisit
  await orNull(key, () => change(ctx, { hiddenId: key, linkKey }))
  const page = `/bookings/${encodeURIComponent(key)}`
  return linkKey ? page + textLinkQuery(linkKey) : page
}

function nullWhenRefused(error: unknown) {
  if (error instanceof NotFound || error instanceof Conflict) return null
  throw error
}
