import { readVisitSlots as visitSlots } from '@prenoto/core/bookings/bookings.endpoints.ts'
import * as endpoints from '@prenoto/core/services/services.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { withCalendar } from '../calendars/with-calendar.ts'
import { implement } from '../http/endpoint-route.ts'
import {
  changeService,
  findServiceObstacle,
  listManagedServices,
  readManagedService,
  removeService,
  restoreService,
  withSlotsOfToday,
} from './managed-services.ts'
import type { PublicServices } from './public-services.ts'
import { insertService } from './services.repository.ts'
import { readVisitSlots } from './visit-slots.ts'

export function serviceRoutes(app: FastifyInstance, shown: PublicServices) {
  implement(app, endpoints.listPublicServices, (ctx, { query }) => shown.page(ctx, query))
  implement(app, endpoints.readPublicService, (ctx, { params }) => shown.one(ctx, params.serviceId))

  implement(app, visitSlots, (ctx, { params }) => readVisitSlots(ctx, params.hiddenId), { limit: 'visit' })

  implement(app, endpoints.listServices, (ctx, { query }) => listManagedServices(ctx, query))
  implement(app, endpoints.readService, (ctx, { params, query }) => readManagedService(ctx, params.id, query.except))
  implement(app, endpoints.createService, async (ctx, { headers, body }) => {
    const key = headers['idempotency-key']
    const row = await withCalendar(ctx, body.calendar_id, (ctx) => insertService(ctx, body, key))
    return (await withSlotsOfToday(ctx, [row]))[0]!
  })
  implement(app, endpoints.updateService, (ctx, { params, headers, body }) =>
    changeService(ctx, params.id, body, headers['if-match']),
  )
  implement(app, endpoints.deleteService, (ctx, { params }) => removeService(ctx, params.id))
  implement(app, endpoints.readServiceObstacle, (ctx, { params }) => findServiceObstacle(ctx, params.id))
  implement(app, endpoints.restoreService, (ctx, { params }) => restoreService(ctx, params.id))
}
