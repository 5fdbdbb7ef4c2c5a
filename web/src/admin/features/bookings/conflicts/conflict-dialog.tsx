import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { BookingConflict } from '@prenoto/core/contract/conflict.ts'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { customerName } from '../booking-format.ts'
import { Conflicts } from './conflicts.tsx'

type ConflictDialogProps = {
  booking: StaffBooking
  conflicts: BookingConflict[]
  isSaving: boolean
  onOverride: () => void
  onClose: () => void
}

/** Shows the conflicts of a booking that was dragged to another time. */
export default function ConflictDialog({ booking, onClose, ...conflicts }: ConflictDialogProps) {
  return (
    <Dialog title={`Sposta ${customerName(booking)}`} onClose={onClose}>
      <Conflicts {...conflicts} advice="La prenotazione è ancora dov’era." action="Sposta lo stesso" />
    </Dialog>
  )
}
