import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { Button } from '../../../../ui/button.tsx'
import { ATTENDANCES } from '../../../ui/feedback/attendance-words.ts'
import { useSayOutcome } from './use-visit-actions.ts'
import { attendances, outcomeIcons } from './visit-actions.ts'
import styles from '../bookings.module.css'

/** What became of a visit. The same choice again takes it back. */
export function VisitOutcome({ booking }: { booking: StaffBooking }) {
  const { mutate: say } = useSayOutcome()
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are no fields of a form
    <div role="group" aria-label="Esito della visita" className={styles.attendances}>
      {attendances.map((attendance) => {
        const Icon = outcomeIcons[attendance]
        const isSo = booking.attendance === attendance
        return (
          <Button
            key={attendance}
            look={isSo ? 'primary' : 'quiet'}
            aria-pressed={isSo}
            onClick={() => say({ booking, attendance: isSo ? null : attendance })}
          >
            <Icon size={18} aria-hidden="true" />
            {ATTENDANCES[attendance].text}
          </Button>
        )
      })}
    </div>
  )
}
