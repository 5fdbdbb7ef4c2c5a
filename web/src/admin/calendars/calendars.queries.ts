import { toCalendar } from '@prenoto/core/calendars/calendar-answer.ts'
import type { Calendar, CalendarInput } from '@prenoto/core/calendars/calendar-schema.ts'
import {
  createCalendar,
  deleteCalendar,
  listCalendars,
  readCalendarObstacle,
  restoreCalendar,
  updateCalendar,
} from '@prenoto/core/calendars/calendars.endpoints.ts'
import { api } from '../../lib/api-client.ts'
import type { Crud } from '../lib/crud-queries.ts'

export const calendars: Crud<Calendar, CalendarInput> = {
  key: 'calendars',
  list: async (query) => {
    const { calendars: items, ...tail } = await api(listCalendars, { query })
    return { items: items.map(toCalendar), ...tail }
  },
  create: async (body) => toCalendar(await api(createCalendar, { headers: {}, body })),
  update: async (id, body) => toCalendar(await api(updateCalendar, { params: { id }, body })),
  remove: (id) => api(deleteCalendar, { params: { id } }),
  restore: (id) => api(restoreCalendar, { params: { id } }),
  findObstacle: (id) => api(readCalendarObstacle, { params: { id } }),
  nameOf: (calendar) => calendar.name,
}
