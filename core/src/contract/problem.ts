import * as z from 'zod/mini'
import { bookingConflict } from './conflict.ts'

/** One broken rule: where it stands in the request and the message its form shows. */
const fieldProblem = z.object({ path: z.string(), message: z.string() })
export type FieldProblem = z.infer<typeof fieldProblem>

/** An error answer, after RFC 9457. `detail` is Italian and may be shown as it is. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.optional(z.array(fieldProblem)),
  request_id: z.optional(z.string()),
  /** The record as it stands now, when somebody else has changed it or another one was saved under the same key (409). */
  current: z.optional(z.unknown()),
  /** What a form has to know of a refusal. 'customer-limit': they have as many bookings to come as one may have (409). */
  reason: z.optional(z.enum(['customer-limit'])),
  /** What an hour that the staff chose runs into (409); with `override` it is booked all the same. */
  conflicts: z.optional(z.array(bookingConflict)),
})
export type Problem = z.infer<typeof problem>
