import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParam } from '../page.ts'
import { booking, publicBookingSchema } from './booking-schema.ts'

/** A key of the caller's choice: a repeated call with the same key gets the first answer and books nothing more. */
const idempotencyKey = z.optional(
  z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/, 'La chiave di idempotenza non è valida.')),
)

/** The key of a booking's private link. */
const hiddenId = z.string().check(z.regex(/^[\w-]{22,100}$/))

export const bookSlot = endpoint({
  method: 'POST',
  path: '/client/bookings/create/:serviceId',
  summary: 'A visitor books an offered slot of a service',
  access: 'visitor',
  status: 201,
  params: z.object({ serviceId: idParam }),
  headers: z.object({ 'idempotency-key': idempotencyKey }),
  body: publicBookingSchema,
  response: booking,
})

export const cancelBooking = endpoint({
  method: 'DELETE',
  path: '/client/bookings/delete/:hiddenId',
  summary: 'A visitor cancels a booking through its private link',
  access: 'visitor',
  status: 204,
  params: z.object({ hiddenId }),
})
