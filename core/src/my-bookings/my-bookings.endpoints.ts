import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { proofHeaders } from '../contract/proof-of-work.ts'
import { botTrap, email } from '../fields/contact-fields.ts'

/** The request for a link to 'Le mie prenotazioni'. */
export const myBookingsRequestSchema = z.object({ email, ...botTrap })
export type MyBookingsRequest = z.infer<typeof myBookingsRequestSchema>

export const requestMyBookings = endpoint({
  method: 'POST',
  path: '/client/my-bookings',
  summary: 'Sends a link to the bookings of an e-mail address, if there are any; the answer is always the same',
  access: 'visitor',
  status: 204,
  headers: proofHeaders,
  body: myBookingsRequestSchema,
})
