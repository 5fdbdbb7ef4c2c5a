import * as z from 'zod/mini'

export const notification = z.object({
  id: z.int(),
  title: z.string(),
  message: z.string(),
  read: z.boolean(),
  /** DD-MM-YYYY HH:mm, in the local time of the business. */
  created_at: z.string(),
  /** The booking that the notification opens; null after a cancellation. */
  booking_id: z.nullable(z.int()),
})
export type Notification = z.infer<typeof notification>

/** The record of a `record` event. The configuration of a business has no id. */
export type RecordChange = {
  of:
    | 'configurations'
    | 'calendars'
    | 'services'
    | 'days_off'
    | 'special_openings'
    | 'changed_hours'
    | 'users'
    | 'customers'
  id: number | null
  version: number
}

/**
 * The events of the stream. They name the data to read again and carry only ids;
 * `Last-Event-ID` resumes after the id of a `notification` event.
 */
export type StreamEvent =
  /** A new notification of the user. */
  | { event: 'notification'; data: { id: number } }
  /** Bookings or waiting-list offers changed: views of bookings and of the waiting list are stale. */
  | { event: 'bookings'; data: { booking_id?: number } }
  /** A user or visitor changed or deleted a record of the business. */
  | { event: 'record'; data: RecordChange }
  /** The last event: newer streams have taken the place of this one. Connect again only when the user returns to the page. */
  | { event: 'replaced'; data: Record<string, never> }
