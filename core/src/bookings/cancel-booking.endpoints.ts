import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { hiddenId } from './hidden-id.ts'

/** Alone, so that the cancellation page loads no other endpoint. */
export const cancelBooking = endpoint({
  method: 'DELETE',
  path: '/client/bookings/delete/:hiddenId',
  summary: 'A visitor cancels a booking through its private link',
  access: 'visitor',
  right: 'cancellations',
  status: 204,
  params: z.object({ hiddenId }),
})
