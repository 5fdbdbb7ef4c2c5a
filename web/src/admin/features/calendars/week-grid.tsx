import { type HalfDay, type Weekday, weekdays } from '@prenoto/core/availability/opening-hours.ts'
import { halves, type OpeningHoursField } from '@prenoto/core/calendars/opening-hours-fields.ts'
import { memo } from 'react'
import { FieldGroup } from '../../ui/fields/field-group.tsx'
import { type FieldRef, useField } from '../../ui/forms/admin-form.ts'
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

type WeekGridProps = { title: string; fieldRef: (name: OpeningHoursField) => FieldRef }

/**
 * The opening hours of a week: two pairs of times a day; an empty pair means closed. Its 28 fields are slow to render, so
 * the rest of the form renders without them.
 */
export const WeekGrid = memo(function WeekGrid({ title, fieldRef }: WeekGridProps) {
  return (
    <FieldGroup title={title} note="Lascia vuoto quando è chiuso.">
      <HoursList>
        {weekdays.map((day) => (
          <DayHours key={day} name={dayNames[day]}>
            {halves.map((half) => (
              <Half key={half} fieldRef={fieldRef} day={day} half={half} />
            ))}
          </DayHours>
        ))}
      </HoursList>
    </FieldGroup>
  )
})

function Half({ fieldRef, day, half }: { fieldRef: WeekGridProps['fieldRef']; day: Weekday; half: HalfDay }) {
  const [from, to] = [`${day}_${half}_from`, `${day}_${half}_to`] as const
  return (
    <TimeWindow
      title={HALVES[half]}
      from={{ label: HOURS_LABELS[from], ...useField(fieldRef(from)) }}
      to={{ label: HOURS_LABELS[to], ...useField(fieldRef(to)) }}
    />
  )
}
