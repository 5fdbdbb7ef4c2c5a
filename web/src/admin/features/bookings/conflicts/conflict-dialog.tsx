import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { BookingConflict } from '@prenoto/core/contract/conflict.ts'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { customerOf } from '../month-grid.ts'
import { Conflicts } from './conflicts.tsx'

type CollisionDialogProps = {
  booking: StaffBooking
  conflicts: BookingConflict[]
  isSaving: boolean
  onOverride: () => void
  onClose: () => void
}

/** The conflicts of a booking that was dragged to another time. */
export default function ConflictDialog({ booking, onClose, ...conflicts }: CollisionDialogProps) {
  return (
    <Dialog title={`Sposta ${customerOf(booking)}`} onClose={onClose}>
      <Conflicts {...conflicts} advice="La prenotazione è ancora dov’era." action="Sposta lo stesso" />
    </Dialog>
  )
}
