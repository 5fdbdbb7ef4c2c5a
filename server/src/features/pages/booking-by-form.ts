import { hash, randomUUID } from 'node:crypto'
import type { PublicBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { creationHeaders, idempotencyHeader } from '@prenoto/core/contract/idempotency.ts'
import type { BegunBooking } from '@prenoto/core/pages/page-data.ts'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../tenants/context.ts'
import { bookSlot } from '../bookings/book-slot.ts'
import { IdempotencyKeyReused } from '../bookings/errors.ts'
import { readFields } from './submitted-form.ts'

export const newBookingForm = (): BegunBooking => ({ key: randomUUID() })

/** The idempotency key that the page put into its form; a new one if it is missing or invalid. */
export function readFormKey({ body }: FastifyRequest): string {
  const { key = '' } = readFields(body, ['key'])
  return creationHeaders.safeParse(idempotencyHeader(key)).data?.['idempotency-key'] ?? newBookingForm().key
}

type BookByFormOptions = Pick<Parameters<typeof bookSlot>[3], 'pressure' | 'textChannels'> & { key: string }

/**
 * Books once, even when the form is sent again. A visitor who went back may send the same key for other data, or for a visit
 * cancelled since: derives a new key.
 */
export async function bookByForm(
  ctx: Context,
  serviceId: number,
  data: PublicBooking,
  { key, ...options }: BookByFormOptions,
) {
  for (let idempotencyKey = key; ; idempotencyKey = hash('sha256', idempotencyKey + JSON.stringify(data))) {
    const booked = await bookSlot(ctx, serviceId, data, { idempotencyKey, ...options }).catch(undefinedForUsedKey)
    if (booked && !('deleted_at' in booked && booked.deleted_at)) return
  }
}

function undefinedForUsedKey(error: unknown) {
  if (error instanceof IdempotencyKeyReused) return undefined
  throw error
}
