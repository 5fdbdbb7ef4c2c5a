import * as z from 'zod/mini'
import { dayParts } from '../availability/slot-groups.ts'
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

/** Somebody who was looked for. */
export const foundCustomer = z.extend(customer, {
  /** Of their latest visit, if it is still offered. */
  last_service_id: z.nullable(z.int()),
  /** The latest day on which they had a visit; visits to come do not count. */
  last_visit: z.nullable(plainDateOutput),
})
export type FoundCustomer = z.infer<typeof foundCustomer>

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
      privacy_version: z.nullable(z.string()),
      consented_at: z.nullable(z.string()),
      created_at: z.string(),
      updated_at: z.nullable(z.string()),
      cancelled_at: z.nullable(z.string()),
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
