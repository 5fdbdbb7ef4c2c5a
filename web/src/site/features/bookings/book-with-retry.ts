import { bookSlot } from '@prenoto/core/bookings/book-slot.endpoints.ts'
import type { Booking, PublicBookingBody } from '@prenoto/core/bookings/booking-schema.ts'
import { ApiError, api } from '../../../lib/api-client.ts'
import { isRefusal, newKey } from '../../../lib/retry.ts'
import { readTabItem, removeTabItem, storeTabItem } from '../../../lib/session.ts'
import { withProof } from '../../lib/proof-of-work.ts'

/** One intended booking: its idempotency key, and the requests that got no response yet. */
type Attempt = { key: string; unanswered: PublicBookingBody[] }

const attempts = new Map<number, Attempt>()

const storageKey = (serviceId: number) => `booking_attempt_${serviceId}`

/** Idempotency keys that this page has already booked with. */
const usedKeys = new Set<string>()

function attemptAt(serviceId: number, formKey?: string): Attempt {
  const current = attempts.get(serviceId)
  if (current) return current
  const stored = readTabItem(storageKey(serviceId))
  if (stored !== undefined) return JSON.parse(stored)
  return { key: formKey !== undefined && !usedKeys.has(formKey) ? formKey : newKey(), unanswered: [] }
}

/** Stores an attempt in the tab too, so that it survives a reload. */
function store(serviceId: number, attempt: Attempt) {
  attempts.set(serviceId, attempt)
  storeTabItem(storageKey(serviceId), JSON.stringify(attempt))
}

function remove(serviceId: number) {
  usedKeys.add(attemptAt(serviceId).key)
  attempts.delete(serviceId)
  removeTabItem(storageKey(serviceId))
}

/** Requests without a response, which the server may have booked. */
export const unansweredRequests = (serviceId: number) => attemptAt(serviceId).unanswered

/**
 * Books a slot, and makes only one booking even if responses are lost or the visitor chooses another slot meanwhile.
 * Returns an earlier booking if the server has made one. Throws ApiError.
 *
 * `formKey` is the idempotency key of the page's form, which the browser may have submitted before hydration.
 */
export async function bookWithRetry(serviceId: number, booking: PublicBookingBody, formKey?: string): Promise<Booking> {
  const { key, unanswered } = attemptAt(serviceId, formKey)
  const others = unanswered.filter((other) => JSON.stringify(other) !== JSON.stringify(booking))
  const send = (body: PublicBookingBody, key: string) =>
    withProof((proof) => api(bookSlot, { params: { serviceId }, headers: { 'idempotency-key': key, ...proof }, body }))

  store(serviceId, { key, unanswered: [...others, booking] })
  let booked: Booking | undefined
  try {
    for (const body of [booking, ...others]) booked ??= await send(body, key).catch(undefinedForUsedKey)
    if (!booked) {
      // Another tab has made another booking with the same key.
      const renewedKey = newKey()
      store(serviceId, { key: renewedKey, unanswered: [booking] })
      booked = await send(booking, renewedKey)
    }
  } catch (error) {
    if (isRefusal(error)) store(serviceId, { ...attemptAt(serviceId), unanswered: others })
    throw error
  }
  remove(serviceId)
  return booked
}

/** Whether the slot is taken or the service is gone, so that the visitor has to choose again. */
export const isSlotTaken = (error: unknown) =>
  error instanceof ApiError && (error.status === 409 || error.status === 404) && !error.reason

/** Returns undefined if the idempotency key belongs to a different booking. Throws any other error. */
function undefinedForUsedKey(error: unknown) {
  if (error instanceof ApiError && error.errors.some(({ path }) => path === 'idempotency-key')) return undefined
  throw error
}
