import * as z from 'zod/mini'
import { deletionBlocker } from '../contract/deletion-blocker.ts'
import { endpoint } from '../contract/endpoint.ts'
import { creationHeaders } from '../contract/idempotency.ts'
import { countedTail, idList, idParam, idParams, pageQuery } from '../contract/pagination.ts'
import { changeHeaders } from '../contract/version.ts'
import { line } from '../fields/text.ts'
import { service, serviceSchema } from './managed-service-schema.ts'

export const managedServicePage = z.object({ services: z.array(service), ...countedTail })
export type ManagedServicePage = z.infer<typeof managedServicePage>

export const listServices = endpoint({
  method: 'GET',
  path: '/services',
  summary: 'Lists all services, including hidden ones, with the slots that the staff can still book today',
  access: 'operator',
  right: 'timetable',
  status: 200,
  query: z.extend(pageQuery, {
    visibility: z.optional(z.enum(['shown', 'hidden'], 'Indica shown o hidden.')),
    calendar_id: z.optional(idParam),
    ids: z.optional(idList),
    /** Part of a service's name. */
    search: z.optional(line(100)),
  }),
  response: managedServicePage,
})

export const createService = endpoint({
  method: 'POST',
  path: '/services',
  summary: 'Creates a service',
  access: 'editor',
  right: 'timetable_changes',
  status: 201,
  headers: creationHeaders,
  body: serviceSchema,
  response: service,
})

export const updateService = endpoint({
  method: 'PUT',
  path: '/services/:id',
  summary: 'Updates a service; existing bookings keep its previous name, duration and price',
  access: 'editor',
  right: 'timetable_changes',
  status: 200,
  params: idParams,
  headers: changeHeaders,
  body: serviceSchema,
  response: service,
})

export const deleteService = endpoint({
  method: 'DELETE',
  path: '/services/:id',
  summary: 'Deletes a service without upcoming bookings',
  access: 'editor',
  right: 'timetable_changes',
  status: 204,
  params: idParams,
})

export const restoreService = endpoint({
  method: 'POST',
  path: '/services/:id/restore',
  summary: 'Restores a deleted service within ten seconds',
  access: 'editor',
  right: 'timetable_changes',
  status: 200,
  params: idParams,
  response: service,
})

export const readServiceDeletionBlocker = endpoint({
  method: 'GET',
  path: '/services/:id/deletion-blocker',
  summary: 'Returns the reason why a service cannot be deleted',
  access: 'editor',
  right: 'timetable_changes',
  status: 200,
  params: idParams,
  response: deletionBlocker,
})
