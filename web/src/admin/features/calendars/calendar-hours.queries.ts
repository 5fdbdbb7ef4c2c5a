import type { CalendarHours } from '@prenoto/core/calendars/calendar-hours.ts'
import { listCalendarHours } from '@prenoto/core/calendars/calendars.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'

/** The opening hours of each calendar on the days of a range. */
export const calendarHoursQuery = (from: PlainDate, to: PlainDate) =>
  queryOptions({
    queryKey: ['calendar-hours', from, to],
    queryFn: () => api(listCalendarHours, { query: { from, to } }),
  })

/** The name that visitors see. */
export const getPublicName = ({ name, public_name }: CalendarHours) => public_name || name
