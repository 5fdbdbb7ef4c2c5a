import * as endpoints from '@prenoto/core/my-bookings/my-bookings.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { type MyBookingsLimits, requestMyBookings } from './request-my-bookings.ts'

export function myBookingsRoutes(app: FastifyInstance, limits: MyBookingsLimits) {
  implement(
    app,
    endpoints.requestMyBookings,
    (ctx, { body }, { pressure }) => requestMyBookings(ctx, body, { pressure, limits }),
    { form: 'my-bookings' },
  )
}
