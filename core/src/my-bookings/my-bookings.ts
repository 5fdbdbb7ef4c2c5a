import type { Visit } from '../bookings/visit-fields.ts'
import type { TextsChoice } from '../text-messages/text-channels.ts'

/** How long a link in an e-mail is valid. */
export const LINK_MINUTES = 30

/** How long a remembered device is valid after its last use. */
export const DEVICE_DAYS = 180

/** The fragments that make /my_bookings confirm that the link is on its way, and that devices are no longer remembered. */
export const LINK_SENT = '#link-inviato'
export const FORGOTTEN = '#dispositivo-dimenticato'

/** A visit in the list of its customer. */
export type MyVisit = Omit<Visit, 'service_price' | 'calendar_id'> & {
  hidden_id: string
  /** The first name in the booking: relatives may share a mailbox. */
  name: string
  is_cancelled: boolean
  /** Whether visitors can still book this service. */
  is_offered: boolean
}

/** The bookings of a mailbox at one business. */
export type MyBookings = {
  /** In the order of the visits. */
  upcoming: MyVisit[]
  /** The latest visits that are over or cancelled, latest first. */
  past: MyVisit[]
  /** Whether `past` leaves out older visits. */
  has_more: boolean
  /** Whether this device is remembered. */
  is_remembered: boolean
  /** The number of remembered devices. */
  devices: number
  /** For the numbers in the mailbox's bookings; absent if their owners were never asked. */
  texts?: TextsChoice
}
