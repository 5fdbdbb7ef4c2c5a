import * as z from 'zod/mini'
import { bookingEventsSchema } from '../bookings/booking-schema.ts'
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoint,
  restoreEndpoint,
  updateEndpoint,
} from '../contract/crud-endpoints.ts'
import { endpoint } from '../contract/endpoint.ts'
import { countedTail, pageQuery } from '../contract/pagination.ts'
import { closure, dayOff, dayOffSchema } from './day-off-schema.ts'

const daysOff = { path: '/days_off', read: 'timetable', change: 'timetable_changes' } as const

export const listDaysOff = listEndpoint(
  daysOff,
  'Lists closures: upcoming ones first, earliest to latest, then past ones, latest to earliest; `grouped` merges a closure of several calendars into one',
  {
    query: z.extend(pageQuery, { grouped: z.optional(z.enum(['true'], 'Indica true.')) }),
    response: z.object({ daysOff: z.array(dayOff), ...countedTail }),
  },
)

export const listClosureEvents = endpoint({
  method: 'GET',
  path: '/days_off/events',
  summary: 'Lists the closures that overlap a range of days',
  access: 'operator',
  right: 'timetable',
  status: 200,
  query: bookingEventsSchema,
  response: z.array(closure),
})

export const createDayOff = createEndpoint(
  daysOff,
  'Adds a closure to a calendar; existing bookings stay as they are',
  { body: dayOffSchema, response: dayOff },
)

export const updateDayOff = updateEndpoint(daysOff, 'Changes a closure', { body: dayOffSchema, response: dayOff })

export const deleteDayOff = deleteEndpoint(daysOff, 'Deletes a closure')

export const restoreDayOff = restoreEndpoint(daysOff, 'Restores a closure within ten seconds of its deletion', dayOff)
