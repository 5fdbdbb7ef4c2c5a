import { MAX_WEEKS, weekIndexOn, weekName } from '@prenoto/core/availability/rota.ts'
import type { CalendarForm, CalendarInput } from '@prenoto/core/calendars/calendar-schema.ts'
import { type OpeningHours, openingHoursFields } from '@prenoto/core/calendars/opening-hours-fields.ts'
import { isPlainDate } from '@prenoto/core/time/plain-date.ts'
import { Plus } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import { mondayBefore } from '../../../lib/month-days.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonChoice } from '../../ui/button-choice.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { fieldReference, invalidFields, useField } from '../../ui/forms/admin-form.ts'
import { Disclosure } from '../../ui/panels/disclosure.tsx'
import { useToday } from '../configuration/use-today.ts'
import { Pauses } from './pauses.tsx'
import { WeekGrid } from './week-grid.tsx'

export const ROTA_LABELS = { rota_from: 'Lunedì di una settimana A', other_weeks: 'Altre settimane' }

type CalendarFormProps = { form: UseFormReturn<CalendarForm, unknown, CalendarInput> }

/** The regular hours of a calendar: one week, or up to four that alternate, of which one is shown. */
export function RegularHours({ form }: CalendarFormProps) {
  const { control, getValues } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'other_weeks', keyName: 'key' })
  const [chosen, setChosen] = useState(0)
  const weeks = fields.length + 1
  const shownWeek = Math.min(chosen, weeks - 1)
  useFirstProblem(form, shownWeek, setChosen)

  const prefix = shownWeek === 0 ? '' : `other_weeks.${shownWeek - 1}.`
  const fieldRef = useCallback(
    (name: string) => fieldReference({ control })(`${prefix}${name}` as 'monday_morning_from'),
    [control, prefix],
  )
  const readWeek = () => (shownWeek === 0 ? getValues() : getValues(`other_weeks.${shownWeek - 1}`)!) as OpeningHours
  const add = () => {
    const { pauses = [], ...hours } = readWeek()
    append(
      {
        ...(Object.fromEntries(openingHoursFields.map((field) => [field, hours[field] ?? ''])) as object),
        pauses: pauses.map((pause) => ({ ...pause })),
      },
      { shouldFocus: false },
    )
    setChosen(weeks)
  }

  return (
    <>
      {weeks > 1 && (
        <ButtonChoice
          legend="Settimana da compilare"
          options={Array.from({ length: weeks }, (_, i) => [String(i), weekName(i)] as const)}
          chosen={String(shownWeek)}
          onChoose={(option) => setChosen(Number(option))}
        />
      )}
      <WeekGrid
        key={`hours ${shownWeek}`}
        title={weeks > 1 ? `Orari di apertura, ${weekName(shownWeek)}` : 'Orari di apertura'}
        fieldRef={fieldRef}
      />
      <Pauses key={`pauses ${shownWeek}`} fieldRef={fieldRef('pauses')} readHours={readWeek} />
      <RotaFields form={form} weeks={weeks} shownWeek={shownWeek} onAdd={add} onRemove={() => remove(shownWeek - 1)} />
    </>
  )
}

type RotaFieldsProps = CalendarFormProps & {
  weeks: number
  shownWeek: number
  onAdd: () => void
  onRemove: () => void
}

/** When the weeks alternate, and how many there are. */
function RotaFields({ form, weeks, shownWeek, onAdd, onRemove }: RotaFieldsProps) {
  const { control, getValues, setValue, formState } = form
  const today = useToday()
  const start = useWatch({ control, name: 'rota_from' }) ?? ''
  const buttons = useRef<HTMLDivElement>(null)
  const rotaFrom = useField({ control, name: 'rota_from' })
  const setStart = (start: string) => setValue('rota_from', start, { shouldDirty: true, shouldValidate: true })

  const add = () => {
    if (!getValues('rota_from')) setStart(mondayBefore(today))
    onAdd()
  }
  const removeShown = () => {
    if (weeks === 2) setStart('')
    onRemove()
    buttons.current!.querySelector('button')?.focus()
  }
  const current = isPlainDate(start) && weekName(weekIndexOn(today, { weeks: Array(weeks), rota_from: start }))

  return (
    <Disclosure
      title="Settimane alterne"
      note="Per chi lavora a turni: da due a quattro settimane diverse, una dopo l’altra."
      isUsed={weeks > 1}
      hasProblem={formState.errors.rota_from !== undefined}
    >
      {weeks > 1 && (
        <DateField
          label={ROTA_LABELS.rota_from}
          required
          hint={current ? `Oggi vale: ${current}.` : ''}
          {...rotaFrom}
        />
      )}
      <div ref={buttons} className="flex gap-2 flex-wrap">
        {weeks < MAX_WEEKS && (
          <Button look="soft" onClick={add}>
            <Plus size={18} aria-hidden="true" />
            <span>{`Aggiungi ${weekName(weeks)}`}</span>
          </Button>
        )}
        {shownWeek > 0 && (
          <Button look="quiet" onClick={removeShown}>
            <span>{`Togli ${weekName(shownWeek)}`}</span>
          </Button>
        )}
      </div>
    </Disclosure>
  )
}

/** After a refused submit whose problems are all in weeks that are not shown, shows the first of them and focuses its field. */
function useFirstProblem(
  { formState, setFocus }: CalendarFormProps['form'],
  shownWeek: number,
  show: (week: number) => void,
) {
  const { submitCount, errors } = formState
  const seenCount = useRef(submitCount)
  useEffect(() => {
    const problems = invalidFields(errors)
    if (submitCount === seenCount.current || problems.length === 0) return
    seenCount.current = submitCount
    const weeks = problems.map(findWeek)
    if (weeks.some((week) => week === undefined || week === shownWeek)) return
    const first = Math.min(...weeks.map(Number))
    show(first)
    // Once the fields of that week are there.
    requestAnimationFrame(() => setFocus(problems[weeks.indexOf(first)] as 'name'))
  }, [submitCount, errors, setFocus, shownWeek, show])
}

/** The week to which the path of a field belongs; undefined for a field of no week. */
function findWeek(path: string): number | undefined {
  const [field, index] = path.split('.')
  if (field === 'other_weeks') return Number(index) + 1
  return field === 'pauses' || openingHoursFields.some((name) => name === field) ? 0 : undefined
}
