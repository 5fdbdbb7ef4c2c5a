import { MAX_TIMES, MAX_WEEKS, MIN_TIMES, type PlannedVisit } from '@prenoto/core/bookings/series-schema.ts'
import { formatDate, formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { ArrowRightLeft, CalendarX2, Check, CircleSlash, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { VisuallyHidden } from '../../../../ui/visually-hidden.tsx'
import { SelectField } from '../../../ui/fields/admin-fields.tsx'
import { FieldRow } from '../../../ui/fields/field-row.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Skeletons } from '../../../ui/lists/skeletons.tsx'
import type { Choice, SeriesRow } from '../series/series-rows.ts'
import styles from './booking-form.module.css'
import type { Series } from './use-series.ts'

const EVERY = Array.from({ length: MAX_WEEKS }, (_, i) => i + 1)

/** The rhythm of a series and its visits: each with its state and, if taken, an alternative. */
export default function SeriesFields({ series }: { series: Series }) {
  const { every, setEvery, times, setTimes, timesError, hasFirst, rows, isKnown, isFailed, retry } = series
  const id = useId()
  return (
    <section className={`grid gap-2 min-w-0 border rounded-m ${styles.series}`} aria-label="Ripetizione">
      <FieldRow>
        <SelectField label="Ogni quanto" value={every} onChange={({ target }) => setEvery(Number(target.value))}>
          {EVERY.map((weeks) => (
            <option key={weeks} value={weeks}>
              {weeks === 1 ? 'Ogni settimana' : `Ogni ${weeks} settimane`}
            </option>
          ))}
        </SelectField>
        <NumberField
          label="Quante volte"
          min={MIN_TIMES}
          max={MAX_TIMES}
          required
          value={times}
          error={timesError}
          onChange={({ target }) => setTimes(target.value)}
        />
      </FieldRow>
      {hasFirst && !timesError && !isKnown && !isFailed && rows.length === 0 && <Skeletons count={4} height={44} />}
      {isFailed && (
        <p className={styles.seriesFieldsRetry}>
          Non è stato possibile leggere le date.{' '}
          <button type="button" onClick={() => retry()}>
            Riprova
          </button>
        </p>
      )}
      {rows.length > 0 && !isFailed && (
        <>
          <h3 id={id} className="text-s semibold">
            Le date
          </h3>
          <ol className={styles.rows} aria-labelledby={id} aria-busy={!isKnown}>
            {rows.map((row) => (
              <Row key={row.key} row={row} isDisabled={!isKnown} onChoose={(choice) => series.choose(row, choice)} />
            ))}
          </ol>
        </>
      )}
      <p role="status" className={`medium ${styles.summary}`}>
        {summarize(series)}
      </p>
      <p role="status" className={`danger medium ${styles.refusal}`}>
        {series.refusal}
      </p>
    </section>
  )
}

function summarize({ hasFirst, timesError, isKnown, rows, count }: Series) {
  if (!hasFirst) return 'Scegli giorno e orario della prima visita.'
  if (timesError || !isKnown) return ''
  if (count < MIN_TIMES) return 'Scegli almeno due date.'
  const omittedCount = rows.length - count
  return omittedCount === 0
    ? `${count} date da prenotare.`
    : `${count} date da prenotare, ${omittedCount} senza prenotazione.`
}

type RowProps = { row: SeriesRow; isDisabled: boolean; onChoose: (choice: Choice) => void }

function Row({ row: { planned, booked, isPossible }, isDisabled, onChoose }: RowProps) {
  const { instead } = planned
  const isReplaced = booked !== undefined && booked === instead
  const { visit_day, visit_hour } = booked ?? planned
  const { Icon, text, isBad } = describeState(planned, booked !== undefined, isReplaced)
  return (
    <li className={`ruled ${styles.row} ${booked ? '' : styles.out}`}>
      <label className={`flex gap-3 touch items-start ${styles.choice}`}>
        <input
          type="checkbox"
          className="checkbox"
          checked={booked !== undefined}
          disabled={isDisabled || (!isPossible && !isReplaced)}
          onChange={({ target }) => onChoose(target.checked ? 'in' : 'out')}
        />
        <span className="grid min-w-0">
          <span className={`medium tabular-nums capitalized ${styles.date}`}>
            <span>{`${formatDate(visit_day)} `}</span>
            <span className="nowrap">{`alle ${toShortTime(visit_hour)}`}</span>
          </span>
          <span className={`flex gap-2 items-start text-xs ${styles.state} ${isBad ? styles.bad : ''}`}>
            <Icon size={16} aria-hidden="true" />
            <span>{text}</span>
          </span>
        </span>
      </label>
      {instead && !isReplaced && (
        <button type="button" className={styles.instead} disabled={isDisabled} onClick={() => onChoose('instead')}>
          <span>
            {instead.visit_day === planned.visit_day
              ? `Prendi le ${toShortTime(instead.visit_hour)}`
              : `Prendi ${formatDay(instead.visit_day)} alle ${toShortTime(instead.visit_hour)}`}
          </span>
          <VisuallyHidden>{` al posto di ${formatDay(planned.visit_day)}`}</VisuallyHidden>
        </button>
      )}
    </li>
  )
}

type RowState = { Icon: LucideIcon; text: string; isBad?: boolean }

function describeState(
  { state, conflicts, visit_day, visit_hour }: PlannedVisit,
  isBooked: boolean,
  isReplaced: boolean,
): RowState {
  if (isReplaced)
    return { Icon: ArrowRightLeft, text: `Al posto di ${formatDay(visit_day)} alle ${toShortTime(visit_hour)}` }
  if (state === 'free')
    return isBooked ? { Icon: Check, text: 'Libero' } : { Icon: CircleSlash, text: 'Libero, ma lasciato fuori' }
  if (state === 'beyond')
    return { Icon: CalendarX2, text: 'Troppo lontano: si prenota fino a due anni da oggi.', isBad: true }
  const reasons = conflicts.map(({ detail }) => detail).join(' ')
  return { Icon: CalendarX2, text: reasons || 'Non è tra gli orari proposti.', isBad: true }
}
