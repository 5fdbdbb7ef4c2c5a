import type { CollisionKind } from '../collision.ts'
import { epochMinuteOn, existsOn } from '../time/day-clock.ts'
import type { BookableDay } from './bookable-days.ts'
import { bookingsOfDay, busyTime, isCrowded, type SlotRules } from './slots.ts'

/**
 * What a visit that begins at this minute of a day runs into, offered or not; `notice` is the epoch minute before which visitors
 * may not begin. A day on which the calendar is closed has no windows.
 */
export function collisionsAt(
  { clock, windows }: BookableDay,
  minute: number,
  { rules, notice }: { rules: SlotRules; notice: number },
): CollisionKind[] {
  const start = epochMinuteOn(clock, minute)
  const end = start + rules.duration
  const { from, to } = busyTime(clock, start, rules)
  const isOpen = windows.some(
    (window) => minute >= window.from && minute + rules.duration <= window.to && end <= epochMinuteOn(clock, window.to),
  )
  const applies: Record<CollisionKind, boolean> = {
    booking: isCrowded(rules.bookings, rules.capacity, from, to),
    closure: isCrowded(rules.closures, 1, from, to),
    hours: !isOpen || !existsOn(clock, minute),
    notice: start < notice,
    limit: rules.maxPerDay > 0 && bookingsOfDay(rules.bookings, clock) >= rules.maxPerDay,
  }
  return (Object.keys(applies) as CollisionKind[]).filter((kind) => applies[kind])
}
