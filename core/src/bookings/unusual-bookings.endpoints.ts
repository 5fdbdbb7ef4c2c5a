import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { bookingIdsSchema } from './booking-ids.ts'
import { booking } from './booking-schema.ts'

const unusualBooking = z.pick(booking, {
  id: true,
  name: true,
  surname: true,
  service_name: true,
  service_duration: true,
  calendar_name: true,
  visit_day: true,
  visit_hour: true,
})

export const listUnusualBookings = endpoint({
  method: 'GET',
  path: '/dashboard/unusual-bookings',
  summary:
    'Lists the unusual bookings by visit time: in a burst, those of the last hour by customers without an earlier one',
  access: 'editor',
  right: 'unusual_bookings',
  status: 200,
  response: z.object({ bookings: z.array(unusualBooking) }),
})

export const cancelUnusualBookings = endpoint({
  method: 'POST',
  path: '/dashboard/unusual-bookings/cancel',
  summary:
    'Cancels unusual bookings and writes to nobody; for ten seconds it can be undone and their slots are held. Skips all other bookings',
  access: 'editor',
  right: 'unusual_bookings',
  status: 200,
  body: bookingIdsSchema,
  response: z.object({ cancelled: z.array(z.int()) }),
})

export const restoreUnusualBookings = endpoint({
  method: 'POST',
  path: '/dashboard/unusual-bookings/restore',
  summary: 'Restores bookings within ten seconds of their cancellation as unusual: all or none',
  access: 'editor',
  right: 'unusual_bookings',
  status: 204,
  body: bookingIdsSchema,
})
