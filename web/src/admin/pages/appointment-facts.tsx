import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { formatCost, formatDate, formatLength } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { CalendarClock, Clock, Euro, MessageSquareText, Scissors, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { ServiceNames } from '../../ui/service-names.tsx'
import { formatEnd } from '../features/bookings/booking-format.ts'
import styles from './pages.module.css'

type AppointmentFactsProps = { booking: Omit<StaffBooking, 'hidden_id'>; children?: ReactNode }

/** The booked services and times; `children` are further items, before the customer's notes. */
export function AppointmentFacts({ booking, children }: AppointmentFactsProps) {
  const { visit_day, visit_hour, service_duration, service_price, calendar_name, patient_notes } = booking
  return (
    <ul className={`grid card gap-3 rounded-l text-m ${styles.facts}`}>
      <li className={styles.services}>
        <Scissors size={18} aria-hidden="true" />
        <ServiceNames visit={booking} />
      </li>
      {calendar_name && (
        <li>
          <UserRound size={18} aria-hidden="true" />
          <span>{`Con ${calendar_name}`}</span>
        </li>
      )}
      <li>
        <CalendarClock size={18} aria-hidden="true" />
        <span className={`capitalized ${styles.when}`}>
          {`${formatDate(visit_day)} alle ${toShortTime(visit_hour)}, fino alle ${formatEnd(booking)}`}
        </span>
      </li>
      <li>
        <Clock size={18} aria-hidden="true" />
        <span>{`Durata: ${formatLength(service_duration)}`}</span>
      </li>
      <li>
        <Euro size={18} aria-hidden="true" />
        <span>{`Costo: ${formatCost(service_price)}`}</span>
      </li>
      {children}
      {patient_notes && (
        <li className={styles.notes}>
          <MessageSquareText size={18} aria-hidden="true" />
          <div>
            <p className="muted text-xs">Note del cliente</p>
            <p className="pre-line">{patient_notes}</p>
          </div>
        </li>
      )}
    </ul>
  )
}
