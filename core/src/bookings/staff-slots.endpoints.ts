import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { idParam, idParams } from '../contract/pagination.ts'
import { service } from '../services/managed-service-schema.ts'
import { plainDateOutput } from '../time/plain-date-schema.ts'
import { plainTimeOutput } from '../time/plain-time-schema.ts'
import { chosenServicesQuery } from './chosen-services.ts'
import { ofCalendar } from './offered-visit.endpoints.ts'

const visitOfService = z.extend(service, {
  /** Advice before a visit of all chosen services; `preparation` is that of this service alone. */
  visit_preparation: z.string(),
  /** The slots that leave fewer free minutes beside the visit than the business wants, on each of the calendars. */
  useless_gaps: z.array(z.object({ date: plainDateOutput, slot: plainTimeOutput, minutes: z.int() })),
})
export type VisitOfService = z.infer<typeof visitOfService>

export const readService = endpoint({
  method: 'GET',
  path: '/services/:id',
  summary: 'Returns a service with all slots that the staff can book',
  access: 'operator',
  right: 'timetable',
  keyRight: 'read',
  status: 200,
  params: idParams,
  /** `except`: a booking that is being edited, whose own slot counts as free. */
  query: z.extend(ofCalendar, { ...chosenServicesQuery, except: z.optional(idParam) }),
  response: visitOfService,
})
