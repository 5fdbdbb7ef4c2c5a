import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import type { Collision } from '@prenoto/core/collision.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Collisions } from './collisions.tsx'
import { customerOf } from './month-grid.ts'

type CollisionDialogProps = {
  booking: StaffBooking
  collisions: Collision[]
  isSaving: boolean
  onOverride: () => void
  onClose: () => void
}

/** What the hour runs into to which a booking was moved by hand. */
export default function CollisionDialog({ booking, onClose, ...collisions }: CollisionDialogProps) {
  return (
    <Dialog title={`Sposta ${customerOf(booking)}`} onClose={onClose}>
      <Collisions {...collisions} />
    </Dialog>
  )
}
