import { hash, randomUUID } from 'node:crypto'
import {
  type PublicBooking,
  publicBookingFormSchema,
  publicBookingSchema,
} from '@prenoto/core/bookings/booking-schema.ts'
import type { ChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import { creationHeaders } from '@prenoto/core/contract/idempotency.ts'
import { type BegunBooking, BOOKED_BY_FORM } from '@prenoto/core/pages/page-data.ts'
import type { FastifyInstance } from 'fastify'
import { ProofOfWorkRequired } from '../../lib/errors.ts'
import type { Context } from '../../tenants/context.ts'
import { bookSlot } from '../bookings/book-slot.ts'
import { IdempotencyKeyReused } from '../bookings/errors.ts'
import { askToCall } from './ask-to-call.ts'
import { checkFields, fieldsIn, type SentForm } from './submitted-form.ts'

export type SentBooking = SentForm<PublicBooking>

/** The data to show the form again with its errors. */
export type RefusedBooking = { status: number; booking: BegunBooking }

export const newBookingForm = (): BegunBooking => ({ key: randomUUID() })

const KEY = 'key'
const FIELDS = [KEY, ...Object.keys(publicBookingFormSchema.shape)]

const splitKey = ({ [KEY]: key, ...typed }: Record<string, string>) => ({ key: key!, typed })

/** Validates the visit in the address and the form's fields with the endpoint's schema. */
export function readSentBooking(visit: ChosenVisit, body: unknown): SentBooking | RefusedBooking {
  const sent = fieldsIn(body, FIELDS)
  const sentKey = creationHeaders.safeParse({ 'idempotency-key': sent[KEY] }).data?.['idempotency-key']
  const fields = { ...sent, [KEY]: sentKey ?? newBookingForm().key }
  const { day, hour, calendar, variant, also } = visit
  const { data, problems } = checkFields(publicBookingSchema, fields, {
    visit_day: day,
    visit_hour: hour,
    calendar_id: calendar,
    variant_id: variant,
    also,
  })
  return problems ? { status: 422, booking: { ...splitKey(fields), problems } } : { fields, data }
}

type BookByFormOptions = Pick<Parameters<typeof bookSlot>[3], 'pressure' | 'textChannels'> & {
  toRefusal: FastifyInstance['toRefusal']
}

/**
 * Books once, even when the form is sent again. Returns the address to redirect to, or the refusal. Throws 404 for an unknown
 * service, and unexpected errors.
 */
export async function bookByForm(
  ctx: Context,
  serviceId: number,
  { data, fields }: SentBooking,
  { toRefusal, ...options }: BookByFormOptions,
): Promise<string | RefusedBooking> {
  const begun = splitKey(fields)
  try {
    // A visitor who went back may send the same key for other data, or for a visit cancelled since: derives a new key.
    for (let key = begun.key; ; key = hash('sha256', key + JSON.stringify(data))) {
      const booked = await bookSlot(ctx, serviceId, data, { idempotencyKey: key, ...options }).catch(
        undefinedForUsedKey,
      )
      if (booked && !('deleted_at' in booked && booked.deleted_at)) return BOOKED_BY_FORM
    }
  } catch (error) {
    const { status, detail, errors: problems } = toRefusal(error)
    if (!REFUSALS.includes(status)) throw error
    const refusal = error instanceof ProofOfWorkRequired ? await askToCall(ctx) : detail
    return { status, booking: { ...begun, ...(problems ? { problems } : { refusal }) } }
  }
}

const REFUSALS = [409, 422, 429]

function undefinedForUsedKey(error: unknown) {
  if (error instanceof IdempotencyKeyReused) return undefined
  throw error
}
