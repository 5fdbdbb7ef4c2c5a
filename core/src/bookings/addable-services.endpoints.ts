import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { idParam } from '../contract/pagination.ts'
import { publicService } from '../services/service-schema.ts'
import { chosenServicesQuery } from './chosen-services.ts'
import { ofCalendar } from './offered-visit.endpoints.ts'

/** A service that can be added to a visit. */
const addableService = z.pick(publicService, {
  id: true,
  name: true,
  duration: true,
  amount: true,
  discounted_amount: true,
  variants: true,
})
export type AddableService = z.infer<typeof addableService>

export const listAddableServices = endpoint({
  method: 'GET',
  path: '/client/services/:serviceId/addable',
  summary: 'Lists the services that a visitor can add to a visit: those that one of its calendars offers',
  access: 'visitor',
  status: 200,
  params: z.object({ serviceId: idParam }),
  query: z.extend(ofCalendar, chosenServicesQuery),
  response: z.object({ services: z.array(addableService) }),
})
