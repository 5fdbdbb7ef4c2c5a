import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { Customer } from '@prenoto/core/customers/customer-schema.ts'
import { lazy, Suspense } from 'react'
import { Skeletons } from '../../../ui/lists/skeletons.tsx'
import { PanelBody, SidePanel } from '../../../ui/panels/side-panel.tsx'
import type { PreferredVisit } from './available-slots.ts'

const StaffBookingPanelForm = lazy(() => import('./staff-booking-form.tsx'))

type BookingPanelProps = {
  isOpen: boolean
  onClose: () => void
  edited?: StaffBooking
  /** Initial values of a new booking. */
  preferred?: PreferredVisit & { customer?: Customer }
}

/** Panel for a new or an edited booking. */
export function BookingPanel({ isOpen, onClose, ...form }: BookingPanelProps) {
  return (
    <SidePanel
      title={form.edited ? 'Modifica la prenotazione' : 'Nuova prenotazione'}
      isOpen={isOpen}
      onClose={onClose}
    >
      <Suspense
        fallback={
          <PanelBody>
            <Skeletons count={4} height={72} />
          </PanelBody>
        }
      >
        <StaffBookingPanelForm {...form} onSaved={onClose} onCancel={onClose} />
      </Suspense>
    </SidePanel>
  )
}
