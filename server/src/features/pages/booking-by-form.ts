import { hash, randomUUID } from 'node:crypto'
import {
  type PublicBooking,
  publicBookingFormSchema,
  publicBookingSchema,
} from '@prenoto/core/bookings/booking-schema.ts'
import type { ChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import { creationHeaders } from '@prenoto/core/contract/idempotency.ts'
import { type BegunBooking, BOOKED_BY_FORM } from '@prenoto/core/pages/page-data.ts'
import { HttpError } from '../../lib/errors.ts'
import type { Context } from '../../tenants/context.ts'
import { bookSlot } from '../bookings/book-slot.ts'
import { checkFields, fieldsIn, type SentForm } from './submitted-form.ts'

export type SentBooking = SentForm<PublicBooking>

/** The page again, and why. */
export type RefusedBooking = { status: number; booking: BegunBooking }

export const beginBooking = (): BegunBooking => ({ key: randomUUID() })

const KEY = 'key'
const FIELDS = [KEY, ...Object.keys(publicBookingFormSchema.shape)]

/** What a page is told of a form that comes again. */
const begunOf = ({ [KEY]: key, ...typed }: Record<string, string>) => ({ key: key!, typed })

/** The visit in the address and the fields of the form, held to the rules of the endpoint. */
export function readSentBooking(visit: ChosenVisit, body: unknown): SentBooking | RefusedBooking {
  const sent = fieldsIn(body, FIELDS)
  const known = creationHeaders.safeParse({ 'idempotency-key': sent[KEY] }).data?.['idempotency-key']
  const fields = { ...sent, [KEY]: known ?? beginBooking().key }
  const { day, hour, calendar } = visit
  const { data, problems } = checkFields(publicBookingSchema, fields, {
    visit_day: day,
    visit_hour: hour,
    calendar_id: calendar,
  })
  return problems ? { status: 422, booking: { ...begunOf(fields), problems } } : { fields, data }
}

/**
 * Books once, however often the form is sent. Returns where to go then, or the refusal. Throws 404 for an unknown service, and
 * whatever is nobody's refusal.
 */
export async function bookByForm(
  ctx: Context,
  serviceId: number,
  { data, fields }: SentBooking,
  isLimited: boolean,
): Promise<string | RefusedBooking> {
  const begun = begunOf(fields)
  try {
    // Whoever went back books another visit, or for somebody else, or one that they have cancelled since.
    for (let key = begun.key; ; key = hash('sha256', key + JSON.stringify(data))) {
      const booked = await bookSlot(ctx, serviceId, data, { idempotencyKey: key, isLimited }).catch(undefinedForUsedKey)
      if (booked && !('deleted_at' in booked && booked.deleted_at)) return BOOKED_BY_FORM
    }
  } catch (error) {
    if (!(error instanceof HttpError) || !REFUSALS.includes(error.status)) throw error
    const { status, message, errors: problems } = error
    return { status, booking: { ...begun, ...(problems ? { problems } : { refusal: message }) } }
  }
}

const REFUSALS = [409, 422, 429]

function undefinedForUsedKey(error: unknown) {
  if (error instanceof HttpError && error.errors?.some(({ path }) => path === 'idempotency-key')) return undefined
  throw error
}
