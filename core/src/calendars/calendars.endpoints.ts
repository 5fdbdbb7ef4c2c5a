import * as z from 'zod/mini'
import { deletionBlocker } from '../contract/deletion-blocker.ts'
import { endpoint } from '../contract/endpoint.ts'
import { creationHeaders } from '../contract/idempotency.ts'
import { countedTail, idList, idParams, pageQuery } from '../contract/pagination.ts'
import { changeHeaders } from '../contract/version.ts'
import { calendarHours, hoursQuery } from './calendar-hours.ts'
import { calendar, calendarSchema } from './calendar-schema.ts'

export const calendarPage = z.object({ calendars: z.array(calendar), ...countedTail })
export type CalendarPage = z.infer<typeof calendarPage>

export const listCalendars = endpoint({
  method: 'GET',
  path: '/calendars',
  summary: 'Lists calendars with their opening hours and capacity',
  access: 'operator',
  right: 'timetable',
  status: 200,
  query: z.extend(pageQuery, { ids: z.optional(idList) }),
  response: calendarPage,
})

export const listCalendarHours = endpoint({
  method: 'GET',
  path: '/calendars/hours',
  summary:
    'Lists the opening hours of each calendar in a range of days; includes changed hours and special openings, ignores closures',
  access: 'operator',
  right: 'timetable',
  status: 200,
  query: hoursQuery,
  response: z.array(calendarHours),
})

export const createCalendar = endpoint({
  method: 'POST',
  path: '/calendars',
  summary: 'Adds a calendar',
  access: 'editor',
  right: 'timetable_changes',
  status: 201,
  headers: creationHeaders,
  body: calendarSchema,
  response: calendar,
})

export const updateCalendar = endpoint({
  method: 'PUT',
  path: '/calendars/:id',
  summary: 'Changes a calendar; existing bookings stay as they are',
  access: 'editor',
  right: 'timetable_changes',
  status: 200,
  params: idParams,
  headers: changeHeaders,
  body: calendarSchema,
  response: calendar,
})

export const deleteCalendar = endpoint({
  method: 'DELETE',
  path: '/calendars/:id',
  summary: 'Deletes a calendar without services and upcoming bookings',
  access: 'editor',
  right: 'timetable_changes',
  status: 204,
  params: idParams,
})

export const restoreCalendar = endpoint({
  method: 'POST',
  path: '/calendars/:id/restore',
  summary: 'Restores a calendar and its closures within ten seconds of its deletion',
  access: 'editor',
  right: 'timetable_changes',
  status: 200,
  params: idParams,
  response: calendar,
})

export const readCalendarDeletionBlocker = endpoint({
  method: 'GET',
  path: '/calendars/:id/deletion-blocker',
  summary: 'Reads the reason why a calendar cannot be deleted',
  access: 'editor',
  right: 'timetable_changes',
  status: 200,
  params: idParams,
  response: deletionBlocker,
})
