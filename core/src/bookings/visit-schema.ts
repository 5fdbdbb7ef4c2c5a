import * as z from 'zod/mini'
import { bookingConflict } from '../contract/conflict.ts'
import { version } from '../contract/version.ts'
import { plainDate, plainDateOutput } from '../time/plain-date-schema.ts'
import { plainTime, plainTimeOutput } from '../time/plain-time-schema.ts'
import { chosenCalendar } from './booking-schema.ts'
import { VISIT_STATES } from './visit-state.ts'

/** A visit as its private link shows it, without anybody's data: who opens it need not be the customer. */
export const shownVisit = z.object({
  visit_day: plainDateOutput,
  visit_hour: plainTimeOutput,
  service_id: z.int(),
  service_name: z.string(),
  service_duration: z.int(),
  service_price: z.string(),
  calendar_id: z.int(),
  /** With whom; '' where the service has one calendar. */
  calendar_name: z.string(),
  /** Whether its customer chose nobody in particular. */
  any_calendar: z.boolean(),
  /** Whether visitors can still book this service. */
  is_offered: z.boolean(),
  state: z.enum(VISIT_STATES),
  /** Whether its customer may move it now: it is open, and has not been moved too often today. */
  is_reschedulable: z.boolean(),
  version,
})
export type ShownVisit = z.infer<typeof shownVisit>

/** Where a visitor moves their visit to. */
export const visitRescheduleSchema = z.object({
  visit_day: plainDate,
  visit_hour: plainTime,
  calendar_id: chosenCalendar,
})
export type VisitReschedule = z.infer<typeof visitRescheduleSchema>

/** Where the staff moves a booking to: at any minute. `override`: whatever it collides with. */
export const bookingRescheduleSchema = z.extend(visitRescheduleSchema, { override: z.optional(z.boolean()) })
export type BookingReschedule = z.infer<typeof bookingRescheduleSchema>

/** A day to which a booking could go at its own hour, and what it would run into there. */
export const sameHour = z.object({
  visit_day: plainDateOutput,
  visit_hour: plainTimeOutput,
  conflicts: z.array(bookingConflict),
})
export type SameHour = z.infer<typeof sameHour>
