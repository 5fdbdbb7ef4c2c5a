import * as z from 'zod/mini'
import { staffBooking } from '../bookings/booking-schema.ts'
import { endpoint } from '../contract/endpoint.ts'
import { pageQueryWithSize, pageTail } from '../contract/pagination.ts'
import { changedDays, inOneYear } from './changed-hours-schema.ts'
import { calendar_ids, listSchema } from './closures-schema.ts'
import { closedTime, endsLater } from './day-off-schema.ts'

/** Planned exceptions of some or all calendars, and a page of the bookings that they affect. */
export const affectedBookingsSchema = z.object({
  calendar_ids,
  exceptions: listSchema(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('closure'), ...closedTime }).check(...endsLater),
      z.object({ kind: z.literal('changed_hours'), ...changedDays }).check(...inOneYear),
    ]),
  ),
  ...pageQueryWithSize(50).shape,
})

/** `count` is the total of all pages. */
const affectedBookings = z.object({ bookings: z.array(staffBooking), ...pageTail, count: z.int() })
export type AffectedBookingsPage = z.infer<typeof affectedBookings>

export const listAffectedBookings = endpoint({
  method: 'POST',
  path: '/exceptions/bookings',
  summary: 'Lists upcoming bookings within planned closures or outside planned changed hours, by visit time',
  access: 'editor',
  right: 'timetable_changes',
  status: 200,
  body: affectedBookingsSchema,
  response: affectedBookings,
})
