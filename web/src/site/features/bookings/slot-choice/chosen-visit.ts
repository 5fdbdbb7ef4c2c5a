import type { ChosenVisit } from '@prenoto/core/bookings/chosen-visit.ts'
import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toMinuteOfDay } from '@prenoto/core/time/plain-time.ts'
import { openingStart } from './day-window.ts'

/** The visitor's choices so far, and the days that are shown. */
export type Choice = {
  /** Undefined for any calendar. */
  calendar?: number
  /** The first day in the strip. */
  start: PlainDate
  /** The day whose slots are shown. */
  day: PlainDate
  /** Equals `day` if the visitor has chosen it. */
  chosenDay?: PlainDate
  hour?: PlainTime
  /** As in `ChosenVisit`. */
  variant?: number
  also?: string
  source?: ChosenVisit['source']
}

/** Whether two choices are of the same services and calendar. */
export const isSameWish = (one: Wish, other: Wish) =>
  one.calendar === other.calendar && one.variant === other.variant && one.also === other.also

type Wish = Pick<ChosenVisit, 'calendar' | 'variant' | 'also'>

/** How many slots are suggested in place of a taken one. */
const NEAREST = 2

/** The choice in an address, as far as it is bookable; by default the first day with a free slot. */
export function readChoice(service: OfferedService, lastDay: PlainDate, chosen: ChosenVisit = {}): Choice {
  const { today, available_slots } = service
  const inTime = (date?: PlainDate) => (date && date >= today && date <= lastDay ? date : undefined)
  const chosenDay = inTime(chosen.day)
  const day = chosenDay ?? available_slots[0]?.date ?? today
  const start = inTime(chosen.start) ?? openingStart(today, day, lastDay)
  const { variant, also, source } = chosen
  return {
    calendar: findCalendar(service, chosen),
    start,
    day,
    chosenDay,
    hour: chosenDay && chosen.hour,
    variant,
    also,
    source,
  }
}

/** The calendar in an address, if the service has it. */
export const findCalendar = ({ calendars }: OfferedService, { calendar }: ChosenVisit = {}) =>
  calendars.find(({ id }) => id === calendar)?.id

/** The choice after midnight: a day in the past is dropped, and the strip starts today at the earliest. */
export function currentChoice(choice: Choice, service: OfferedService, lastDay: PlainDate): Choice {
  const { today } = service
  if (choice.day < today) return readChoice(service, lastDay, { ...choice, start: undefined, day: undefined })
  return choice.start < today ? { ...choice, start: today } : choice
}

export const slotsOn = ({ available_slots }: OfferedService, day: PlainDate): PlainTime[] =>
  available_slots.find(({ date }) => date === day)?.slots ?? []

/** The slots nearest to an hour, before or after it. */
export function nearestTo(hour: PlainTime, slots: PlainTime[]): PlainTime[] {
  const distance = (slot: PlainTime) => Math.abs(toMinuteOfDay(slot) - toMinuteOfDay(hour))
  return slots.toSorted((a, b) => distance(a) - distance(b)).slice(0, NEAREST)
}

/** The next day with a free slot, or else the first one. */
export const nextFreeDay = ({ available_slots }: OfferedService, day: PlainDate): PlainDate | undefined =>
  (available_slots.find(({ date }) => date > day) ?? available_slots[0])?.date

export const firstSlot = ({ available_slots: [first] }: OfferedService) =>
  first && { day: first.date, hour: first.slots[0]! }

export type DayState = { kind: 'free'; slots: number } | { kind: 'full' } | { kind: 'closed' }

export function stateOn(service: OfferedService, day: PlainDate): DayState {
  const { length } = slotsOn(service, day)
  if (length > 0) return { kind: 'free', slots: length }
  return { kind: service.closed_days.includes(day) ? 'closed' : 'full' }
}

/** '8 slot disponibili', 'completo', 'chiuso' */
export function availabilityText(state: DayState): string {
  if (state.kind === 'free') return countSlots(state.slots)
  return state.kind === 'full' ? 'completo' : 'chiuso'
}

/** 'nessuno slot disponibile', '1 slot disponibile', '8 slot disponibili' */
export function countSlots(count: number): string {
  if (count === 0) return 'nessuno slot disponibile'
  return count === 1 ? '1 slot disponibile' : `${count} slot disponibili`
}
