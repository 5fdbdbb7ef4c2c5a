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

/** What `record` events are about. The configuration of a business has no id. */
export type RecordChange = {
  of: 'configurations' | 'calendars' | 'services' | 'days_off' | 'special_openings' | 'users' | 'customers'
  id: number | null
  version: number
}

/**
 * The events of the stream. They say what to read again and carry no more than ids;
 * the id of a `notification` event is what `Last-Event-ID` resumes after.
 */
export type StreamEvent =
  /** A new notification of the user. */
  | { event: 'notification'; data: { id: number } }
  /** Bookings were made, changed or cancelled, or places offered, by whomever: all that show bookings and who waits are out of date. */
  | { event: 'bookings'; data: { booking_id?: number } }
  /** A record of the business was changed or deleted, by whomever. */
  | { event: 'record'; data: RecordChange }
