import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { idParams } from '../contract/pagination.ts'
import { bookingHistoryEntry } from './booking-history.ts'

export const readBookingHistory = endpoint({
  method: 'GET',
  path: '/bookings/:id/history',
  summary: 'Lists the history of a booking, oldest first',
  access: 'operator',
  right: 'bookings',
  status: 200,
  params: idParams,
  response: z.object({ history: z.array(bookingHistoryEntry) }),
})
