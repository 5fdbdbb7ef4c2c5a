import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { adminPaths } from '../../../lib/paths.ts'
import { ClosureForm, type ClosureFormState, WHOLE_DAY } from './closure-form.tsx'
import { HourFields } from './day-off-form.tsx'
import styles from './schedule.module.css'

/** The end of the morning and the start of the afternoon. */
const MIDDAY = '13:00'

const PARTS = [
  { text: 'Tutto il giorno', hours: WHOLE_DAY },
  { text: 'Mattina', note: `fino alle ${MIDDAY}`, hours: { ...WHOLE_DAY, hour_to: MIDDAY } },
  { text: 'Pomeriggio', note: `dalle ${MIDDAY}`, hours: { ...WHOLE_DAY, hour_from: MIDDAY } },
] as const

/** Closes a day or a part of it, by default for all calendars. */
export default function CloseDayForm({ day, onDone }: { day: PlainDate; onDone: () => void }) {
  return (
    <ClosureForm
      initialValues={{ day_from: day, day_to: day, ...WHOLE_DAY, reason: 'Chiusura' }}
      draftName={`closure ${day}`}
      page={`${adminPaths.dashboardOn(day)}&vista=mese`}
      TimeFields={PartOfDay}
      onDone={onDone}
    />
  )
}

function PartOfDay({ form: { control, setValue } }: { form: ClosureFormState }) {
  const id = useId()
  const [isTyped, setIsTyped] = useState(false)
  const hours = useWatch({ control, compute: ({ hour_from, hour_to }) => ({ hour_from, hour_to }) })
  const isChosen = ({ hour_from, hour_to }: typeof WHOLE_DAY) =>
    hours.hour_from === hour_from && hours.hour_to === hour_to
  const isOther = isTyped || !PARTS.some((part) => isChosen(part.hours))

  const choose = ({ hour_from, hour_to }: typeof WHOLE_DAY) => {
    setIsTyped(false)
    setValue('hour_from', hour_from, { shouldDirty: true, shouldValidate: true })
    setValue('hour_to', hour_to, { shouldDirty: true, shouldValidate: true })
  }

  return (
    <>
      <fieldset className={`grid bare gap-2 ${styles.parts}`}>
        <legend className="mb-1 text-s medium">Quando</legend>
        {PARTS.map(({ text, hours, ...part }) => (
          <label key={text} className={`grid px-3 py-2 border-strong rounded-s relative cursor-pointer ${styles.part}`}>
            <input
              type="radio"
              name={id}
              className="cover-input"
              checked={!isOther && isChosen(hours)}
              onChange={() => choose(hours)}
            />
            <span>{text}</span>
            {'note' in part && <span className={`muted text-xs ${styles.note}`}>{part.note}</span>}
          </label>
        ))}
        <label className={`grid px-3 py-2 border-strong rounded-s relative cursor-pointer ${styles.part}`}>
          <input type="radio" name={id} className="cover-input" checked={isOther} onChange={() => setIsTyped(true)} />
          Altro orario
        </label>
      </fieldset>
      {isOther && <HourFields control={control} />}
    </>
  )
}
