import * as z from 'zod/mini'
import { visitServices } from '../services/visit-services.ts'
import type { VisitText } from '../services/visit-texts.ts'
import { plainDateOutput } from '../time/plain-date-schema.ts'
import { plainTimeOutput } from '../time/plain-time-schema.ts'

/** A visit, wherever it is shown: each place has all fields but those that it leaves out by name. */
export const visit = z.object({
  visit_day: plainDateOutput,
  visit_hour: plainTimeOutput,
  service_id: z.int(),
  service_name: z.string(),
  service_duration: z.int(),
  /** Decimal text, the price at booking time. */
  service_price: z.string(),
  services: visitServices,
  calendar_id: z.int(),
  /** The calendar's public name; '' when the service has one calendar. */
  calendar_name: z.string(),
})
export type Visit = z.infer<typeof visit>

/** A visit as its customer sees it, with the present texts of its services. */
export const visitForCustomer = z.extend(visit, {
  /** Advice before the visit, '' without any. Of several services, each text under its name. */
  preparation: z.string(),
} satisfies Record<VisitText, z.ZodMiniType>)
export type VisitForCustomer = z.infer<typeof visitForCustomer>
export type VisitField = keyof Visit
