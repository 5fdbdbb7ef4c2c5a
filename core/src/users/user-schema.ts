import * as z from 'zod/mini'

/** Somebody who works in the back office. */
export const user = z.object({
  id: z.int(),
  name: z.string(),
  surname: z.string(),
  email: z.string(),
  role: z.enum(['admin', 'editor', 'operator']),
  photo_url: z.string(),
  phone: z.string(),
  is_disabled: z.boolean(),
})
export type User = z.infer<typeof user>
