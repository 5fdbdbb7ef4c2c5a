import { formatDay } from '@prenoto/core/time/format.ts'
import { useToday } from '../../configuration/use-today.ts'
import { describeProposedDay, type ProposedDay } from './available-slots.ts'
import styles from './booking-form.module.css'

type ProposedDayNoticeProps = {
  proposedDay: ProposedDay | undefined
  isCustomTime: boolean
  onReturn: () => void
}

/** Explains that another day is proposed, with a button that returns to the requested day. */
export function ProposedDayNotice({ proposedDay, isCustomTime, onReturn }: ProposedDayNoticeProps) {
  const today = useToday()
  return (
    <div className={proposedDay ? `px-4 py-3 mb-2 rounded-m warning-soft ${styles.proposedDay}` : undefined}>
      <p role="status">{proposedDay && describeProposedDay(proposedDay, today)}</p>
      {proposedDay && !isCustomTime && proposedDay.requested >= today && (
        <button type="button" onClick={onReturn}>
          {`Scrivi un orario libero per ${formatDay(proposedDay.requested)}`}
        </button>
      )}
    </div>
  )
}
