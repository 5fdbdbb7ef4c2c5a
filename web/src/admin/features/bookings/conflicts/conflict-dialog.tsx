import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { Collision } from '@prenoto/core/contract/conflict.ts'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { customerOf } from '../month-grid.ts'
import { Collisions } from './conflicts.tsx'

type CollisionDialogProps = {
  booking: StaffBooking
  collisions: Collision[]
  isSaving: boolean
  onOverride: () => void
  onClose: () => void
}

/** The conflicts of a booking that was dragged to another time. */
export default function CollisionDialog({ booking, onClose, ...collisions }: CollisionDialogProps) {
  return (
    <Dialog title={`Sposta ${customerOf(booking)}`} onClose={onClose}>
      <Collisions {...collisions} advice="La prenotazione è ancora dov’era." action="Sposta lo stesso" />
    </Dialog>
  )
}
