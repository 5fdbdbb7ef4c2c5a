import { shortWeekdays } from '@prenoto/core/time/format.ts'
import { Plus } from 'lucide-react'
import { useId, useRef } from 'react'
import { type FieldErrors, get, useController, useFieldArray, useFormState } from 'react-hook-form'
import { Button } from '../../../ui/button.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { type FieldRef, useField } from '../../ui/forms/admin-form.ts'
import styles from './calendars.module.css'
import { Chip, Chips, DayHours, HoursList, LabelledWindow } from './day-hours.tsx'
import { dayNames } from './day-names.ts'

/** Times on some weekdays, as a form holds them. */
export type TypedTimes = { weekdays: number[]; from: string; to: string }

const ALL_WEEKDAYS = [1, 2, 3, 4, 5, 6, 7]
const MAX_TIMES = 14
const NAMES = Object.values(dayNames)

type WeekdayTimesFieldsProps = {
  fieldRef: FieldRef
  /** The name of one of them, 'Pausa'. */
  title: string
  addText: string
  /** The weekdays to choose from, 1 Monday to 7 Sunday. */
  offered?: number[]
  newTimes: () => TypedTimes
}

/** A list of times, each with the weekdays on which it applies. */
export function WeekdayTimesFields({ fieldRef, title, addText, offered, newTimes }: WeekdayTimesFieldsProps) {
  const { control, name } = fieldRef
  const { fields, append, remove } = useFieldArray({ control, name, keyName: 'key' })
  const { errors } = useFormState({ control, name })
  const add = useRef<HTMLDivElement>(null)
  const listError: FieldErrors[string] = get(errors, name)
  const problem = listError?.root?.message ?? listError?.message

  const removeAt = (i: number) => {
    remove(i)
    add.current!.querySelector('button')?.focus()
  }

  return (
    <>
      <HoursList>
        {fields.map(({ key }, i) => (
          <Times
            key={key}
            title={`${title} ${i + 1}`}
            fieldRef={{ control, name: `${name}.${i}` }}
            offered={offered ?? ALL_WEEKDAYS}
            onRemove={() => removeAt(i)}
          />
        ))}
      </HoursList>
      {typeof problem === 'string' && <FieldError id={`${name}-error`} error={problem} />}
      {fields.length < MAX_TIMES && (
        <div ref={add}>
          <Button look="soft" onClick={() => append(newTimes())}>
            <Plus size={18} aria-hidden="true" />
            <span>{addText}</span>
          </Button>
        </div>
      )}
    </>
  )
}

type TimesProps = { title: string; fieldRef: FieldRef; offered: number[]; onRemove: () => void }

function Times({ title, fieldRef: { control, name }, offered, onRemove }: TimesProps) {
  return (
    <DayHours
      name={title}
      choice={<Weekdays fieldRef={{ control, name: `${name}.weekdays` }} offered={offered} />}
      action={
        <Button look="quiet" aria-label={`Togli ${title}`} onClick={onRemove}>
          Togli
        </Button>
      }
    >
      <LabelledWindow
        from={{ label: 'Dalle', ...useTouchedField({ control, name: `${name}.from` }) }}
        to={{ label: 'Alle', ...useTouchedField({ control, name: `${name}.to` }) }}
      />
    </DayHours>
  )
}

/** Without the error of a field that was not touched yet: adding a row validates the whole list. */
function useTouchedField(fieldRef: FieldRef) {
  const { error, ...field } = useField(fieldRef)
  const { isSubmitted, touchedFields } = useFormState({ control: fieldRef.control })
  return { ...field, error: isSubmitted || get(touchedFields, fieldRef.name) ? error : undefined }
}

function Weekdays({ fieldRef, offered }: { fieldRef: FieldRef; offered: number[] }) {
  const id = useId()
  const { field, fieldState } = useController(fieldRef)
  const chosen = field.value as number[]
  const error = fieldState.error?.message
  const toggle = (weekday: number) =>
    field.onChange(chosen.includes(weekday) ? chosen.filter((one) => one !== weekday) : [...chosen, weekday].sort())

  return (
    <fieldset className={styles.weekdays} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={styles.legend}>Giorni</legend>
      <Chips>
        {offered.map((weekday, i) => (
          <Chip
            key={weekday}
            type="checkbox"
            text={shortWeekdays[weekday - 1]!}
            aria-label={NAMES[weekday - 1]}
            ref={i === 0 ? field.ref : undefined}
            checked={chosen.includes(weekday)}
            onChange={() => toggle(weekday)}
            onBlur={field.onBlur}
          />
        ))}
      </Chips>
      {error && <FieldError id={id} error={error} />}
    </fieldset>
  )
}
