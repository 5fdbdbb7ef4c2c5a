import * as z from 'zod/mini'
import { chosenCalendar } from '../bookings/booking-schema.ts'
import { chosenServices } from '../bookings/chosen-services.ts'
import { idField } from '../contract/pagination.ts'
import { plainDate, plainDateOutput } from '../time/plain-date-schema.ts'
import { plainTime, plainTimeOutput } from '../time/plain-time-schema.ts'

/** The number of hours in a proposal. */
export const PROPOSED_HOURS = { least: 2, most: 3 }

/** A proposal ends after a day at the latest, so that held hours do not stay empty. */
export const MAX_PROPOSAL_HOURS = 24

const HOURS = 'Scegli due o tre orari.'

export const proposalSchema = z.object({
  customer_id: idField('Scegli un cliente.', 'ID cliente non valido.'),
  service_id: idField('Il servizio è obbligatorio.', 'ID servizio non valido.'),
  ...chosenServices,
  hours: z
    .array(z.object({ visit_day: plainDate, visit_hour: plainTime, calendar_id: chosenCalendar }), HOURS)
    .check(z.minLength(PROPOSED_HOURS.least, HOURS), z.maxLength(PROPOSED_HOURS.most, HOURS)),
  /** Whether the customer also gets an e-mail with the link. */
  sends_email: z.optional(z.boolean()),
})
export type ProposalInput = z.infer<typeof proposalSchema>

const proposedHour = z.object({
  id: z.int(),
  visit_day: plainDateOutput,
  visit_hour: plainTimeOutput,
  /** The calendar's public name; '' when the service has one calendar. */
  calendar_name: z.string(),
})

/** A proposal that its customer can still answer. */
export const proposal = z.object({
  id: z.int(),
  hidden_id: z.string(),
  service_name: z.string(),
  hours: z.array(proposedHour),
  /** When the last hour is no longer held, local time. */
  until_day: plainDateOutput,
  until_hour: plainTimeOutput,
})
export type Proposal = z.infer<typeof proposal>
