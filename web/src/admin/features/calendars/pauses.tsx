import { openingWeek } from '@prenoto/core/availability/opening-hours.ts'
import { type OpeningHours, toRegularWeek } from '@prenoto/core/calendars/opening-hours-fields.ts'
import { get, useFormState, useWatch } from 'react-hook-form'
import type { FieldRef } from '../../ui/forms/admin-form.ts'
import { Disclosure } from '../../ui/panels/disclosure.tsx'
import { type TypedTimes, WeekdayTimesFields } from './weekday-times-fields.tsx'

/** The pauses within the opening hours of a week. */
export function Pauses({ fieldRef, readHours }: { fieldRef: FieldRef; readHours: () => OpeningHours }) {
  const pauses: TypedTimes[] = useWatch(fieldRef) ?? []
  const { errors } = useFormState(fieldRef)
  /** By default on all days that are open. */
  const newPause = () => ({ weekdays: openWeekdays(readHours()), from: '', to: '' })
  return (
    <Disclosure
      title="Pause"
      note="Dentro gli orari di apertura, come il caffè delle 11: in quel tempo nessuno può prenotare."
      isUsed={pauses.length > 0}
      hasProblem={get(errors, fieldRef.name) !== undefined}
    >
      <WeekdayTimesFields fieldRef={fieldRef} title="Pausa" addText="Aggiungi una pausa" newTimes={newPause} />
    </Disclosure>
  )
}

function openWeekdays(hours: OpeningHours) {
  const open = openingWeek({ ...toRegularWeek(hours), pauses: [] })
  const weekdays = open.flatMap((windows, i) => (windows.length > 0 ? [i + 1] : []))
  return weekdays.length > 0 ? weekdays : [1]
}
