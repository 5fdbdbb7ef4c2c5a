import * as z from 'zod/mini'
import { bookingIdsSchema } from '../bookings/booking-ids.ts'
import { endpoint } from '../contract/endpoint.ts'
import { creationHeaders } from '../contract/idempotency.ts'
import { idParams } from '../contract/pagination.ts'
import { changeHeaders } from '../contract/version.ts'
import { plainDateInput, plainDateOutput } from '../time/plain-date-schema.ts'
import { changedClosureSchema, closedTimesSchema, closuresSchema } from './closures-schema.ts'
import { dayOff } from './day-off-schema.ts'
import { closedBookingPage } from './days-off.endpoints.ts'

export const listBookingsOfTimes = endpoint({
  method: 'POST',
  path: '/days_off/batch/bookings',
  summary: 'Lists upcoming bookings of some or all calendars within planned closures, by visit time',
  access: 'editor',
  right: 'timetable_changes',
  status: 200,
  body: closedTimesSchema,
  response: closedBookingPage,
})

export const createClosures = endpoint({
  method: 'POST',
  path: '/days_off/batch',
  summary: 'Closes some or all calendars and cancels bookings within the closures, in one transaction',
  access: 'editor',
  right: 'timetable_changes',
  status: 201,
  headers: creationHeaders,
  body: closuresSchema,
  response: z.object({ daysOff: z.array(dayOff), cancelled: z.array(z.int()) }),
})

export const updateClosure = endpoint({
  method: 'PUT',
  path: '/days_off/batch/:id',
  summary: 'Changes a closure of several calendars, on all of them or on one',
  access: 'editor',
  right: 'timetable_changes',
  status: 200,
  params: idParams,
  headers: changeHeaders,
  body: changedClosureSchema,
  response: dayOff,
})

export const deleteClosure = endpoint({
  method: 'DELETE',
  path: '/days_off/batch/:id',
  summary: 'Deletes a closure of several calendars from all of them',
  access: 'editor',
  right: 'timetable_changes',
  status: 204,
  params: idParams,
})

export const restoreClosure = endpoint({
  method: 'POST',
  path: '/days_off/batch/:id/restore',
  summary: 'Restores a closure of several calendars within ten seconds of its deletion',
  access: 'editor',
  right: 'timetable_changes',
  status: 200,
  params: idParams,
  response: dayOff,
})

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
