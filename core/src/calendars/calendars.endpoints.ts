import * as z from 'zod/mini'
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoint,
  restoreEndpoint,
  updateEndpoint,
} from '../contract/crud-endpoints.ts'
import { deletionBlocker } from '../contract/deletion-blocker.ts'
import { endpoint } from '../contract/endpoint.ts'
import { countedTail, idList, idParams, pageQuery } from '../contract/pagination.ts'
import { calendarHours, hoursQuery } from './calendar-hours.ts'
import { calendar, calendarSchema } from './calendar-schema.ts'

const calendarPage = z.object({ calendars: z.array(calendar), ...countedTail })

const calendars = { path: '/calendars', read: 'timetable', change: 'timetable_changes' } as const

export const listCalendars = listEndpoint(calendars, 'Lists calendars with their opening hours and capacity', {
  query: z.extend(pageQuery, { ids: z.optional(idList) }),
  response: calendarPage,
  keyRight: 'read',
})

export const listCalendarHours = endpoint({
  method: 'GET',
  path: '/calendars/hours',
  summary:
    'Lists the opening hours of each calendar in a range of days; includes changed hours and special openings, ignores closures',
  access: 'operator',
  right: 'timetable',
  keyRight: 'read',
  status: 200,
  query: hoursQuery,
  response: z.array(calendarHours),
})

export const createCalendar = createEndpoint(calendars, 'Adds a calendar', { body: calendarSchema, response: calendar })

export const updateCalendar = updateEndpoint(calendars, 'Changes a calendar; existing bookings stay as they are', {
  body: calendarSchema,
  response: calendar,
})

export const deleteCalendar = deleteEndpoint(calendars, 'Deletes a calendar without services and upcoming bookings')

export const restoreCalendar = restoreEndpoint(
  calendars,
  'Restores a calendar and its closures within ten seconds of its deletion',
  calendar,
)

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
