import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { formatDate } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../ui/panels/dialog.tsx'
import { customerName } from '../booking-format.ts'
import styles from '../bookings.module.css'
import { useDeleteBooking } from '../bookings.queries.ts'
import { positionInSeries, seriesQuery, useDeleteSeries } from '../series.queries.ts'
import { andFollowing } from './series-scope.tsx'

type SeriesDeleteDialogProps = {
  booking: StaffBooking
  opener?: HTMLElement
  onDeleted: () => void
  onClose: () => void
}

/** Asks whether to delete one visit of a series or all that follow, too. */
export default function SeriesDeleteDialog({ booking, opener, onDeleted, onClose }: SeriesDeleteDialogProps) {
  const { data: visits } = useQuery(seriesQuery(booking.id))
  const { position, total, following } = positionInSeries(visits, booking)
  const one = useDeleteBooking()
  const all = useDeleteSeries()
  const isDeleting = one.isPending || all.isPending
  return (
    <Dialog title="Elimina" opener={opener} onClose={onClose}>
      <p>
        {`${customerName(booking)}: ${formatDate(booking.visit_day)} alle ${toShortTime(booking.visit_hour)}. ${position > 0 ? `Fa parte di una serie: ${position} di ${total}.` : 'Fa parte di una serie.'}`}
      </p>
      <div className={`grid gap-3 content-start ${styles.deleteChoices}`}>
        <Button
          look="danger"
          wide
          loading={one.isPending}
          disabled={isDeleting}
          onClick={() => one.mutate(booking, { onSuccess: onDeleted })}
        >
          Solo questa
        </Button>
        {following > 0 && (
          <Button
            look="danger"
            wide
            loading={all.isPending}
            disabled={isDeleting}
            onClick={() => all.mutate(booking, { onSuccess: onDeleted })}
          >
            {andFollowing(following)}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
