import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { idParams } from '../contract/pagination.ts'
import { service } from '../services/managed-service-schema.ts'
import { chosenServicesQuery } from './chosen-services.ts'

const staffAddableService = z.pick(service, { id: true, name: true, variants: true, visible_frontend: true })
export type StaffAddableService = z.infer<typeof staffAddableService>

export const listStaffAddableServices = endpoint({
  method: 'GET',
  path: '/services/:id/addable',
  summary:
    'Lists the services that the staff can add to a visit, hidden ones last: those that one of its calendars offers',
  access: 'operator',
  right: 'timetable',
  status: 200,
  params: idParams,
  query: z.object({ also: chosenServicesQuery.also }),
  response: z.object({ services: z.array(staffAddableService) }),
})
