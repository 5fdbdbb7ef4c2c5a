import * as z from 'zod/mini'
import { roles } from '../contract/role.ts'
import { version } from '../contract/version.ts'

/** A user of the business, in lists and in the session. */
export const user = z.object({
  id: z.int(),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  role: z.enum(roles),
  photo_url: z.string(),
  phone: z.string(),
  is_disabled: z.boolean(),
  /** The user's own calendar, if any. */
  calendar_id: z.nullable(z.int()),
  version,
})

/** A user in the list of users. */
export const listedUser = z.extend(user, {
  /** Whether the user has not chosen a password yet. */
  is_invited: z.boolean(),
})
export type User = z.infer<typeof listedUser>
