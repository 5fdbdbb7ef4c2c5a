import type { DayPart } from '@prenoto/core/availability/slot-groups.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'

/** A day's morning and afternoon. */
export type Hours = [from: PlainTime, to: PlainTime][]

export type DemoCalendar = {
  name: string
  /** The name that visitors see when they choose a calendar. */
  public_name?: string
  public_note?: string
  description: string
  capacity: number
  /** Monday first; morning and afternoon. */
  week: Hours[]
}

/** `calendar` and `others` are indexes of the list of calendars. */
export type DemoService = {
  calendar: number
  /** Further calendars of the service. */
  others?: number[]
  name: string
  category: string
  /** A file in `pictures`. */
  picture?: string
  duration: number
  slot_step?: number
  buffer_before?: number
  buffer_after?: number
  amount: string
  discounted_amount?: string
  description: string
  color: string
  visible_frontend?: boolean
  allow_patient_notes?: boolean
}

/** A waiting-list entry for the full day; `service` and `calendar` are indexes. */
export type DemoWaiting = { service: number; calendar: number | null; part: DayPart | null }

/** A demo business with complete settings. */
export type DemoBusiness = {
  /** A file in `pictures`. */
  cover: string
  configuration: object
  staff: { email: string }[]
  calendars: DemoCalendar[]
  services: DemoService[]
  /** Notes that visitors add to bookings. */
  notes: string[]
  /** If set, the next Saturday is fully booked. */
  waiting?: DemoWaiting[]
}
