import * as z from 'zod/mini'
import { booking } from '../bookings/booking-schema.ts'
import { hiddenId } from '../bookings/hidden-id.ts'
import { endpoint } from '../contract/endpoint.ts'
import { idField } from '../contract/pagination.ts'

export const bookOffer = endpoint({
  method: 'POST',
  path: '/client/waiting-list/book/:hiddenId',
  summary: 'A waiting customer books the offered slot through their private link',
  access: 'visitor',
  right: 'booking_changes',
  status: 201,
  params: z.object({ hiddenId }),
  body: z.object({ offer_id: idField('Scegli un’offerta.') }),
  response: booking,
})
