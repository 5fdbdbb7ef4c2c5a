import { listCalendarHours } from '@prenoto/core/calendars/calendars.endpoints.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api-client.ts'

/** When each calendar is open on the days from one to another. */
export const calendarHoursQuery = (from: PlainDate, to: PlainDate) =>
  queryOptions({
    queryKey: ['calendar-hours', from, to],
    queryFn: () => api(listCalendarHours, { query: { from, to } }),
  })
