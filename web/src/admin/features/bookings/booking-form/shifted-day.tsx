import { formatDay } from '@prenoto/core/time/format.ts'
import { useToday } from '../../configuration/use-today.ts'
import { type DayShift, describeShift } from './offered-slots.ts'
import styles from './staff-booking-form.module.css'

type ShiftedDayProps = {
  shift: DayShift | undefined
  isFree: boolean
  onReturn: () => void
}

/** Says that another day is proposed than the one that was wanted, with a way back to that one. */
export function ShiftedDay({ shift, isFree, onReturn }: ShiftedDayProps) {
  const today = useToday()
  return (
    <div className={shift ? styles.proposedDay : undefined}>
      <p role="status">{shift && describeShift(shift, today)}</p>
      {shift && !isFree && shift.wanted >= today && (
        <button type="button" onClick={onReturn}>
          Scrivi un orario libero per {formatDay(shift.wanted)}
        </button>
      )}
    </div>
  )
}
