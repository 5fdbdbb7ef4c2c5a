import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { minutesOf } from '@prenoto/core/time/plain-time.ts'

type Visit = Pick<StaffBooking, 'visit_hour' | 'service_duration' | 'attendance'>

/**
 * Who is here at a minute of the day, and who comes next: all that begin together. By the clock as long as nobody has said what
 * became of a visit; whoever has arrived is here before its hour, too.
 */
export function whoIsWhen<V extends Visit>(visits: readonly V[], minutes: number): { here: V[]; next: V[] } {
  const beginOf = ({ visit_hour }: V) => minutesOf(visit_hour)
  const isHere = (one: V) => one.attendance === 'arrived' || (one.attendance === null && beginOf(one) <= minutes)
  const here = visits.filter((one) => isHere(one) && minutes < beginOf(one) + one.service_duration)
  const later = visits.filter((one) => one.attendance === null && beginOf(one) > minutes)
  const first = Math.min(...later.map(beginOf))
  return { here, next: later.filter((one) => beginOf(one) === first) }
}
