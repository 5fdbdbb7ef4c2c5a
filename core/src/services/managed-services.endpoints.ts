import * as z from 'zod/mini'
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoint,
  restoreEndpoint,
  updateEndpoint,
} from '../contract/crud-endpoints.ts'
import { deletionBlocker } from '../contract/deletion-blocker.ts'
import { endpoint } from '../contract/endpoint.ts'
import { countedTail, idList, idParam, idParams, pageQuery } from '../contract/pagination.ts'
import { line } from '../fields/text.ts'
import { service, serviceSchema } from './managed-service-schema.ts'

const managedServicePage = z.object({ services: z.array(service), ...countedTail })

const services = { path: '/services', read: 'timetable', change: 'timetable_changes' } as const

export const listServices = listEndpoint(
  services,
  'Lists all services, including hidden ones, with the slots that the staff can still book today',
  {
    query: z.extend(pageQuery, {
      visibility: z.optional(z.enum(['shown', 'hidden'], 'Indica shown o hidden.')),
      calendar_id: z.optional(idParam),
      ids: z.optional(idList),
      /** Part of a service's name. */
      search: z.optional(line(100)),
    }),
    response: managedServicePage,
    keyRight: 'read',
  },
)

export const createService = createEndpoint(services, 'Creates a service', { body: serviceSchema, response: service })

export const updateService = updateEndpoint(
  services,
  'Updates a service; existing bookings keep its previous name, duration and price',
  { body: serviceSchema, response: service },
)

export const deleteService = deleteEndpoint(services, 'Deletes a service without upcoming bookings')

export const restoreService = restoreEndpoint(services, 'Restores a deleted service within ten seconds', service)

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
