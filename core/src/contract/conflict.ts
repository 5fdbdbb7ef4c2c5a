import * as z from 'zod/mini'

/** What an hour that is not offered runs into. */
export const collisionKind = z.enum(['booking', 'closure', 'hours', 'notice', 'limit'])
export type CollisionKind = z.infer<typeof collisionKind>

/** One thing that an hour runs into; `detail` is Italian and may be shown as it is. */
export const collision = z.object({
  kind: collisionKind,
  detail: z.string(),
  /** Of which visit of a series the hour is; absent outside of a series that is changed. */
  booking_id: z.optional(z.int()),
})
export type Collision = z.infer<typeof collision>
