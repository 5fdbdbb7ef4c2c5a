import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { minutesOf } from '@prenoto/core/time/plain-time.ts'

type Visit = Pick<StaffBooking, 'visit_hour' | 'service_duration'>

/** Who is here at a minute of the day, and who comes next: all that begin together. */
export function whoIsWhen<V extends Visit>(visits: readonly V[], minutes: number): { here: V[]; next: V[] } {
  const beginOf = ({ visit_hour }: V) => minutesOf(visit_hour)
  const here = visits.filter((one) => beginOf(one) <= minutes && minutes < beginOf(one) + one.service_duration)
  const later = visits.filter((one) => beginOf(one) > minutes)
  const first = Math.min(...later.map(beginOf))
  return { here, next: later.filter((one) => beginOf(one) === first) }
}
