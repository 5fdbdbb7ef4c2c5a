import { readVisitSlots as visitSlots } from '@prenoto/core/bookings/bookings.endpoints.ts'
import * as endpoints from '@prenoto/core/services/services.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import {
  addService,
  changeService,
  findServiceDeletionBlocker,
  listManagedServices,
  readManagedService,
  removeService,
  restoreService,
} from './managed-services.ts'
import type { PublicServices } from './public-services.ts'
import { readVisitSlots } from './visit-slots.ts'

export function serviceRoutes(app: FastifyInstance, shown: PublicServices) {
  implement(app, endpoints.listPublicServices, (ctx, { query }) => shown.page(ctx, query))
  implement(app, endpoints.readPublicService, (ctx, { params, query }) =>
    shown.one(ctx, params.serviceId, query.calendar_id),
  )

  implement(app, visitSlots, (ctx, { params, query }) => readVisitSlots(ctx, params.hiddenId, query.calendar_id), {
    limit: 'visit',
  })

  implement(app, endpoints.listServices, (ctx, { query }) => listManagedServices(ctx, query))
  implement(app, endpoints.readService, (ctx, { params, query }) => readManagedService(ctx, params.id, query))
  implement(app, endpoints.createService, (ctx, { headers, body }) => addService(ctx, body, headers['idempotency-key']))
  implement(app, endpoints.updateService, (ctx, { params, headers, body }) =>
    changeService(ctx, params.id, body, headers['if-match']),
  )
  implement(app, endpoints.deleteService, (ctx, { params }) => removeService(ctx, params.id))
  implement(app, endpoints.readServiceDeletionBlocker, (ctx, { params }) => findServiceDeletionBlocker(ctx, params.id))
  implement(app, endpoints.restoreService, (ctx, { params }) => restoreService(ctx, params.id))
}
