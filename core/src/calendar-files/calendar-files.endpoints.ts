import * as z from 'zod/mini'
import { hiddenId } from '../bookings/hidden-id.ts'
import { endpoint } from '../contract/endpoint.ts'
import { CALENDAR_FILE } from './calendar-file.ts'

/** One's own link for calendars elsewhere. */
const calendarFeed = z.object({
  /** DD-MM-YYYY HH:mm, in the local time of the business; null without a link. */
  created_at: z.nullable(z.string()),
})

const PATH = '/user/calendar-feed'

export const readCalendarFeed = endpoint({
  method: 'GET',
  path: PATH,
  summary: 'Since when one has a private link to the bookings, for calendars elsewhere',
  access: 'operator',
  status: 200,
  response: calendarFeed,
})

export const createCalendarFeed = endpoint({
  method: 'POST',
  path: PATH,
  summary: 'Makes one’s private link to the bookings, told this once; an earlier one is worth nothing from here on',
  access: 'operator',
  status: 201,
  response: z.extend(calendarFeed, { path: z.string() }),
})

export const deleteCalendarFeed = endpoint({
  method: 'DELETE',
  path: PATH,
  summary: 'Revokes one’s private link to the bookings',
  access: 'operator',
  status: 204,
})

export const readFeedFile = endpoint({
  method: 'GET',
  path: '/client/calendar-feeds/:file',
  summary: 'The bookings of the last 30 days and to come as a calendar, for whoever has the private link',
  access: 'visitor',
  status: 200,
  params: z.object({ file: z.string().check(z.regex(/^[\w-]{43}\.ics$/)) }),
  produces: CALENDAR_FILE,
})

export const readBookingFile = endpoint({
  method: 'GET',
  path: '/client/bookings/:hiddenId/calendar',
  summary: 'A visitor’s booking as a calendar file, through its private link',
  access: 'visitor',
  status: 200,
  params: z.object({ hiddenId }),
  produces: CALENDAR_FILE,
})
