import * as endpoints from '@prenoto/core/schedule/changed-hours.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { listBookingsOutside } from './bookings-outside.ts'
import { listChangedHours } from './changed-hours.repository.ts'
import { removeChangedHours, restoreChangedHours } from './remove-changed-hours.ts'
import { addChangedHours, changeChangedHours } from './save-changed-hours.ts'

export function changedHoursRoutes(app: FastifyInstance) {
  implement(app, endpoints.listChangedHours, (ctx, { query }) => listChangedHours(ctx, query))
  implement(app, endpoints.listBookingsOutside, (ctx, { body }) => listBookingsOutside(ctx, body))
  implement(app, endpoints.createChangedHours, (ctx, { body, headers }) =>
    addChangedHours(ctx, body, headers['idempotency-key']),
  )
  implement(app, endpoints.updateChangedHours, (ctx, { params, headers, body }) =>
    changeChangedHours(ctx, params.id, body, headers['if-match']),
  )
  implement(app, endpoints.deleteChangedHours, (ctx, { params }) => removeChangedHours(ctx, params.id))
  implement(app, endpoints.restoreChangedHours, (ctx, { params }) => restoreChangedHours(ctx, params.id))
}
