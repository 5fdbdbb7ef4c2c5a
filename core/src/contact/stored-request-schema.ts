import * as z from 'zod/mini'

/** A stored request as staff see it. Times are DD-MM-YYYY HH:mm, local time of the business. */
export const contactRequest = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  message: z.string(),
  created_at: z.string(),
  /** Null while the request waits for an answer. */
  answered_at: z.nullable(z.string()),
  /** The full name of the user who answered. */
  answered_by: z.nullable(z.string()),
})
export type StoredContactRequest = z.infer<typeof contactRequest>
