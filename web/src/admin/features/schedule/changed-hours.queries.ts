import {
  createChangedHours,
  deleteChangedHours,
  listChangedHours,
  restoreChangedHours,
  updateChangedHours,
} from '@prenoto/core/schedule/changed-hours.endpoints.ts'
import type { ChangedHours, ChangedHoursInput } from '@prenoto/core/schedule/changed-hours-schema.ts'
import type { CancelledWith } from '@prenoto/core/schedule/closures-schema.ts'
import { formatPeriod } from '@prenoto/core/time/format.ts'
import { type PlainDate, parseItalianDate, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { type Crud, crudCalls } from '../../lib/crud-queries.ts'
import { weekdaysBetween } from './week-times.ts'

const KEY = 'changed-hours'

const changes = crudCalls({
  create: createChangedHours,
  update: updateChangedHours,
  remove: deleteChangedHours,
  restore: restoreChangedHours,
})

/** The changed hours of all calendars that overlap the days of a range. */
export const changedHoursQuery = (from: PlainDate, to: PlainDate) =>
  queryOptions({
    queryKey: [KEY, from, to],
    queryFn: () => api(listChangedHours, { query: { from, to } }),
  })

/** CRUD calls of a form that also cancels bookings. */
export const changedHoursCrud = (
  calendar_id: number,
  cancel: CancelledWith | undefined,
): Crud<ChangedHours, ChangedHoursInput> => ({
  key: `${KEY}-${calendar_id}`,
  list: async () => {
    const items = await api(listChangedHours, { query: { calendar_id } })
    return { items, last_id: items.at(-1)?.id ?? null, has_more: false }
  },
  ...changes,
  create: (body, key) => changes.create({ ...onTheirDays(body), cancel }, key),
  update: (id, body, version) => changes.update(id, { ...onTheirDays(body), cancel }, version),
  getName: (hours) => {
    const { from, to } = toDays(hours)
    return `orario diverso di ${hours.calendar_name}, ${formatPeriod(from, to)}`
  },
})

/** Without the weekdays outside the days, which the form does not show. */
function onTheirDays(hours: ChangedHoursInput): ChangedHoursInput {
  const shownWeekdays = weekdaysBetween(hours.day_from, hours.day_to)
  const windows = hours.windows.map((times) => ({
    ...times,
    weekdays: times.weekdays.filter((weekday) => shownWeekdays.includes(weekday)),
  }))
  return { ...hours, windows: windows.filter(({ weekdays }) => weekdays.length > 0) }
}

export const toDays = ({ day_from, day_to }: Pick<ChangedHours, 'day_from' | 'day_to'>) => ({
  from: parsePlainDate(parseItalianDate(day_from)),
  to: parsePlainDate(parseItalianDate(day_to)),
})

export const plannedHours = ({ calendar_id, ...hours }: { calendar_id?: number }) => ({
  calendar_ids: [calendar_id],
  exceptions: [{ ...hours, kind: 'changed_hours' }],
})
