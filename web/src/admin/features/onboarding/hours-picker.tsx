import { weekdays } from '@prenoto/core/availability/opening-hours.ts'
import { weekdayIssue } from '@prenoto/core/onboarding/onboarding-schema.ts'
import {
  type DayMode,
  formatClosing,
  formatOpening,
  getDayMode,
  type OpeningTime,
  openingTime,
  withCopies,
  withMode,
} from '@prenoto/core/onboarding/opening-times.ts'
import { Copy } from 'lucide-react'
import { type FocusEvent, type Ref, useId, useRef, useState } from 'react'
import { FieldError } from '../../../ui/field.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { toTime } from '../../ui/fields/segment-text.ts'
import { TimeInput } from '../../ui/fields/time-field.tsx'
import { dayNames } from '../calendars/day-names.ts'
import styles from './hours-picker.module.css'

const MODES: [mode: DayMode, name: string][] = [
  ['closed', 'Chiuso'],
  ['continuous', 'Continuato'],
  ['normal', 'Normale'],
]

type HoursPickerProps = {
  times: OpeningTime[]
  onChange: (times: OpeningTime[]) => void
  onLeave: () => void
  error?: string
  ref: Ref<HTMLInputElement>
}

/** The opening hours, one row per weekday. */
export function HoursPicker({ times, onChange, onLeave, error, ref }: HoursPickerProps) {
  const id = useId()
  const [copied, setCopied] = useState('')
  return (
    <fieldset className={styles.picker} onBlur={(event) => hasFocusLeft(event) && onLeave()}>
      <legend>
        <VisuallyHidden>Orari di apertura</VisuallyHidden>
      </legend>
      <div className={styles.days}>
        {weekdays.map((weekday, i) => (
          <Day
            key={weekday}
            weekDay={i + 1}
            name={dayNames[weekday]}
            times={times}
            onChange={onChange}
            onCopy={() => {
              onChange(withCopies(times, i + 1))
              setCopied(`Gli orari di ${dayNames[weekday].toLowerCase()} valgono ora per tutti i giorni.`)
            }}
            isSubmitted={error !== undefined}
            errorId={times.length === 0 && error ? `${id}-error` : undefined}
            ref={i === 0 ? ref : undefined}
          />
        ))}
      </div>
      {times.length === 0 && <FieldError id={id} error={error} />}
      <VisuallyHidden role="status">{copied}</VisuallyHidden>
    </fieldset>
  )
}

const hasFocusLeft = ({ currentTarget, relatedTarget }: FocusEvent) => !currentTarget.contains(relatedTarget)

type DayProps = {
  weekDay: number
  name: string
  times: OpeningTime[]
  onChange: (times: OpeningTime[]) => void
  onCopy: () => void
  isSubmitted: boolean
  errorId: string | undefined
  ref: Ref<HTMLInputElement> | undefined
}

function Day({ weekDay, name, times, onChange, onCopy, isSubmitted, errorId, ref }: DayProps) {
  const id = useId()
  const [isTouched, setIsTouched] = useState(false)
  const chosen = getDayMode(times, weekDay)
  const issue = isTouched || isSubmitted ? weekdayIssue(times, weekDay) : undefined
  const replace = (previous: OpeningTime, next: OpeningTime) =>
    onChange(times.map((time) => (time === previous ? next : time)))

  return (
    <fieldset className={styles.day} onBlur={(event) => hasFocusLeft(event) && setIsTouched(true)}>
      <legend className={styles.name}>{name}</legend>
      <div className={styles.modes}>
        {MODES.map(([mode, label], i) => (
          <label key={mode} className={styles.mode}>
            <input
              ref={i === 0 ? ref : undefined}
              type="radio"
              name={id}
              className={styles.radio}
              checked={mode === chosen}
              aria-describedby={errorId}
              onChange={() => onChange(withMode(times, weekDay, mode))}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      <div className={styles.times}>
        {times
          .filter((time) => time.weekDay === weekDay)
          .map((time, i) => {
            const [opening, closing] = [formatOpening(time), formatClosing(time)]
            const which = chosen === 'normal' ? `, ${i === 0 ? 'primo' : 'secondo'} orario` : ''
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: intervals never change their order
              <div key={i} className={styles.pair}>
                <Hour
                  label={`${name}${which}: apertura`}
                  value={opening}
                  onChange={(typed) => replace(time, openingTime(weekDay, typed, closing))}
                  problem={issue && `${id}-error`}
                />
                <span aria-hidden="true">–</span>
                <Hour
                  label={`${name}${which}: chiusura`}
                  value={closing}
                  onChange={(typed) => replace(time, openingTime(weekDay, opening, typed))}
                  problem={issue && `${id}-error`}
                />
              </div>
            )
          })}
      </div>
      <button type="button" className={styles.copy} onClick={onCopy}>
        <Copy size={16} aria-hidden="true" />
        Copia su tutti i giorni
        <VisuallyHidden>{`(da ${name.toLowerCase()})`}</VisuallyHidden>
      </button>
      {issue && (
        <div className={styles.issue}>
          <FieldError id={id} error={issue} />
        </div>
      )}
    </fieldset>
  )
}

type HourProps = { label: string; value: string; onChange: (time: string) => void; problem: string | undefined }

/** A time that is never empty: an incomplete one counts as the previous time, which comes back on blur. */
function Hour({ label, value, onChange, problem }: HourProps) {
  const [incomplete, setIncomplete] = useState<string>()
  const previous = useRef(value)
  return (
    <TimeInput
      aria-label={label}
      isInvalid={problem !== undefined}
      aria-describedby={problem}
      value={incomplete ?? value}
      onChange={(typed) => {
        const isComplete = toTime(typed) !== null
        setIncomplete(isComplete ? undefined : typed)
        onChange(isComplete ? typed : previous.current)
      }}
      onFocus={() => {
        previous.current = value
      }}
      onBlur={() => setIncomplete(undefined)}
    />
  )
}
