import { openingWeek } from '@prenoto/core/availability/opening-hours.ts'
import type { CalendarForm, CalendarInput } from '@prenoto/core/calendars/calendar-schema.ts'
import { type OpeningHours, toRegularWeek } from '@prenoto/core/calendars/opening-hours-fields.ts'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { fieldReference } from '../../ui/forms/admin-form.ts'
import { Disclosure } from '../../ui/panels/disclosure.tsx'
import { WeekdayTimesFields } from './weekday-times-fields.tsx'

/** The pauses within a calendar's opening hours. */
export function Pauses({ form }: { form: UseFormReturn<CalendarForm, unknown, CalendarInput> }) {
  const { control, getValues, formState } = form
  const pauses = useWatch({ control, name: 'pauses' }) ?? []
  /** By default on all days that are open. */
  const newPause = () => ({ weekdays: openWeekdays(getValues()), from: '', to: '' })
  return (
    <Disclosure
      title="Pause"
      note="Dentro gli orari di apertura, come il caffè delle 11: in quel tempo nessuno può prenotare."
      isUsed={pauses.length > 0}
      hasProblem={formState.errors.pauses !== undefined}
    >
      <WeekdayTimesFields
        fieldRef={fieldReference(form)('pauses')}
        title="Pausa"
        addText="Aggiungi una pausa"
        newTimes={newPause}
      />
    </Disclosure>
  )
}

function openWeekdays(hours: CalendarForm) {
  const open = openingWeek({ ...toRegularWeek(hours as OpeningHours), pauses: [] })
  const weekdays = open.flatMap((windows, i) => (windows.length > 0 ? [i + 1] : []))
  return weekdays.length > 0 ? weekdays : [1]
}
