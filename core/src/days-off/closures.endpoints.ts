import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { creationHeaders } from '../contract/idempotency.ts'
import { idParams } from '../contract/pagination.ts'
import { changeHeaders } from '../contract/version.ts'
import { plainDateInput, plainDateOutput } from '../time/plain-date-schema.ts'
import { changedClosureSchema, closedTimesSchema, closuresSchema, restoredBookingsSchema } from './closures-schema.ts'
import { dayOff } from './day-off-schema.ts'
import { closedBookingPage } from './days-off.endpoints.ts'

export const listBookingsOfTimes = endpoint({
  method: 'POST',
  path: '/days_off/batch/bookings',
  summary:
    'The bookings to come of some calendars, or of all, within the times of closures, in the order of the visits',
  access: 'editor',
  status: 200,
  body: closedTimesSchema,
  response: closedBookingPage,
})

export const createClosures = endpoint({
  method: 'POST',
  path: '/days_off/batch',
  summary: 'Closes some calendars, or all, at some times, and cancels bookings within them: all of it or nothing',
  access: 'editor',
  status: 201,
  headers: creationHeaders,
  body: closuresSchema,
  response: z.object({ daysOff: z.array(dayOff), cancelled: z.array(z.int()) }),
})

export const updateClosure = endpoint({
  method: 'PUT',
  path: '/days_off/batch/:id',
  summary: 'Changes a closure on all calendars that it closes at once, or on one of them',
  access: 'editor',
  status: 200,
  params: idParams,
  headers: changeHeaders,
  body: changedClosureSchema,
  response: dayOff,
})

export const deleteClosure = endpoint({
  method: 'DELETE',
  path: '/days_off/batch/:id',
  summary: 'Removes a closure from all calendars that it closes at once',
  access: 'editor',
  status: 204,
  params: idParams,
})

export const restoreClosure = endpoint({
  method: 'POST',
  path: '/days_off/batch/:id/restore',
  summary: 'Undoes that a closure of several calendars was removed, within ten seconds',
  access: 'editor',
  status: 200,
  params: idParams,
  response: dayOff,
})

export const restoreClosedBookings = endpoint({
  method: 'POST',
  path: '/days_off/bookings/restore',
  summary: 'Undoes that bookings were cancelled with a closure, within ten seconds: all of them or none',
  access: 'editor',
  status: 204,
  body: restoredBookingsSchema,
})

/** A public holiday to come, or the patron's day; it is closed when all calendars are, all day long. */
const holiday = z.object({ day: plainDateOutput, name: z.string(), is_closed: z.boolean() })
export type Holiday = z.infer<typeof holiday>

export const listHolidays = endpoint({
  method: 'GET',
  path: '/days_off/holidays',
  summary: 'The Italian public holidays from today until the end of a year, with the patron’s day where it is known',
  access: 'editor',
  status: 200,
  query: z.object({ until: z.coerce.number('Indica un anno.').check(z.int('Indica un anno.')) }),
  response: z.object({ holidays: z.array(holiday), patron_day: z.nullable(plainDateOutput) }),
})

export const changePatronDay = endpoint({
  method: 'PUT',
  path: '/days_off/patron',
  summary: 'Says on which day of the year the patron’s day is; null forgets it',
  access: 'editor',
  status: 204,
  body: z.object({ patron_day: z.nullable(plainDateInput) }),
})
