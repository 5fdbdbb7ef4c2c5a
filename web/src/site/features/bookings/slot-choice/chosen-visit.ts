import type { ChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { minutesOf, type PlainTime } from '@prenoto/core/time/plain-time.ts'
import { openingStart } from './day-window.ts'

/** Where somebody is with their choice: with whom, the first day of the strip, the day whose slots show, the hour if there is one. */
export type Choice = {
  /** None is 'Chiunque'. */
  calendar?: number
  start: PlainDate
  day: PlainDate
  /** The same where they have chosen it themselves. */
  chosenDay?: PlainDate
  hour?: PlainTime
}

/** How many slots are named in place of one that is lost. */
const NEAREST = 2

/** What an address has chosen, as far as that can still be booked; otherwise the first day that has a slot. */
export function choiceOf(service: OfferedService, lastDay: PlainDate, chosen: ChosenVisit = {}): Choice {
  const { today, available_slots } = service
  const inTime = (date?: PlainDate) => (date && date >= today && date <= lastDay ? date : undefined)
  const asked = inTime(chosen.day)
  const day = asked ?? available_slots[0]?.date ?? today
  const start = inTime(chosen.start) ?? openingStart(today, day, lastDay)
  return { calendar: calendarOf(service, chosen), start, day, chosenDay: asked, hour: asked && chosen.hour }
}

/** With whom an address wants to book, as far as there is that choice. */
export const calendarOf = ({ calendars }: OfferedService, { calendar }: ChosenVisit = {}) =>
  calendars.find(({ id }) => id === calendar)?.id

/** The choice on a later day: the strip never shows yesterday, and what was chosen for it is gone. */
export function choiceNow(choice: Choice, service: OfferedService, lastDay: PlainDate): Choice {
  const { today } = service
  if (choice.day < today) return choiceOf(service, lastDay, { calendar: choice.calendar })
  return choice.start < today ? { ...choice, start: today } : choice
}

/** The free slots of a day. */
export const slotsOn = ({ available_slots }: OfferedService, day: PlainDate): PlainTime[] =>
  available_slots.find(({ date }) => date === day)?.slots ?? []

/** The slots that begin the shortest time before or after this hour. */
export function nearestTo(hour: PlainTime, slots: PlainTime[]): PlainTime[] {
  const distance = (slot: PlainTime) => Math.abs(minutesOf(slot) - minutesOf(hour))
  return slots.toSorted((a, b) => distance(a) - distance(b)).slice(0, NEAREST)
}

/** The next day with a slot after this one; the first of all when there is none. */
export const nextFreeDay = ({ available_slots }: OfferedService, day: PlainDate): PlainDate | undefined =>
  (available_slots.find(({ date }) => date > day) ?? available_slots[0])?.date

/** The first slot of all, if there is one. */
export const firstSlot = ({ available_slots: [first] }: OfferedService) =>
  first && { day: first.date, hour: first.slots[0]! }

/** State of a day for visitors: with free slots, full, or closed. */
export type DayState = { kind: 'free'; slots: number } | { kind: 'full' } | { kind: 'closed' }

export function stateOn(service: OfferedService, day: PlainDate): DayState {
  const { length } = slotsOn(service, day)
  if (length > 0) return { kind: 'free', slots: length }
  return { kind: service.closed_days.includes(day) ? 'closed' : 'full' }
}

/** '8 slot disponibili', 'completo', 'chiuso' */
export function wordsOf(state: DayState): string {
  if (state.kind === 'free') return countSlots(state.slots)
  return state.kind === 'full' ? 'completo' : 'chiuso'
}

/** 'nessuno slot disponibile', '1 slot disponibile', '8 slot disponibili' */
export function countSlots(count: number): string {
  if (count === 0) return 'nessuno slot disponibile'
  return count === 1 ? '1 slot disponibile' : `${count} slot disponibili`
}
