import type { Booking } from '@prenoto/core/bookings/booking-schema.ts'
import { formatShortDay } from '@prenoto/core/time/format.ts'
import type { ReactNode } from 'react'
import { customerName, timeRange } from './booking-format.ts'

type Shown = Pick<Booking, 'name' | 'surname' | 'service_name' | 'service_duration' | 'visit_day' | 'visit_hour'> & {
  calendar_name?: string | null
}

/** Two lines: the time of a booking, then its customer, service and calendar. `children` come below. */
export const BookingFacts = ({ booking, children }: { booking: Shown; children?: ReactNode }) => (
  <span className="grid min-w-0 break-words">
    <span
      className="semibold tabular-nums"
      translate="no"
    >{`${formatShortDay(booking.visit_day)}, ${timeRange(booking)}`}</span>
    <span>
      {`${customerName(booking)} · ${booking.service_name}${booking.calendar_name ? ` · ${booking.calendar_name}` : ''}`}
    </span>
    {children}
  </span>
)
