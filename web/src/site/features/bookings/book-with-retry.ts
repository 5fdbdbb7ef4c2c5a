import type { Booking, PublicBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { bookSlot } from '@prenoto/core/bookings/bookings.endpoints.ts'
import { ApiError, api } from '../../../lib/api-client.ts'
import { isRefusal, newKey, withRetry } from '../../../lib/retry.ts'
import { readTabItem, removeTabItem, storeTabItem } from '../../../lib/session.ts'

/** One booking that somebody means to make: the key under which it is made once, and what was asked for without an answer. */
type Attempt = { key: string; asked: PublicBooking[] }

const attempts = new Map<number, Attempt>()

const placeOf = (serviceId: number) => `booking_attempt_${serviceId}`

/** Keys under which a booking was made from here. */
const spent = new Set<string>()

function attemptAt(serviceId: number, begun?: string): Attempt {
  const known = attempts.get(serviceId)
  if (known) return known
  const kept = readTabItem(placeOf(serviceId))
  if (kept !== undefined) return JSON.parse(kept)
  return { key: begun !== undefined && !spent.has(begun) ? begun : newKey(), asked: [] }
}

/** KeptMessage over a reload, too, until the booking is made. */
function keep(serviceId: number, attempt: Attempt) {
  attempts.set(serviceId, attempt)
  storeTabItem(placeOf(serviceId), JSON.stringify(attempt))
}

function forget(serviceId: number) {
  spent.add(attemptAt(serviceId).key)
  attempts.delete(serviceId)
  removeTabItem(placeOf(serviceId))
}

/** What was asked for and may have been booked: its answer is on the way, or lost. */
export const unansweredRequests = (serviceId: number) => attemptAt(serviceId).asked

/**
 * Books a slot of a service. Whatever becomes of the answers, and whichever other slot is asked for meanwhile, one
 * booking is made: when it turns out that an earlier one was, that one is returned. `begun` is the key of the page's form, which the browser
 * may have sent by itself before. Throws ApiError.
 */
export async function bookWithRetry(serviceId: number, booking: PublicBooking, begun?: string): Promise<Booking> {
  const { key, asked } = attemptAt(serviceId, begun)
  const others = asked.filter((other) => JSON.stringify(other) !== JSON.stringify(booking))
  const ask = (body: PublicBooking, key: string) =>
    withRetry(() => api(bookSlot, { params: { serviceId }, headers: { 'idempotency-key': key }, body }))

  keep(serviceId, { key, asked: [...others, booking] })
  let made: Booking | undefined
  try {
    for (const body of [booking, ...others]) made ??= await ask(body, key).catch(undefinedForKeyOfAnother)
    if (!made) {
      // Another tab began with the same key, and its booking is another one.
      const renewed = newKey()
      keep(serviceId, { key: renewed, asked: [booking] })
      made = await ask(booking, renewed)
    }
  } catch (error) {
    if (isRefusal(error)) keep(serviceId, { ...attemptAt(serviceId), asked: others })
    throw error
  }
  forget(serviceId)
  return made
}

/** Whether somebody else has the slot, or the service is gone: another one has to be chosen. */
export const isSlotTaken = (error: unknown) =>
  error instanceof ApiError && (error.status === 409 || error.status === 404) && !error.reason

/** What the server says when another visit than this one was booked under the key. */
function undefinedForKeyOfAnother(error: unknown) {
  if (error instanceof ApiError && error.errors.some(({ path }) => path === 'idempotency-key')) return undefined
  throw error
}
