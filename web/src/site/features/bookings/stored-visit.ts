import type { Booking } from '@prenoto/core/bookings/booking-schema.ts'
import { maskEmail } from '../../../lib/mask.ts'
import { readTabItem, removeTabItem, storeTabItem } from '../../../lib/session.ts'

const BOOKED_VISIT = 'booked'

/** The booking just made. It is stored in the tab, since addresses are logged and shared. */
export type BookedVisit = Omit<Booking, 'id' | 'name' | 'surname' | 'telephone'>

/** Stores the booking without its customer, except for the masked e-mail address. */
export const storeBookedVisit = ({ id, name, surname, telephone, ...visit }: Booking) =>
  storeTabItem(BOOKED_VISIT, JSON.stringify({ ...visit, email: maskEmail(visit.email) } satisfies BookedVisit))

export const bookedVisit = (): BookedVisit | undefined => JSON.parse(readTabItem(BOOKED_VISIT) ?? 'null') ?? undefined

/** Removes the stored booking; with an id, only if it is that one. */
export function removeBookedVisit(hiddenId?: string) {
  if (hiddenId === undefined || bookedVisit()?.hidden_id === hiddenId) removeTabItem(BOOKED_VISIT)
}
