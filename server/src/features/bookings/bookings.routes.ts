import { bookSlot as bookSlotEndpoint } from '@prenoto/core/bookings/book-slot.endpoints.ts'
import { readBookingHistory } from '@prenoto/core/bookings/booking-history.endpoints.ts'
import { type BookingEvents, LISTED_PER_DAY } from '@prenoto/core/bookings/booking-schema.ts'
import * as endpoints from '@prenoto/core/bookings/bookings.endpoints.ts'
import { cancelBooking as cancelBookingEndpoint } from '@prenoto/core/bookings/cancel-booking.endpoints.ts'
import * as unusual from '@prenoto/core/bookings/unusual-bookings.endpoints.ts'
import { cutPage } from '@prenoto/core/contract/pagination.ts'
import type { TextChannelName } from '@prenoto/core/text-messages/text-channels.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import type { Context } from '../../tenants/context.ts'
import { adoptTelephone } from './adopt-telephone.ts'
import { bookForCustomer, bookSlot } from './book-slot.ts'
import { cancelByCustomer, cancelByStaff } from './cancel-booking.ts'
import { readBooking, readCancelledBooking } from './read-booking.ts'
import { readHistory } from './read-history.ts'
import {
  hasMoreBookings,
  listBookings,
  listBookingsOfDays,
  listFirstBookingsOfDays,
} from './repositories/bookings.repository.ts'
import { listBookingsOfIds } from './repositories/unusual-bookings.repository.ts'
import { rescheduleByCustomer } from './reschedule-by-customer.ts'
import { rescheduleByStaff } from './reschedule-by-staff.ts'
import { restoreBooking } from './restore-booking.ts'
import { listFreeColleagues, listSameHours } from './same-hours.ts'
import { setAttendance } from './set-attendance.ts'
import { silenceReschedule } from './silence-reschedule.ts'
import { undoReschedule } from './undo-reschedule.ts'
import { cancelUnusualBookings, restoreUnusualBookings } from './unusual/cancel-unusual-bookings.ts'
import { findUnusualBookings } from './unusual/unusual-bookings.ts'
import { changeBooking } from './update-booking.ts'
import { readVisit } from './visit.ts'

/** `isLimited`: whether the limit of e-mails per mailbox applies. */
type BookingRoutesParts = { isLimited: boolean; textChannels: TextChannelName[] }

export function bookingRoutes(app: FastifyInstance, { isLimited, textChannels }: BookingRoutesParts) {
  implement(
    app,
    bookSlotEndpoint,
    (ctx, { params, headers, body }, { pressure }) =>
      bookSlot(ctx, params.serviceId, body, {
        idempotencyKey: headers['idempotency-key'],
        pressure,
        textChannels,
      }),
    { form: 'booking' },
  )
  implement(app, cancelBookingEndpoint, (ctx, { params }) => cancelByCustomer(ctx, params.hiddenId), {
    limit: 'cancellation',
  })
  implement(app, endpoints.readVisit, (ctx, { params }) => readVisit(ctx, params.hiddenId), { limit: 'visit' })
  implement(
    app,
    endpoints.rescheduleVisit,
    (ctx, { params, headers, body }) =>
      rescheduleByCustomer(ctx, params.hiddenId, body, { version: headers['if-match'], isLimited }),
    { limit: 'cancellation' },
  )

  implement(app, endpoints.listBookings, async (ctx, { query: { per_page, last_id } }) => {
    const { items: bookings, ...tail } = cutPage(await listBookings(ctx, last_id, per_page + 1), per_page)
    return { bookings, ...tail }
  })
  implement(app, endpoints.listBookingEvents, (ctx, { body }) => listEvents(ctx, body))
  implement(app, endpoints.readBooking, (ctx, { params }) => readBooking(ctx, params.id))
  implement(app, endpoints.readCancelledBooking, (ctx, { params }) => readCancelledBooking(ctx, params.id))
  implement(app, endpoints.createBooking, async (ctx, { headers, body }) => {
    const { id } = await bookForCustomer(ctx, body, headers['idempotency-key'])
    return readBooking(ctx, id)
  })
  implement(app, endpoints.updateBooking, async (ctx, { params, headers, body }) => {
    await changeBooking(ctx, params.id, body, headers['if-match'])
    return readBooking(ctx, params.id)
  })
  implement(app, endpoints.rescheduleBooking, async (ctx, { params, headers, body }) => {
    await rescheduleByStaff(ctx, params.id, body, headers['if-match'])
    return readBooking(ctx, params.id)
  })
  implement(app, endpoints.listSameHours, (ctx, { params, query }) => listSameHours(ctx, params.id, query.calendar_id))
  implement(app, endpoints.listFreeColleagues, (ctx, { body }) => listFreeColleagues(ctx, body.ids))
  implement(app, endpoints.undoReschedule, async (ctx, { params, headers }) => {
    await undoReschedule(ctx, params.id, headers['if-match'])
    return readBooking(ctx, params.id)
  })
  implement(app, endpoints.silenceReschedule, (ctx, { params, headers }) =>
    silenceReschedule(ctx, params.id, headers['if-match']),
  )
  implement(app, endpoints.deleteBooking, (ctx, { params }) => cancelByStaff(ctx, params.id))
  implement(app, endpoints.restoreBooking, async (ctx, { params }) => {
    await restoreBooking(ctx, params.id)
    return readBooking(ctx, params.id)
  })
  implement(app, endpoints.setAttendance, async (ctx, { params, body }) => {
    await setAttendance(ctx, params.id, body.attendance)
    return readBooking(ctx, params.id)
  })
  implement(app, endpoints.adoptTelephone, async (ctx, { params, headers }) => {
    await adoptTelephone(ctx, params.id, headers['if-match'])
    return readBooking(ctx, params.id)
  })
  implement(app, readBookingHistory, async (ctx, { params }) => ({
    history: await readHistory(ctx, params.id),
  }))

  implement(app, unusual.listUnusualBookings, async (ctx) => ({
    bookings: await listBookingsOfIds(ctx, await findUnusualBookings(ctx)),
  }))
  implement(app, unusual.cancelUnusualBookings, async (ctx, { body }) => ({
    cancelled: await cancelUnusualBookings(ctx, body.ids),
  }))
  implement(app, unusual.restoreUnusualBookings, (ctx, { body }) => restoreUnusualBookings(ctx, body.ids))
}

/** All bookings of the days or, beyond `at_most`, the first ones of each day. */
async function listEvents(ctx: Context, { from, to, at_most }: BookingEvents) {
  const isTooMuch = at_most !== undefined && (await hasMoreBookings(ctx, from, to, at_most))
  return isTooMuch ? listFirstBookingsOfDays(ctx, from, to, LISTED_PER_DAY) : listBookingsOfDays(ctx, from, to)
}
