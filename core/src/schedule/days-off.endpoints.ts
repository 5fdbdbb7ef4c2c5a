import * as z from 'zod/mini'
import { bookingEventsSchema, staffBooking } from '../bookings/booking-schema.ts'
import { endpoint } from '../contract/endpoint.ts'
import { creationHeaders } from '../contract/idempotency.ts'
import { countedTail, idParams, pageQuery, pageTail } from '../contract/pagination.ts'
import { changeHeaders } from '../contract/version.ts'
import { closedBookingsSchema, closure, dayOff, dayOffSchema } from './day-off-schema.ts'

const dayOffPage = z.object({ daysOff: z.array(dayOff), ...countedTail })

export const listDaysOff = endpoint({
  method: 'GET',
  path: '/days_off',
  summary:
    'Lists closures: upcoming ones first, earliest to latest, then past ones, latest to earliest; `grouped` merges a closure of several calendars into one',
  access: 'operator',
  right: 'timetable',
  status: 200,
  query: z.extend(pageQuery, { grouped: z.optional(z.enum(['true'], 'Indica true.')) }),
  response: dayOffPage,
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

/** `count` is the total of all pages. */
export const closedBookingPage = z.object({ bookings: z.array(staffBooking), ...pageTail, count: z.int() })
export type ClosedBookingPage = z.infer<typeof closedBookingPage>

export const listClosedBookings = endpoint({
  method: 'GET',
  path: '/days_off/bookings',
  summary: 'Lists upcoming bookings of a calendar within a planned closure, by visit time',
  access: 'editor',
  right: 'timetable_changes',
  status: 200,
  query: closedBookingsSchema,
  response: closedBookingPage,
})

export const createDayOff = endpoint({
  method: 'POST',
  path: '/days_off',
  summary: 'Adds a closure to a calendar; existing bookings stay as they are',
  access: 'editor',
  right: 'timetable_changes',
  status: 201,
  headers: creationHeaders,
  body: dayOffSchema,
  response: dayOff,
})

export const updateDayOff = endpoint({
  method: 'PUT',
  path: '/days_off/:id',
  summary: 'Changes a closure',
  access: 'editor',
  right: 'timetable_changes',
  status: 200,
  params: idParams,
  headers: changeHeaders,
  body: dayOffSchema,
  response: dayOff,
})

export const deleteDayOff = endpoint({
  method: 'DELETE',
  path: '/days_off/:id',
  summary: 'Deletes a closure',
  access: 'editor',
  right: 'timetable_changes',
  status: 204,
  params: idParams,
})

export const restoreDayOff = endpoint({
  method: 'POST',
  path: '/days_off/:id/restore',
  summary: 'Restores a closure within ten seconds of its deletion',
  access: 'editor',
  right: 'timetable_changes',
  status: 200,
  params: idParams,
  response: dayOff,
})
