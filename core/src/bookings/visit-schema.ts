import * as z from 'zod/mini'
import { bookingConflict } from '../contract/conflict.ts'
import { idParam, idsField } from '../contract/pagination.ts'
import { version } from '../contract/version.ts'
import { plainDate, plainDateOutput } from '../time/plain-date-schema.ts'
import { plainTime, plainTimeOutput } from '../time/plain-time-schema.ts'
import { chosenCalendar } from './booking-schema.ts'
import { visitForCustomer } from './visit-fields.ts'
import { VISIT_STATES } from './visit-state.ts'

/** A visit behind its private link; without personal data, since other people may open the link. */
export const shownVisit = z.extend(visitForCustomer, {
  /** Whether the customer left the choice of the calendar to the server. */
  any_calendar: z.boolean(),
  /** Whether visitors can still book this service. */
  is_offered: z.boolean(),
  state: z.enum(VISIT_STATES),
  /** Whether the customer has confirmed it; absent unless the reminder has asked. */
  is_confirmed: z.optional(z.boolean()),
  /** Whether the customer may reschedule it now: its state is open and today's limit is not reached. */
  is_reschedulable: z.boolean(),
  version,
})
export type ShownVisit = z.infer<typeof shownVisit>

export const visitRescheduleSchema = z.object({
  visit_day: plainDate,
  visit_hour: plainTime,
  calendar_id: chosenCalendar,
})
export type VisitReschedule = z.infer<typeof visitRescheduleSchema>

/** The staff may choose any minute; `override` ignores conflicts. */
export const bookingRescheduleSchema = z.extend(visitRescheduleSchema, { override: z.optional(z.boolean()) })
export type BookingReschedule = z.infer<typeof bookingRescheduleSchema>

/** A day and calendar to which a booking could be rescheduled at its own hour, with the conflicts there. */
export const sameHour = z.object({
  calendar_id: z.int(),
  calendar_name: z.string(),
  visit_day: plainDateOutput,
  visit_hour: plainTimeOutput,
  conflicts: z.array(bookingConflict),
})
export type SameHour = z.infer<typeof sameHour>

/** A calendar of the service, or any; by default the booking's own. */
export const sameHoursQuery = z.object({ calendar_id: z.optional(z.union([z.literal('any'), idParam])) })
export type SameHoursQuery = z.infer<typeof sameHoursQuery>

const MAX_BOOKINGS = 200

/** Bookings whose own calendar cannot take them. */
export const colleaguesSchema = z.object({ ids: idsField(MAX_BOOKINGS) })

/** Another calendar that is free at a booking's own time. */
export const freeColleague = z.object({ booking_id: z.int(), calendar_id: z.int(), calendar_name: z.string() })
export type FreeColleague = z.infer<typeof freeColleague>
