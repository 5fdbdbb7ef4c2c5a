import * as z from 'zod/mini'
import { user } from '../users/user-schema.ts'

/** The current user. */
export const account = z.extend(user, {
  /** False after a change of the address, until the user confirms it through the link sent there. */
  is_email_confirmed: z.boolean(),
})
export type Account = z.infer<typeof account>
