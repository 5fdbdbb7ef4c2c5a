import * as z from 'zod/mini'
import { bookingConflict } from './conflict.ts'
import { challengeSchema, PROOF_OF_WORK_REQUIRED } from './proof-of-work.ts'

/** One broken rule: its path in the request and the message for the form. */
const fieldProblem = z.object({ path: z.string(), message: z.string() })
export type FieldProblem = z.infer<typeof fieldProblem>

/** An error answer (RFC 9457). `detail` is Italian and can be shown on screen. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.optional(z.array(fieldProblem)),
  request_id: z.optional(z.string()),
  /** The record's current state after a version conflict, or the record already created under the same key (409). */
  current: z.optional(z.unknown()),
  /**
   * The reason of a refusal. 'customer-limit': the customer has the maximum number of upcoming bookings (409).
   * 'customer-exists': `customer_id` is a customer with this name and e-mail (409).
   * 'role-too-low': the user's role or a withdrawn right does not allow the call (404).
   * 'proof-required': the user has to give their password first (428).
   * 'second-factor-required': the user has to add a second factor first (428).
   * 'proof-of-work-required': the browser solves the `challenge` and repeats the request (429).
   */
  reason: z.optional(
    z.enum([
      'customer-limit',
      'customer-exists',
      'role-too-low',
      'proof-required',
      'second-factor-required',
      PROOF_OF_WORK_REQUIRED,
    ]),
  ),
  customer_id: z.optional(z.int()),
  challenge: z.optional(challengeSchema),
  /** The conflicts of a slot that the staff chose (409); `override` books it in spite of them. */
  conflicts: z.optional(z.array(bookingConflict)),
})
export type Problem = z.infer<typeof problem>
