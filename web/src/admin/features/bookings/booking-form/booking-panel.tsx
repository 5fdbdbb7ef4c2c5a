import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { Customer } from '@prenoto/core/customers/customer-schema.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { lazy, Suspense, useState } from 'react'
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx'
import { Skeletons } from '../../../ui/lists/skeletons.tsx'
import { PanelBody, SidePanel } from '../../../ui/panels/side-panel.tsx'
import { customerName } from '../booking-format.ts'
import type { PreferredVisit } from './available-slots.ts'
import type { SavedBookings } from './staff-booking-form.tsx'

const StaffBookingPanelForm = lazy(() => import('./staff-booking-form.tsx'))

type BookingPanelProps = {
  isOpen: boolean
  onClose: () => void
  onAdded?: (bookings: StaffBooking[]) => void
  edited?: StaffBooking
  /** Initial values of a new booking. */
  preferred?: PreferredVisit & { customer?: Customer }
}

/** Panel for a new or an edited booking. Announces what was added and whether the customer gets a message. */
export function BookingPanel({ isOpen, onClose, onAdded, ...form }: BookingPanelProps) {
  const [announcement, setAnnouncement] = useState('')
  const finish = (saved: SavedBookings) => {
    onClose()
    setAnnouncement(describe(saved))
    if (saved.added.length > 0) onAdded?.(saved.added)
  }
  return (
    <>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
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
          <StaffBookingPanelForm {...form} onSaved={finish} onCancel={onClose} />
        </Suspense>
      </SidePanel>
    </>
  )
}

/** 'Prenotazione aggiunta: Giulia Verdi, lunedì 30 novembre alle 10:00. Avvisiamo il cliente per email.' */
function describe({ added, isNotified }: SavedBookings) {
  const notice = isNotified ? 'Avvisiamo il cliente per email.' : 'Il cliente non viene avvisato.'
  const [first] = added
  if (!first) return notice
  const when = `${formatDay(first.visit_day)} alle ${toShortTime(first.visit_hour)}`
  return added.length === 1
    ? `Prenotazione aggiunta: ${customerName(first)}, ${when}. ${notice}`
    : `${added.length} prenotazioni aggiunte: ${customerName(first)}, la prima ${when}. ${notice}`
}
