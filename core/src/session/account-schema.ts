import * as z from 'zod/mini'
import { user } from '../users/user-schema.ts'

/** The current user. */
export const account = z.extend(user, {
  /** False after a change of the address, until the user confirms it through the link sent there. */
  is_email_confirmed: z.boolean(),
  /** Present if the business requires a second factor and the user has none: other calls answer 428. */
  must_add_second_factor: z.optional(z.literal(true)),
})
export type Account = z.infer<typeof account>
