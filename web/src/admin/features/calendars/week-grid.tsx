import { type HalfDay, type Weekday, weekdays } from '@prenoto/core/availability/opening-hours.ts'
import type { CalendarForm, CalendarInput } from '@prenoto/core/calendars/calendar-schema.ts'
import { halves, type OpeningHoursField } from '@prenoto/core/calendars/opening-hours-fields.ts'
import type { Control } from 'react-hook-form'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { useField } from '../../ui/forms/admin-form.ts'
import { DayHours, HoursList, TimeWindow } from './day-hours.tsx'
import { dayNames } from './day-names.ts'

const HALVES: Record<HalfDay, string> = { morning: 'Mattina', afternoon: 'Pomeriggio' }

/** 'Lunedì, mattina, dalle' */
const formatLabel = (day: Weekday, half: HalfDay, end: 'from' | 'to') =>
  `${dayNames[day]}, ${HALVES[half].toLowerCase()}, ${end === 'from' ? 'dalle' : 'alle'}`

export const HOURS_LABELS = Object.fromEntries(
  weekdays.flatMap((day) =>
    halves.flatMap((half) =>
      (['from', 'to'] as const).map((end) => [`${day}_${half}_${end}`, formatLabel(day, half, end)]),
    ),
  ),
) as Record<OpeningHoursField, string>

type CalendarControl = Control<CalendarForm, unknown, CalendarInput>

/** The opening hours of a week: two pairs of times a day; an empty pair means closed. */
export function WeekGrid({ control }: { control: CalendarControl }) {
  return (
    <FieldGroup title="Orari di apertura" note="Lascia vuoto quando è chiuso.">
      <HoursList>
        {weekdays.map((day) => (
          <DayHours key={day} name={dayNames[day]}>
            {halves.map((half) => (
              <Half key={half} control={control} day={day} half={half} />
            ))}
          </DayHours>
        ))}
      </HoursList>
    </FieldGroup>
  )
}

function Half({ control, day, half }: { control: CalendarControl; day: Weekday; half: HalfDay }) {
  const [from, to] = [`${day}_${half}_from`, `${day}_${half}_to`] as const
  return (
    <TimeWindow
      title={HALVES[half]}
      from={{ label: HOURS_LABELS[from], ...useField({ control, name: from }) }}
      to={{ label: HOURS_LABELS[to], ...useField({ control, name: to }) }}
    />
  )
}
