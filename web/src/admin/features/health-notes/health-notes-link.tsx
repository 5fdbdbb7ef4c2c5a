import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { HeartPulse } from 'lucide-react'
import { Link } from 'react-router'
import { adminPaths } from '../../../lib/paths.ts'
import customers from '../customers/customers.module.css'
import { useCustomer } from '../customers/customers.queries.ts'
import { allowsNotesQuery } from './health-notes.queries.ts'

/** A link from a visit to the customer's health notes, if its service allows them and the user may read them. */
export function HealthNotesLink({ booking: { id, customer_id, service_id } }: { booking: StaffBooking }) {
  const customer = useCustomer(customer_id)
  const { data: allowsNotes } = useQuery({
    ...allowsNotesQuery(service_id),
    enabled: customer?.has_health_notes === true,
  })
  if (!customer?.has_health_notes || !allowsNotes) return null
  return (
    <p className={`row gap-3 min-w-0 break-words ${customers.fact}`}>
      <HeartPulse size={18} aria-hidden="true" />
      <Link
        to={`${adminPaths.customer(customer.id)}?visita=${id}#${adminPaths.healthNotes}`}
        className="inline-row touch semibold underline"
      >
        Note sulla salute
      </Link>
    </p>
  )
}
