import * as z from 'zod/mini'
import { dayParts } from '../availability/slot-groups.ts'
import { outcome } from '../bookings/outcome.ts'
import { plainDateOutput } from '../time/plain-date.ts'
import { plainTimeOutput } from '../time/plain-time.ts'

/** Somebody who has booked. */
export const customer = z.object({
  id: z.int(),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  telephone: z.string(),
})
export type Customer = z.infer<typeof customer>

/** Everything that is kept about a customer, instants as ISO 8601. */
export const customerExport = z.object({
  customer: z.extend(customer, { created_at: z.string() }),
  bookings: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      surname: z.string(),
      email: z.string(),
      telephone: z.string(),
      visit_day: plainDateOutput,
      visit_hour: plainTimeOutput,
      service_name: z.string(),
      service_duration: z.int(),
      service_price: z.string(),
      patient_notes: z.string(),
      outcome: z.nullable(outcome),
      privacy_version: z.nullable(z.string()),
      consented_at: z.nullable(z.string()),
      created_at: z.string(),
      updated_at: z.nullable(z.string()),
      cancelled_at: z.nullable(z.string()),
    }),
  ),
  booking_history: z.array(
    z.object({
      booking_id: z.int(),
      at: z.string(),
      kind: z.string(),
      /** Or by the staff. */
      by_customer: z.boolean(),
      former_day: z.nullable(plainDateOutput),
      former_hour: z.nullable(plainTimeOutput),
      day: z.nullable(plainDateOutput),
      hour: z.nullable(plainTimeOutput),
      outcome: z.nullable(outcome),
    }),
  ),
  contact_requests: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      email: z.string(),
      phone: z.string(),
      message: z.string(),
      privacy_version: z.string(),
      consented_at: z.string(),
      created_at: z.string(),
    }),
  ),
  waiting_entries: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      surname: z.string(),
      email: z.string(),
      telephone: z.string(),
      visit_day: plainDateOutput,
      part: z.nullable(z.enum(dayParts)),
      privacy_version: z.string(),
      consented_at: z.string(),
      created_at: z.string(),
      ended_at: z.nullable(z.string()),
    }),
  ),
})
export type CustomerExport = z.infer<typeof customerExport>
