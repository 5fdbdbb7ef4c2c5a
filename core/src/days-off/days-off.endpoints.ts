import * as z from 'zod/mini'
import { bookingEventsSchema, staffBooking } from '../bookings/booking-schema.ts'
import { endpoint } from '../contract/endpoint.ts'
import { creationHeaders } from '../contract/idempotency.ts'
import { countedTail, idParams, pageQuery, pageTail } from '../contract/pagination.ts'
import { changeHeaders } from '../contract/version.ts'
import { closedBookingsSchema, closure, dayOff, dayOffSchema } from './day-off-schema.ts'

export const dayOffPage = z.object({ daysOff: z.array(dayOff), ...countedTail })
export type DayOffPage = z.infer<typeof dayOffPage>

export const listDaysOff = endpoint({
  method: 'GET',
  path: '/days_off',
  summary:
    'The closures of the calendars: those to come as they follow, then those that are over, the last one first; grouped, those that close several calendars at once are one each',
  access: 'operator',
  status: 200,
  query: z.extend(pageQuery, { grouped: z.optional(z.enum(['true'], 'Indica true.')) }),
  response: dayOffPage,
})

export const listClosureEvents = endpoint({
  method: 'GET',
  path: '/days_off/events',
  summary: 'The closures that touch the days from one to another',
  access: 'operator',
  status: 200,
  query: bookingEventsSchema,
  response: z.array(closure),
})

/** `count` says how many there are on all pages. */
export const closedBookingPage = z.object({ bookings: z.array(staffBooking), ...pageTail, count: z.int() })
export type ClosedBookingPage = z.infer<typeof closedBookingPage>

export const listClosedBookings = endpoint({
  method: 'GET',
  path: '/days_off/bookings',
  summary: 'The bookings to come of a calendar within the time of a closure, in the order of the visits',
  access: 'editor',
  status: 200,
  query: closedBookingsSchema,
  response: closedBookingPage,
})

export const createDayOff = endpoint({
  method: 'POST',
  path: '/days_off',
  summary: 'Closes a calendar from one moment to another; bookings made before stay as they are',
  access: 'editor',
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
  status: 200,
  params: idParams,
  headers: changeHeaders,
  body: dayOffSchema,
  response: dayOff,
})

export const deleteDayOff = endpoint({
  method: 'DELETE',
  path: '/days_off/:id',
  summary: 'Removes a closure',
  access: 'editor',
  status: 204,
  params: idParams,
})

export const restoreDayOff = endpoint({
  method: 'POST',
  path: '/days_off/:id/restore',
  summary: 'Undoes that a closure was removed, within ten seconds',
  access: 'editor',
  status: 200,
  params: idParams,
  response: dayOff,
})
