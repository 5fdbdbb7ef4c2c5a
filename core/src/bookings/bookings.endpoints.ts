import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { creationHeaders } from '../contract/idempotency.ts'
import { idParams, pageQueryWithSize, pageTail } from '../contract/pagination.ts'
import { changeHeaders } from '../contract/version.ts'
import { offeredService } from '../services/service-schema.ts'
import { attendanceSchema } from './attendance.ts'
import {
  bookingEvent,
  bookingEventsSchema,
  cancelledBooking,
  staffBooking,
  staffBookingSchema,
} from './booking-schema.ts'
import { hiddenId } from './hidden-id.ts'
import { ofCalendar } from './offered-visit.endpoints.ts'
import {
  bookingRescheduleSchema,
  colleaguesSchema,
  freeColleague,
  sameHour,
  sameHoursQuery,
  shownVisit,
  visitRescheduleSchema,
} from './visit-schema.ts'

export const readVisit = endpoint({
  method: 'GET',
  path: '/client/bookings/:hiddenId',
  summary: 'Reads a visitor’s booking through its private link',
  access: 'visitor',
  status: 200,
  params: z.object({ hiddenId }),
  response: shownVisit,
})

export const readVisitSlots = endpoint({
  method: 'GET',
  path: '/client/bookings/:hiddenId/slots',
  summary: 'Reads the service of a booking with the slots for rescheduling it; its own slot counts as free',
  access: 'visitor',
  status: 200,
  params: z.object({ hiddenId }),
  query: ofCalendar,
  response: offeredService,
})

export const rescheduleVisit = endpoint({
  method: 'PUT',
  path: '/client/bookings/update/:hiddenId',
  summary: 'A visitor reschedules a booking through its private link; the old slot is held until the change succeeds',
  access: 'visitor',
  right: 'booking_changes',
  status: 200,
  params: z.object({ hiddenId }),
  headers: changeHeaders,
  body: visitRescheduleSchema,
  response: shownVisit,
})

const bookingPage = z.object({ bookings: z.array(staffBooking), ...pageTail })

export const listBookings = endpoint({
  method: 'GET',
  path: '/bookings',
  summary: 'Lists all bookings, newest first',
  access: 'operator',
  right: 'bookings',
  keyRight: 'read',
  status: 200,
  query: pageQueryWithSize(20),
  response: bookingPage,
})

export const listBookingEvents = endpoint({
  method: 'POST',
  path: '/bookings/events',
  summary:
    'Lists the bookings of a range of days by visit time; above at_most, the first two of each day and its total',
  access: 'operator',
  right: 'bookings',
  keyRight: 'read',
  status: 200,
  body: bookingEventsSchema,
  response: z.array(bookingEvent),
})

export const readBooking = endpoint({
  method: 'GET',
  path: '/bookings/:id',
  summary: 'Reads a booking',
  access: 'operator',
  right: 'bookings',
  keyRight: 'read',
  status: 200,
  params: idParams,
  response: staffBooking,
})

export const readCancelledBooking = endpoint({
  method: 'GET',
  path: '/bookings/:id/cancelled',
  summary: 'Reads a cancelled booking, with who cancelled it and when',
  access: 'operator',
  right: 'bookings',
  status: 200,
  params: idParams,
  response: cancelledBooking,
})

export const createBooking = endpoint({
  method: 'POST',
  path: '/bookings/create',
  summary: 'The staff books an offered slot of a service; the booking notice does not apply',
  access: 'operator',
  right: 'booking_changes',
  keyRight: 'book',
  status: 201,
  headers: creationHeaders,
  body: staffBookingSchema,
  response: staffBooking,
})

export const updateBooking = endpoint({
  method: 'PUT',
  path: '/bookings/update/:id',
  summary: 'Changes or reschedules a booking of today or later',
  access: 'operator',
  right: 'booking_changes',
  keyRight: 'book',
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
    'Reschedules a booking of today or later to any minute; for ten seconds it can be undone, its previous slot is held and no message is sent',
  access: 'operator',
  right: 'booking_changes',
  keyRight: 'book',
  status: 200,
  params: idParams,
  headers: changeHeaders,
  body: bookingRescheduleSchema,
  response: staffBooking,
})

export const listSameHours = endpoint({
  method: 'GET',
  path: '/bookings/reschedule/:id',
  summary:
    'Lists the conflicts of a booking at its own hour: at once with somebody else who is free, on the next day and a week later',
  access: 'operator',
  right: 'booking_changes',
  status: 200,
  params: idParams,
  query: sameHoursQuery,
  response: z.array(sameHour),
})

export const listFreeColleagues = endpoint({
  method: 'POST',
  path: '/bookings/colleagues',
  summary: 'Plans for each booking another calendar of its service that is free at its own time; changes nothing',
  access: 'operator',
  right: 'booking_changes',
  status: 200,
  body: colleaguesSchema,
  response: z.array(freeColleague),
})

export const undoReschedule = endpoint({
  method: 'POST',
  path: '/bookings/undo-reschedule/:id',
  summary: 'Undoes a reschedule by the staff within ten seconds; with If-Match, only the one that made that version',
  access: 'operator',
  right: 'booking_changes',
  status: 200,
  params: idParams,
  headers: changeHeaders,
  response: staffBooking,
})

export const silenceReschedule = endpoint({
  method: 'POST',
  path: '/bookings/silence-reschedule/:id',
  summary: 'Sends the customer no message about a reschedule by the staff, within ten seconds of it',
  access: 'operator',
  right: 'booking_changes',
  status: 204,
  params: idParams,
  headers: changeHeaders,
})

export const deleteBooking = endpoint({
  method: 'DELETE',
  path: '/bookings/delete/:id',
  summary: 'Cancels a booking; for ten seconds it can be undone, its slot is held and no message is sent',
  access: 'operator',
  right: 'cancellations',
  keyRight: 'book',
  status: 204,
  params: idParams,
})

export const restoreBooking = endpoint({
  method: 'POST',
  path: '/bookings/restore/:id',
  summary: 'Restores a booking within ten seconds of its cancellation by the staff',
  access: 'operator',
  right: 'cancellations',
  status: 200,
  params: idParams,
  response: staffBooking,
})

export const adoptTelephone = endpoint({
  method: 'POST',
  path: '/bookings/adopt-telephone/:id',
  summary: 'Copies the telephone of a booking to its customer',
  access: 'operator',
  right: 'booking_changes',
  status: 200,
  params: idParams,
  headers: changeHeaders,
  response: staffBooking,
})

export const setAttendance = endpoint({
  method: 'PUT',
  path: '/bookings/attendance/:id',
  summary: 'Records or clears the attendance of a visit, from its day on; no message is sent at once',
  access: 'operator',
  right: 'booking_changes',
  keyRight: 'book',
  status: 200,
  params: idParams,
  body: attendanceSchema,
  response: staffBooking,
})
