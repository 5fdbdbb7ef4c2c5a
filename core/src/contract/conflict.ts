import * as z from 'zod/mini'

/** The kinds of conflict of a slot that is not offered. */
export const conflictKind = z.enum(['booking', 'closure', 'hours', 'notice', 'limit'])
export type ConflictKind = z.infer<typeof conflictKind>

/** One conflict of a slot; `detail` is Italian and can be shown on screen. */
export const bookingConflict = z.object({
  kind: conflictKind,
  detail: z.string(),
  /** The visit of the series that has the conflict; absent unless a series is changed. */
  booking_id: z.optional(z.int()),
})
export type BookingConflict = z.infer<typeof bookingConflict>
