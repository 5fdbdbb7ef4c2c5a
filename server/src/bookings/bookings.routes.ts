import * as endpoints from '@prenoto/core/bookings/bookings.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../endpoint-route.ts'
import { bookSlot } from './book-slot.ts'
import { cancelBooking } from './cancel-booking.ts'

export function bookingRoutes(app: FastifyInstance) {
  implement(
    app,
    endpoints.bookSlot,
    (ctx, { params, headers, body }) => bookSlot(ctx, params.serviceId, body, headers['idempotency-key']),
    { limit: 'booking' },
  )
  implement(app, endpoints.cancelBooking, (ctx, { params }) => cancelBooking(ctx, params.hiddenId), {
    limit: 'cancellation',
  })
}
