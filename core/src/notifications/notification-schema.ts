import * as z from 'zod/mini'

/** A piece of news for one user. */
export const notification = z.object({
  id: z.int(),
  title: z.string(),
  message: z.string(),
  read: z.boolean(),
  /** DD-MM-YYYY HH:mm, in the local time of the business. */
  created_at: z.string(),
  /** What it is about, as long as that can be opened: of a cancelled booking there is nothing. */
  booking_id: z.nullable(z.int()),
})
export type Notification = z.infer<typeof notification>

/**
 * The events of the stream. They say what to read again and carry no more than ids;
 * the id of a `notification` event is what `Last-Event-ID` resumes after.
 */
export type StreamEvent =
  /** A new notification of the user. */
  | { event: 'notification'; data: { id: number } }
  /** Bookings were made, changed or cancelled, by whomever: all that show bookings are out of date. */
  | { event: 'bookings'; data: { booking_id?: number } }
