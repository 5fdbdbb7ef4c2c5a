import { formatDate } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { FieldError } from '../../../../ui/field.tsx'
import { SelectField } from '../../../ui/fields/admin-fields.tsx'
import { useToday } from '../../configuration/use-today.ts'
import { dayOptions, describeDay, firstAvailableDay, slotsOnDay } from './available-slots.ts'
import styles from './booking-form.module.css'
import { TimeGrid } from './time-grid.tsx'
import type { VisitChoice } from './use-visit-choice.ts'
import { VISIT_LABELS } from './visit-fields.tsx'

const NO_SLOTS = 'Ci dispiace ma per questa giornata gli slot sono terminati.'
const NO_DAYS = 'Ci dispiace ma per questo servizio non ci sono slot disponibili.'

type SlotFieldsProps = {
  visit: Pick<VisitChoice, 'serviceId' | 'availability' | 'day' | 'hour' | 'serviceNote' | 'refusal' | 'times'>
  /** Goes to the first available day. Its button disappears, so the caller moves the focus. */
  onNextDay: (day: PlainDate) => void
}

/** Fields for an available day and one of its slots. */
export function SlotFields({ visit, onNextDay }: SlotFieldsProps) {
  const { serviceId, availability, day, hour, serviceNote, refusal, times } = visit
  const { days, gaps } = availability
  const today = useToday()
  const options = dayOptions(days, day.value, today)
  const slots = slotsOnDay(days, day.value)
  const nextDay = firstAvailableDay(days, day.value)

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
          <p role="status" className={`rounded-m muted text-center ${styles.note}`}>
            {`${availability.isLoading ? 'Caricamento…' : ''}${availability.isKnown ? NO_DAYS : ''}${serviceNote}`}
          </p>
          {availability.isFailed && (
            <p className={styles.retry}>
              Non è stato possibile leggere gli orari.{' '}
              <button type="button" onClick={availability.retry}>
                Riprova
              </button>
            </p>
          )}
          {day.error && serviceId !== undefined && <FieldError id="visit-day" error={day.error} />}
        </>
      )}
      <p role="status" className={'danger medium empty-absolute'}>
        {refusal}
      </p>
      {slots.length > 0 ? (
        <TimeGrid
          ref={times}
          slots={slots}
          gaps={gaps.filter(({ date }) => date === day.value)}
          selected={hour.value}
          onSelect={hour.onChange}
          onLeave={hour.onBlur}
          error={hour.error}
          disabled={availability.isOutdated}
        />
      ) : (
        <>
          <p role="status" className={`rounded-m muted text-center ${styles.note}`}>
            {options.size > 0 && day.value !== '' && NO_SLOTS}
          </p>
          {day.value !== '' && nextDay && (
            <p className={styles.retry}>
              <button type="button" onClick={() => onNextDay(nextDay)}>
                {`Primo giorno libero: ${formatDate(nextDay)}`}
              </button>
            </p>
          )}
          {hour.error && serviceId !== undefined && <FieldError id="visit-hour" error={hour.error} />}
        </>
      )}
    </>
  )
}
