import type { ChangedHours, ChangedHoursInput } from '@prenoto/core/schedule/changed-hours-schema.ts'
import type { CancelledWith } from '@prenoto/core/schedule/closures-schema.ts'
import { changedHoursEndpoints, specialOpeningEndpoints } from '@prenoto/core/schedule/exceptions.endpoints.ts'
import type { Opening, SpecialOpeningInput } from '@prenoto/core/schedule/special-opening-schema.ts'
import { formatPeriod } from '@prenoto/core/time/format.ts'
import { type PlainDate, parseItalianDate, parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { type Query, queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'
import { type Crud, crudCalls } from '../../lib/crud-queries.ts'
import { weekdaysBetween } from './week-times.ts'

const OPENINGS = 'special-openings'
const HOURS = 'changed-hours'

/** The special openings of a calendar: the future ones in order of date, then the past ones. */
export const specialOpeningsCrud = (calendar_id: number): Crud<Opening, SpecialOpeningInput> => ({
  key: `${OPENINGS}-${calendar_id}`,
  list: async (query) => {
    const { openings: items, ...tail } = await api(specialOpeningEndpoints.list, { query: { ...query, calendar_id } })
    return { items, ...tail }
  },
  ...crudCalls(specialOpeningEndpoints),
  getName: ({ day, reason }) => reason || `apertura del ${day}`,
})

export const isSpecialOpeningsQuery = ({ queryKey: [key] }: Pick<Query, 'queryKey'>) => String(key).startsWith(OPENINGS)

/** The changed hours that overlap the days of a range, of all calendars. */
export const changedHoursQuery = (from: PlainDate, to: PlainDate) =>
  queryOptions({
    queryKey: [HOURS, from, to],
    queryFn: () => api(changedHoursEndpoints.list, { query: { from, to } }),
  })

/** The changed hours of a calendar that are not over. */
export const plannedHoursQuery = (calendar_id: number) =>
  queryOptions({
    queryKey: [HOURS, calendar_id],
    queryFn: () => api(changedHoursEndpoints.list, { query: { calendar_id } }),
    meta: { isSilent: true },
  })

/** CRUD calls of a form that also cancels bookings. */
export function changedHoursCrud(
  calendar_id: number,
  cancel: CancelledWith | undefined,
): Crud<ChangedHours, ChangedHoursInput> {
  const { create, update, ...calls } = crudCalls(changedHoursEndpoints)
  return {
    key: `${HOURS}-${calendar_id}`,
    list: async () => {
      const items = await api(changedHoursEndpoints.list, { query: { calendar_id } })
      return { items, last_id: items.at(-1)?.id ?? null, has_more: false }
    },
    ...calls,
    create: (body, key) => create({ ...onTheirDays(body), cancel }, key),
    update: (id, body, version) => update(id, { ...onTheirDays(body), cancel }, version),
    getName: (hours) => {
      const { from, to } = toDays(hours)
      return `orario diverso di ${hours.calendar_name}, ${formatPeriod(from, to)}`
    },
  }
}

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
