import type { Time as TimeOfDay } from '@internationalized/date'
import { type ReactNode, useId } from 'react'
import { Label } from 'react-aria-components/Label'
import { TimeField as AriaTimeField, type TimeFieldProps } from 'react-aria-components/TimeField'
import fieldStyles from '../../../ui/field.module.css'
import { FieldError, type Hinted } from '../../../ui/field.tsx'
import styles from './fields.module.css'
import { formatTimeSegments, toTime } from './segment-text.ts'
import { Segments, submitOnEnter } from './segments.tsx'
import { type SegmentedFieldProps, useSegmentedText } from './use-segmented-text.ts'

/** A time from 00:00 to 23:59 in any browser language. */
export function TimeField({ label, error, hint, ...time }: Hinted & SegmentedFieldProps) {
  const id = useId()
  return (
    <Time
      {...time}
      className={fieldStyles.field!}
      look={fieldStyles.input!}
      isInvalid={error !== undefined}
      aria-describedby={error || hint ? `${id}-error` : undefined}
      before={<Label className={fieldStyles.label!}>{label}</Label>}
      after={<FieldError id={id} error={error} hint={hint} />}
    />
  )
}

type TimeInputProps = SegmentedFieldProps & {
  'aria-label': string
  'aria-describedby': string | undefined
  isInvalid: boolean
  onFocus?: () => void
}

/** A time field without a visible label or message. */
export function TimeInput(time: TimeInputProps) {
  return <Time {...time} className="grid flex-1 min-w-0" look={`control touch rounded-s ${styles.bareInput}`} />
}

type TimeProps = Omit<TimeFieldProps<TimeOfDay>, keyof SegmentedFieldProps | 'className'> &
  SegmentedFieldProps & { className: string; look: string; before?: ReactNode; after?: ReactNode }

function Time({ value, onChange, required = false, ref, look, before, after, ...field }: TimeProps) {
  const typed = useSegmentedText(value, onChange, toTime)
  return (
    <AriaTimeField
      {...field}
      isRequired={required}
      validationBehavior="aria"
      hourCycle={24}
      shouldForceLeadingZeros
      value={typed.value}
      onChange={typed.setValue}
      onKeyDown={submitOnEnter}
    >
      {({ state }) => (
        <>
          {before}
          <Segments
            state={state}
            typed={typed}
            formatText={formatTimeSegments}
            className={`${styles.box} ${look}`}
            ref={ref}
          />
          {after}
        </>
      )}
    </AriaTimeField>
  )
}
