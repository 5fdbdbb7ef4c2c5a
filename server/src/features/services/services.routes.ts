import { listAddableServices } from '@prenoto/core/bookings/addable-services.endpoints.ts'
import { readVisitSlots as visitSlots } from '@prenoto/core/bookings/bookings.endpoints.ts'
import { readPublicService } from '@prenoto/core/bookings/offered-visit.endpoints.ts'
import { listStaffAddableServices } from '@prenoto/core/bookings/staff-addable-services.endpoints.ts'
import { readService } from '@prenoto/core/bookings/staff-slots.endpoints.ts'
import * as managed from '@prenoto/core/services/managed-services.endpoints.ts'
import { listPublicServices } from '@prenoto/core/services/services.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { withHeldHour } from './held-hour.ts'
import {
  addService,
  changeService,
  findServiceDeletionBlocker,
  listAddableByStaff,
  readManagedService,
  removeService,
  restoreService,
} from './managed-services.ts'
import type { PublicServices } from './public-services.ts'
import { listServices } from './services.repository.ts'
import { readVisitSlots } from './visit-slots.ts'

export function serviceRoutes(app: FastifyInstance, publicServices: PublicServices) {
  implement(app, listPublicServices, (ctx, { query }) => publicServices.page(ctx, query), { isCached: true })
  implement(
    app,
    readPublicService,
    async (ctx, { params, query: { source, calendar_id, ...chosen } }) => {
      const service = await publicServices.one(ctx, { service_id: params.serviceId, ...chosen }, calendar_id)
      return withHeldHour(ctx, service, { source, calendar: calendar_id })
    },
    { isCached: true },
  )

  implement(app, listAddableServices, async (ctx, { params, query }) => ({
    services: await publicServices.addable(ctx, { service_id: params.serviceId, ...query }, query.calendar_id),
  }))

  implement(app, visitSlots, (ctx, { params, query }) => readVisitSlots(ctx, params.hiddenId, query.calendar_id), {
    limit: 'visit',
  })

  implement(app, managed.listServices, async (ctx, { query }) => {
    const { items: services, ...tail } = await listServices(ctx, query)
    return { services, ...tail }
  })
  implement(app, readService, (ctx, { params, query }) => readManagedService(ctx, params.id, query))
  implement(app, listStaffAddableServices, async (ctx, { params, query }) => ({
    services: await listAddableByStaff(ctx, { service_id: params.id, ...query }),
  }))
  implement(app, managed.createService, (ctx, { headers, body }) => addService(ctx, body, headers['idempotency-key']))
  implement(app, managed.updateService, (ctx, { params, headers, body }) =>
    changeService(ctx, params.id, body, headers['if-match']),
  )
  implement(app, managed.deleteService, (ctx, { params }) => removeService(ctx, params.id))
  implement(app, managed.readServiceDeletionBlocker, (ctx, { params }) => findServiceDeletionBlocker(ctx, params.id))
  implement(app, managed.restoreService, (ctx, { params }) => restoreService(ctx, params.id))
}
