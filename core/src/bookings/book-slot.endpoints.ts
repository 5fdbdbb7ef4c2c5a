import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { creationHeaders } from '../contract/idempotency.ts'
import { idParam } from '../contract/pagination.ts'
import { proofHeaders } from '../contract/proof-of-work.ts'
import { booking, publicBookingSchema } from './booking-schema.ts'

export const bookSlot = endpoint({
  method: 'POST',
  path: '/client/bookings/create/:serviceId',
  summary: 'A visitor books an offered slot of a service',
  access: 'visitor',
  status: 201,
  params: z.object({ serviceId: idParam }),
  headers: z.object({ ...creationHeaders.shape, ...proofHeaders.shape }),
  body: publicBookingSchema,
  response: booking,
})
