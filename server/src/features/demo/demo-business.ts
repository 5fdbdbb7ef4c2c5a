import type { DayPart } from '@prenoto/core/availability/slot-groups.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'

/** A day's morning and afternoon. */
export type Hours = [from: PlainTime, to: PlainTime][]

export type DemoCalendar = {
  name: string
  /** What visitors are told, where they choose with whom. */
  public_name?: string
  description: string
  capacity: number
  /** Monday first; morning and afternoon. */
  week: Hours[]
}

/** Calendars and services are named by their place in their list. */
export type DemoService = {
  calendar: number
  /** Who else does it. */
  others?: number[]
  name: string
  category: string
  /** A drawing of ours, beside this file. */
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

/** Somebody who waits for a place on the full day. */
export type DemoWaiting = { service: number; calendar: number | null; part: DayPart | null }

/** What a finished business of the demo offers, and who works there. */
export type DemoBusiness = {
  /** The drawing on its first page. */
  cover: string
  configuration: object
  staff: { email: string }[]
  calendars: DemoCalendar[]
  services: DemoService[]
  /** What visitors write beside a booking, where they may. */
  notes: string[]
  /** Where it is given, the next Saturday has nothing left to book. */
  waiting?: DemoWaiting[]
}
