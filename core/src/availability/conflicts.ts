import type { BookingConflict, ConflictKind } from '../contract/conflict.ts'
import { epochMinuteOn, existsOn } from '../time/day-clock.ts'
import type { BookableDay } from './bookable-days.ts'
import { isAtCapacity } from './intervals.ts'
import { busyParts, busyTime, countVisitsOfDay, type SlotRules } from './slots.ts'

/**
 * Conflicts of a visit that begins at this minute of a day, offered or not; `notice` is the first epoch minute that
 * visitors may book. A day on which the calendar is closed has no windows.
 */
export function conflictsAt(
  { clock, windows }: BookableDay,
  minute: number,
  { rules, notice }: { rules: SlotRules; notice: number },
): ConflictKind[] {
  const start = epochMinuteOn(clock, minute)
  const end = start + rules.duration
  const { from, to } = busyTime(clock, start, rules)
  const isOpen = windows.some(
    (window) => minute >= window.from && minute + rules.duration <= window.to && end <= epochMinuteOn(clock, window.to),
  )
  const applies: Record<ConflictKind, boolean> = {
    booking: busyParts({ from, to }, start, rules).some((part) =>
      isAtCapacity(rules.bookings, rules.capacity, part.from, part.to),
    ),
    closure: isAtCapacity(rules.closures, 1, from, to),
    hours: !isOpen || !existsOn(clock, minute),
    notice: start < notice,
    limit: rules.maxPerDay > 0 && countVisitsOfDay(rules.bookings, clock) >= rules.maxPerDay,
  }
  return (Object.keys(applies) as ConflictKind[]).filter((kind) => applies[kind])
}

const DETAILS: Record<ConflictKind, string> = {
  booking: 'In questo orario il posto è già occupato.',
  closure: 'In questo orario il calendario è chiuso.',
  hours: 'L’orario è fuori dall’apertura.',
  notice: 'L’orario è entro il preavviso chiesto ai clienti.',
  limit: 'Il calendario ha già tutte le prenotazioni che accetta in un giorno.',
}

export const toConflict = (kind: ConflictKind): BookingConflict => ({ kind, detail: DETAILS[kind] })
