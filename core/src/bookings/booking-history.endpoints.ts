import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { idParams } from '../contract/pagination.ts'
import { bookingHistoryEntry } from './booking-history.ts'

export const readBookingHistory = endpoint({
  method: 'GET',
  path: '/bookings/:id/history',
  summary: 'What happened to a booking, in order',
  access: 'operator',
  status: 200,
  params: idParams,
  response: z.object({ history: z.array(bookingHistoryEntry) }),
})
