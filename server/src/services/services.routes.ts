import * as endpoints from '@prenoto/core/services/services.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import type { AnswerCache } from '../answer-cache.ts'
import { UNKNOWN_SERVICE } from '../bookings/book-slot.ts'
import { withCalendar } from '../calendars/with-calendar.ts'
import { implement } from '../endpoint-route.ts'
import { notFound } from '../errors.ts'
import { listManagedServices, readManagedService, removeService, withSlotsOfToday } from './managed-services.ts'
import { publicServiceJson, publicServicesJson } from './public-services.ts'
import { insertService, updateService } from './services.repository.ts'

export function serviceRoutes(app: FastifyInstance, answers: AnswerCache) {
  implement(app, endpoints.listPublicServices, (ctx, { query }) => publicServicesJson(ctx, answers, query))
  implement(app, endpoints.readPublicService, (ctx, { params }) => publicServiceJson(ctx, answers, params.serviceId))

  implement(app, endpoints.listServices, (ctx, { query }) => listManagedServices(ctx, query))
  implement(app, endpoints.readService, (ctx, { params, query }) => readManagedService(ctx, params.id, query.except))
  implement(app, endpoints.createService, async (ctx, { body }) => {
    const row = await withCalendar(ctx, body.calendar_id, (ctx) => insertService(ctx, body))
    return (await withSlotsOfToday(ctx, [row]))[0]!
  })
  implement(app, endpoints.updateService, async (ctx, { params, body }) => {
    const row = await withCalendar(ctx, body.calendar_id, (ctx) => updateService(ctx, params.id, body))
    if (!row) throw notFound(UNKNOWN_SERVICE)
    return (await withSlotsOfToday(ctx, [row]))[0]!
  })
  implement(app, endpoints.deleteService, (ctx, { params }) => removeService(ctx, params.id))
}
