import * as z from 'zod/mini'
import { user } from '../users/user-schema.ts'

/** The user who is logged in. */
export const account = z.extend(user, {
  /** False from a change of the address until the link that was sent there has been used. */
  is_email_confirmed: z.boolean(),
})
export type Account = z.infer<typeof account>
