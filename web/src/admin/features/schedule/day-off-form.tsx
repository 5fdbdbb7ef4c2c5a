import type { DayOff } from '@prenoto/core/schedule/day-off-schema.ts'
import { useRef, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { DateField } from '../../ui/fields/date-field.tsx'
import { FieldRow } from '../../ui/fields/field-row.tsx'
import { SwitchField } from '../../ui/fields/switch-field.tsx'
import { useField } from '../../ui/forms/admin-form.ts'
import { LabelledWindow } from '../calendars/day-hours.tsx'
import { ClosureForm, type ClosureFormState, isWholeDay, LABELS, WHOLE_DAY } from './closure-form.tsx'

type DayOffFormProps = { dayOff: DayOff | undefined; onDone: () => void }

/** Form of a new or an edited closure. */
export const DayOffForm = ({ dayOff, onDone }: DayOffFormProps) => (
  <ClosureForm dayOff={dayOff} TimeFields={DaysAndHours} onDone={onDone} />
)

/** The days of a closure, and its hours if it does not last all day. */
export function DaysAndHours({ form: { control, getValues, setValue } }: { form: ClosureFormState }) {
  // State of its own, so that typing the hours of a whole day does not remove the hour fields.
  const [isWhole, setIsWhole] = useState(() => isWholeDay(getValues()))
  const typed = useRef({ hour_from: '', hour_to: '' })
  const hours = useWatch({ control, compute: ({ hour_from, hour_to }) => ({ hour_from, hour_to }) })

  const setWhole = (isOn: boolean) => {
    if (isOn) typed.current = hours
    const { hour_from, hour_to } = isOn ? WHOLE_DAY : typed.current
    setValue('hour_from', hour_from, { shouldDirty: true })
    setValue('hour_to', hour_to, { shouldDirty: true })
    setIsWhole(isOn)
  }

  return (
    <>
      <FieldRow>
        <DateField label={LABELS.day_from} required {...useField({ control, name: 'day_from' })} />
        <DateField label={LABELS.day_to} required {...useField({ control, name: 'day_to' })} />
      </FieldRow>
      <SwitchField
        label="Tutto il giorno"
        hint="I giorni scelti restano chiusi dalle 00:00 alle 23:59."
        isOn={isWhole}
        onChange={setWhole}
      />
      {!(isWhole && isWholeDay(hours)) && <HourFields control={control} />}
    </>
  )
}

export const HourFields = ({ control }: Pick<ClosureFormState, 'control'>) => (
  <LabelledWindow
    from={{ label: LABELS.hour_from, ...useField({ control, name: 'hour_from' }) }}
    to={{ label: LABELS.hour_to, ...useField({ control, name: 'hour_to' }) }}
  />
)
