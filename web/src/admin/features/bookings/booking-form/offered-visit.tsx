import { formatDate } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { FieldError } from '../../../../ui/field.tsx'
import { SelectField } from '../../../ui/fields/admin-fields.tsx'
import { useToday } from '../../configuration/use-today.ts'
import { dayOptions, describeDay, firstFreeDay, slotsOf } from './offered-slots.ts'
import styles from './staff-booking-form.module.css'
import { TimeGrid } from './time-grid.tsx'
import type { VisitChoice } from './use-visit-choice.ts'
import { VISIT_LABELS } from './visit-fields.ts'

const NO_SLOTS = 'Ci dispiace ma per questa giornata gli slot sono terminati.'
const NO_DAYS = 'Ci dispiace ma per questo servizio non ci sono slot disponibili.'

type OfferedVisitProps = {
  visit: Pick<VisitChoice, 'serviceId' | 'offer' | 'day' | 'hour' | 'gone' | 'lost' | 'times'>
  /** Goes to the first free day, whose button goes with what it did. */
  onFreeDay: (day: PlainDate) => void
}

/** One of the days that are offered, and one of its slots. */
export function OfferedVisit({ visit, onFreeDay }: OfferedVisitProps) {
  const { serviceId, offer, day, hour, gone, lost, times } = visit
  const { days } = offer
  const today = useToday()
  const options = dayOptions(days, day.value, today)
  const slots = slotsOf(days, day.value)
  const nextFree = firstFreeDay(days, day.value)

  return (
    <>
      {options.size > 0 ? (
        <SelectField
          label={VISIT_LABELS.visit_day}
          required
          error={day.error}
          hint={describeDay(day.value, today)}
          name={day.name}
          value={day.value}
          onBlur={day.onBlur}
          ref={day.ref}
          onChange={(event) => day.onChange(event.target.value)}
        >
          <option value="" disabled>
            Scegli una data
          </option>
          {[...options].map(([name, days]) => (
            <optgroup key={name} label={name}>
              {days.map(({ value, text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
      ) : (
        <>
          <p role="status" className={styles.note}>
            {offer.isLoading && 'Caricamento…'}
            {offer.isKnown && NO_DAYS}
            {gone}
          </p>
          {offer.isFailed && (
            <p className={styles.retry}>
              Non è stato possibile leggere gli orari.{' '}
              <button type="button" onClick={offer.retry}>
                Riprova
              </button>
            </p>
          )}
          {day.error && serviceId !== undefined && <FieldError id="visit-day" error={day.error} />}
        </>
      )}
      <p role="status" className={styles.lost}>
        {lost}
      </p>
      {slots.length > 0 ? (
        <TimeGrid
          ref={times}
          slots={slots}
          selected={hour.value}
          onSelect={hour.onChange}
          onLeave={hour.onBlur}
          error={hour.error}
          disabled={offer.isOutdated}
        />
      ) : (
        <>
          <p role="status" className={styles.note}>
            {options.size > 0 && day.value !== '' && NO_SLOTS}
          </p>
          {day.value !== '' && nextFree && (
            <p className={styles.retry}>
              <button type="button" onClick={() => onFreeDay(nextFree)}>
                Primo giorno libero: {formatDate(nextFree)}
              </button>
            </p>
          )}
          {hour.error && serviceId !== undefined && <FieldError id="visit-hour" error={hour.error} />}
        </>
      )}
    </>
  )
}
