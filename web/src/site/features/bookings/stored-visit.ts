import type { Booking } from '@prenoto/core/bookings/booking-schema.ts'
import { maskEmail } from '../../../lib/mask.ts'
import { readTabItem, removeTabItem, storeTabItem } from '../../../lib/session.ts'

const BOOKED_VISIT = 'booked'

/** The booking just made. It is stored in the tab, since addresses are logged and shared. */
export type BookedVisit = Pick<
  Booking,
  | 'hidden_id'
  | 'visit_day'
  | 'visit_hour'
  | 'service_name'
  | 'service_duration'
  | 'service_price'
  | 'services'
  | 'calendar_name'
  | 'email'
>

/** Stores the booking with its e-mail address masked. */
export const storeBookedVisit = ({
  hidden_id,
  visit_day,
  visit_hour,
  service_name,
  service_duration,
  service_price,
  services,
  calendar_name,
  email,
}: BookedVisit) =>
  storeTabItem(
    BOOKED_VISIT,
    JSON.stringify({
      hidden_id,
      visit_day,
      visit_hour,
      service_name,
      service_duration,
      service_price,
      services,
      calendar_name,
      email: maskEmail(email),
    }),
  )

export const bookedVisit = (): BookedVisit | undefined => JSON.parse(readTabItem(BOOKED_VISIT) ?? 'null') ?? undefined

/** Removes the stored booking; with an id, only if it is that one. */
export function removeBookedVisit(hiddenId?: string) {
  if (hiddenId === undefined || bookedVisit()?.hidden_id === hiddenId) removeTabItem(BOOKED_VISIT)
}
