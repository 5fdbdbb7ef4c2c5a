import * as z from 'zod/mini'
import { deletionBlocker } from '../contract/deletion-blocker.ts'
import { endpoint } from '../contract/endpoint.ts'
import { creationHeaders } from '../contract/idempotency.ts'
import { countedTail, idList, idParam, idParams, pageQuery, pageTail } from '../contract/pagination.ts'
import { changeHeaders } from '../contract/version.ts'
import { line } from '../fields/text.ts'
import { offeredService, publicService, service, serviceSchema } from './service-schema.ts'

export const servicePage = z.object({ services: z.array(publicService), ...pageTail })
export type ServicePage = z.infer<typeof servicePage>

export const listPublicServices = endpoint({
  method: 'GET',
  path: '/client/services',
  summary: 'The services a visitor can book, with the free slots of today',
  access: 'visitor',
  status: 200,
  query: pageQuery,
  response: servicePage,
})

/** The slots of one of the service's calendars alone; without it those of any. */
export const ofCalendar = z.object({ calendar_id: z.optional(idParam) })

export const readPublicService = endpoint({
  method: 'GET',
  path: '/client/services/:serviceId',
  summary: 'One service with its free slots over the whole booking horizon',
  access: 'visitor',
  status: 200,
  params: z.object({ serviceId: idParam }),
  query: ofCalendar,
  response: offeredService,
})

export const managedServicePage = z.object({ services: z.array(service), ...countedTail })
export type ManagedServicePage = z.infer<typeof managedServicePage>

export const listServices = endpoint({
  method: 'GET',
  path: '/services',
  summary: 'Every service, hidden ones too, with what the staff can still book today',
  access: 'operator',
  status: 200,
  query: z.extend(pageQuery, {
    /** Only services that the site shows, or only those that it hides. */
    visibility: z.optional(z.enum(['shown', 'hidden'], 'Indica shown o hidden.')),
    /** Only services that can be booked on this calendar. */
    calendar_id: z.optional(idParam),
    ids: z.optional(idList),
    /** Only services whose name contains this. */
    search: z.optional(line(100)),
  }),
  response: managedServicePage,
})

export const readService = endpoint({
  method: 'GET',
  path: '/services/:id',
  summary: 'One service with every slot that the staff can book',
  access: 'operator',
  status: 200,
  params: idParams,
  /** A booking that is being edited: it does not stand in its own way. */
  query: z.extend(ofCalendar, { except: z.optional(idParam) }),
  response: service,
})

export const createService = endpoint({
  method: 'POST',
  path: '/services',
  summary: 'Adds a service',
  access: 'editor',
  status: 201,
  headers: creationHeaders,
  body: serviceSchema,
  response: service,
})

export const updateService = endpoint({
  method: 'PUT',
  path: '/services/:id',
  summary: 'Changes a service; bookings made before keep its name, duration and price',
  access: 'editor',
  status: 200,
  params: idParams,
  headers: changeHeaders,
  body: serviceSchema,
  response: service,
})

export const deleteService = endpoint({
  method: 'DELETE',
  path: '/services/:id',
  summary: 'Removes a service without bookings to come',
  access: 'editor',
  status: 204,
  params: idParams,
})

export const restoreService = endpoint({
  method: 'POST',
  path: '/services/:id/restore',
  summary: 'Undoes that a service was removed, within ten seconds',
  access: 'editor',
  status: 200,
  params: idParams,
  response: service,
})

export const readServiceDeletionBlocker = endpoint({
  method: 'GET',
  path: '/services/:id/deletion-blocker',
  summary: 'What keeps a service from being removed',
  access: 'editor',
  status: 200,
  params: idParams,
  response: deletionBlocker,
})
