import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { toMinuteOfDay } from '@prenoto/core/time/plain-time.ts'

type Visit = Pick<StaffBooking, 'visit_hour' | 'service_duration' | 'attendance'>

/**
 * The current visits at a minute of the day, and the next ones, which all begin at the same time. Without a recorded
 * attendance the clock decides; a customer marked as arrived is current before the visit's start, too.
 */
export function currentAndNext<V extends Visit>(visits: readonly V[], minutes: number): { current: V[]; next: V[] } {
  const startMinute = ({ visit_hour }: V) => toMinuteOfDay(visit_hour)
  const isCurrent = (one: V) => one.attendance === 'arrived' || (one.attendance === null && startMinute(one) <= minutes)
  const current = visits.filter((one) => isCurrent(one) && minutes < startMinute(one) + one.service_duration)
  const later = visits.filter((one) => one.attendance === null && startMinute(one) > minutes)
  const first = Math.min(...later.map(startMinute))
  return { current, next: later.filter((one) => startMinute(one) === first) }
}
