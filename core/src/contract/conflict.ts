import * as z from 'zod/mini'

/** What an hour that is not offered runs into. */
export const conflictKind = z.enum(['booking', 'closure', 'hours', 'notice', 'limit'])
export type ConflictKind = z.infer<typeof conflictKind>

/** One thing that an hour runs into; `detail` is Italian and may be shown as it is. */
export const bookingConflict = z.object({
  kind: conflictKind,
  detail: z.string(),
  /** Of which visit of a series the hour is; absent outside of a series that is changed. */
  booking_id: z.optional(z.int()),
})
export type BookingConflict = z.infer<typeof bookingConflict>
