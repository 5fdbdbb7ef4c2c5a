import type { StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { Button } from '../../../../ui/button.tsx'
import { OUTCOMES } from '../../../ui/feedback/attendance-words.ts'
import { useSayOutcome } from './use-visit-actions.ts'
import { outcomeIcons, outcomes } from './visit-actions.ts'
import styles from './visit-attendance.module.css'

/** What became of a visit. The same choice again takes it back. */
export function VisitOutcome({ booking }: { booking: StaffBooking }) {
  const { mutate: say } = useSayOutcome()
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are no fields of a form
    <div role="group" aria-label="Esito della visita" className={styles.outcomes}>
      {outcomes.map((outcome) => {
        const Icon = outcomeIcons[outcome]
        const isSo = booking.outcome === outcome
        return (
          <Button
            key={outcome}
            look={isSo ? 'primary' : 'quiet'}
            aria-pressed={isSo}
            onClick={() => say({ booking, outcome: isSo ? null : outcome })}
          >
            <Icon size={18} aria-hidden="true" />
            {OUTCOMES[outcome].text}
          </Button>
        )
      })}
    </div>
  )
}
