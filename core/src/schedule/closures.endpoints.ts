import * as z from 'zod/mini'
import { bookingIdsSchema } from '../bookings/booking-ids.ts'
import { bookingEventsSchema } from '../bookings/booking-schema.ts'
import { createEndpoint, deleteEndpoint, restoreEndpoint, updateEndpoint } from '../contract/crud-endpoints.ts'
import { endpoint } from '../contract/endpoint.ts'
import { plainDateInput, plainDateOutput } from '../time/plain-date-schema.ts'
import { changedClosureSchema, closuresSchema } from './closures-schema.ts'
import { closure, dayOff } from './day-off-schema.ts'

const closures = { path: '/days_off/batch', read: 'timetable', change: 'timetable_changes' } as const

export const createClosures = createEndpoint(
  closures,
  'Closes some or all calendars and cancels bookings within the closures, in one transaction',
  { body: closuresSchema, response: z.object({ daysOff: z.array(dayOff), cancelled: z.array(z.int()) }) },
)

export const updateClosure = updateEndpoint(
  closures,
  'Changes a closure of several calendars, on all of them or on one',
  { body: changedClosureSchema, response: dayOff },
)

export const deleteClosure = deleteEndpoint(closures, 'Deletes a closure of several calendars from all of them')

export const restoreClosure = restoreEndpoint(
  closures,
  'Restores a closure of several calendars within ten seconds of its deletion',
  dayOff,
)

export const restoreClosedBookings = endpoint({
  method: 'POST',
  path: '/days_off/bookings/restore',
  summary: 'Restores bookings within ten seconds of their cancellation with a closure: all or none',
  access: 'editor',
  right: 'timetable_changes',
  status: 204,
  body: bookingIdsSchema,
})

/** An upcoming public holiday or the patron's day; `is_closed` when all calendars are closed all day. */
const holiday = z.object({ day: plainDateOutput, name: z.string(), is_closed: z.boolean() })
export type Holiday = z.infer<typeof holiday>

export const listHolidays = endpoint({
  method: 'GET',
  path: '/days_off/holidays',
  summary: 'Lists Italian public holidays from today until the end of a year, with the patron’s day if it is set',
  access: 'editor',
  right: 'timetable_changes',
  status: 200,
  query: z.object({ until: z.coerce.number('Indica un anno.').check(z.int('Indica un anno.')) }),
  response: z.object({ holidays: z.array(holiday), patron_day: z.nullable(plainDateOutput) }),
})

export const changePatronDay = endpoint({
  method: 'PUT',
  path: '/days_off/patron',
  summary: 'Sets the patron’s day; null clears it',
  access: 'editor',
  right: 'timetable_changes',
  status: 204,
  body: z.object({ patron_day: z.nullable(plainDateInput) }),
})

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
