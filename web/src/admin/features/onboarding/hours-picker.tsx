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
import { Chip, Chips, DayHours, HoursList, TimeWindow } from '../calendars/day-hours.tsx'
import { dayNames } from '../calendars/day-names.ts'
import styles from './onboarding.module.css'

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
      <HoursList>
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
      </HoursList>
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
  const modes = (
    <Chips>
      {MODES.map(([mode, text], i) => (
        <Chip
          key={mode}
          type="radio"
          text={text}
          name={id}
          ref={i === 0 ? ref : undefined}
          checked={mode === chosen}
          aria-describedby={errorId}
          onChange={() => onChange(withMode(times, weekDay, mode))}
        />
      ))}
    </Chips>
  )
  const copy = (
    <button type="button" className={styles.copy} onClick={onCopy}>
      <Copy size={16} aria-hidden="true" />
      Copia su tutti i giorni
      <VisuallyHidden>{`(da ${name.toLowerCase()})`}</VisuallyHidden>
    </button>
  )

  return (
    <DayHours name={name} choice={modes} action={copy} onBlur={(event) => hasFocusLeft(event) && setIsTouched(true)}>
      {times
        .filter((time) => time.weekDay === weekDay)
        .map((time, i) => (
          <Window
            // biome-ignore lint/suspicious/noArrayIndexKey: intervals never change their order
            key={i}
            name={chosen === 'normal' ? `${name}, ${i === 0 ? 'primo' : 'secondo'} orario` : name}
            time={time}
            onChange={(changed) => replace(time, changed)}
            problem={issue && `${id}-error`}
          />
        ))}
      {issue && <FieldError id={id} error={issue} />}
    </DayHours>
  )
}

type WindowProps = {
  name: string
  time: OpeningTime
  onChange: (time: OpeningTime) => void
  /** The id of the message about the day. */
  problem: string | undefined
}

function Window({ name, time, onChange, problem }: WindowProps) {
  const [opening, closing] = [formatOpening(time), formatClosing(time)]
  const invalid = { error: problem && '', 'aria-describedby': problem }
  const from = useCompleteTime(opening, (typed) => onChange(openingTime(time.weekDay, typed, closing)))
  const to = useCompleteTime(closing, (typed) => onChange(openingTime(time.weekDay, opening, typed)))
  return (
    <TimeWindow
      from={{ label: `${name}: apertura`, ...from, ...invalid }}
      to={{ label: `${name}: chiusura`, ...to, ...invalid }}
    />
  )
}

/** A time that is never empty: an incomplete one counts as the previous time, which comes back on blur. */
function useCompleteTime(value: string, onChange: (time: string) => void) {
  const [incomplete, setIncomplete] = useState<string>()
  const previous = useRef(value)
  return {
    value: incomplete ?? value,
    onChange: (typed: string) => {
      const isComplete = toTime(typed) !== null
      setIncomplete(isComplete ? undefined : typed)
      onChange(isComplete ? typed : previous.current)
    },
    onFocus: () => {
      previous.current = value
    },
    onBlur: () => setIncomplete(undefined),
  }
}
