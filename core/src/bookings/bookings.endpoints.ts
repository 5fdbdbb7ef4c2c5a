import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { creationHeaders } from '../contract/idempotency.ts'
import { idParam, idParams, pageQueryOf, pageTail } from '../contract/pagination.ts'
import { changeHeaders } from '../contract/version.ts'
import { offeredService } from '../services/service-schema.ts'
import { ofCalendar } from '../services/services.endpoints.ts'
import { attendanceSchema } from './attendance.ts'
import {
  booking,
  bookingEvent,
  bookingEventsSchema,
  publicBookingSchema,
  staffBooking,
  staffBookingSchema,
} from './booking-schema.ts'
import { hiddenId } from './hidden-id.ts'
import { bookingRescheduleSchema, sameHour, shownVisit, visitRescheduleSchema } from './visit-schema.ts'

export const bookSlot = endpoint({
  method: 'POST',
  path: '/client/bookings/create/:serviceId',
  summary: 'A visitor books an offered slot of a service',
  access: 'visitor',
  status: 201,
  params: z.object({ serviceId: idParam }),
  headers: creationHeaders,
  body: publicBookingSchema,
  response: booking,
})

export const cancelBooking = endpoint({
  method: 'DELETE',
  path: '/client/bookings/delete/:hiddenId',
  summary: 'A visitor cancels a booking through its private link',
  access: 'visitor',
  status: 204,
  params: z.object({ hiddenId }),
})

export const readVisit = endpoint({
  method: 'GET',
  path: '/client/bookings/:hiddenId',
  summary: 'A visitor’s booking, through its private link',
  access: 'visitor',
  status: 200,
  params: z.object({ hiddenId }),
  response: shownVisit,
})

export const readVisitSlots = endpoint({
  method: 'GET',
  path: '/client/bookings/:hiddenId/slots',
  summary: 'The service of a booking with the slots to which its visitor can move it; its own time counts as free',
  access: 'visitor',
  status: 200,
  params: z.object({ hiddenId }),
  query: ofCalendar,
  response: offeredService,
})

export const rescheduleVisit = endpoint({
  method: 'PUT',
  path: '/client/bookings/update/:hiddenId',
  summary: 'A visitor moves a booking through its private link; it keeps its place until it has the new one',
  access: 'visitor',
  status: 200,
  params: z.object({ hiddenId }),
  headers: changeHeaders,
  body: visitRescheduleSchema,
  response: shownVisit,
})

export const bookingPage = z.object({ bookings: z.array(staffBooking), ...pageTail })
export type BookingPage = z.infer<typeof bookingPage>

export const listBookings = endpoint({
  method: 'GET',
  path: '/bookings',
  summary: 'All bookings, those made last first',
  access: 'operator',
  status: 200,
  query: pageQueryOf(20),
  response: bookingPage,
})

export const listBookingEvents = endpoint({
  method: 'POST',
  path: '/bookings/events',
  summary:
    'The bookings of the days from one to another, in the order of the visits; where there are more than at_most, the first two of each day and how many it has',
  access: 'operator',
  status: 200,
  body: bookingEventsSchema,
  response: z.array(bookingEvent),
})

export const readBooking = endpoint({
  method: 'GET',
  path: '/bookings/:id',
  summary: 'One booking',
  access: 'operator',
  status: 200,
  params: idParams,
  response: staffBooking,
})

export const createBooking = endpoint({
  method: 'POST',
  path: '/bookings/create',
  summary: 'The staff books an offered slot of a service, also within the notice',
  access: 'operator',
  status: 201,
  headers: creationHeaders,
  body: staffBookingSchema,
  response: staffBooking,
})

export const updateBooking = endpoint({
  method: 'PUT',
  path: '/bookings/update/:id',
  summary: 'Changes or moves a booking of today or later',
  access: 'operator',
  status: 200,
  params: idParams,
  headers: changeHeaders,
  body: staffBookingSchema,
  response: staffBooking,
})

export const rescheduleBooking = endpoint({
  method: 'PUT',
  path: '/bookings/reschedule/:id',
  summary:
    'Moves a booking of today or later to any minute; for ten seconds that can be undone, its previous place is held and nobody is written to',
  access: 'operator',
  status: 200,
  params: idParams,
  headers: changeHeaders,
  body: bookingRescheduleSchema,
  response: staffBooking,
})

export const listSameHours = endpoint({
  method: 'GET',
  path: '/bookings/reschedule/:id',
  summary: 'What a booking would run into at its own hour on the next day, and a week later',
  access: 'operator',
  status: 200,
  params: idParams,
  response: z.array(sameHour),
})

export const undoReschedule = endpoint({
  method: 'POST',
  path: '/bookings/undo-reschedule/:id',
  summary:
    'Undoes that a booking was moved by the staff, within ten seconds; with If-Match, the move that made that version alone',
  access: 'operator',
  status: 200,
  params: idParams,
  headers: changeHeaders,
  response: staffBooking,
})

export const deleteBooking = endpoint({
  method: 'DELETE',
  path: '/bookings/delete/:id',
  summary: 'Cancels a booking; for ten seconds that can be undone, its place is held and nobody is written to',
  access: 'operator',
  status: 204,
  params: idParams,
})

export const restoreBooking = endpoint({
  method: 'POST',
  path: '/bookings/restore/:id',
  summary: 'Undoes that a booking was cancelled by the staff, within ten seconds',
  access: 'operator',
  status: 200,
  params: idParams,
  response: staffBooking,
})

export const adoptTelephone = endpoint({
  method: 'POST',
  path: '/bookings/adopt-telephone/:id',
  summary: 'Makes the telephone of a booking that of its customer',
  access: 'operator',
  status: 200,
  params: idParams,
  headers: changeHeaders,
  response: staffBooking,
})

export const setAttendance = endpoint({
  method: 'PUT',
  path: '/bookings/attendance/:id',
  summary: 'Says what became of a visit, from its day on, or takes that back; nobody is written to',
  access: 'operator',
  status: 200,
  params: idParams,
  body: attendanceSchema,
  response: staffBooking,
})
