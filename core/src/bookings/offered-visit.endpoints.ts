import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { idParam } from '../contract/pagination.ts'
import { offeredService } from '../services/service-schema.ts'
import { chosenServicesQuery } from './chosen-services.ts'

/** Limits the slots to one calendar of the service; all calendars without it. */
export const ofCalendar = z.object({ calendar_id: z.optional(idParam) })

export const readPublicService = endpoint({
  method: 'GET',
  path: '/client/services/:serviceId',
  summary: 'Returns a service, or a visit of several, with its free slots in the whole booking horizon',
  access: 'visitor',
  status: 200,
  params: z.object({ serviceId: idParam }),
  /** `source`: as in the address of the page, since it may hold an hour for the visitor; an unknown one is ignored. */
  query: z.extend(ofCalendar, {
    ...chosenServicesQuery,
    source: z.catch(z.optional(z.string().check(z.regex(/^[\w.-]+$/))), undefined),
  }),
  response: offeredService,
})
