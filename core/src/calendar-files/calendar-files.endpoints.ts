import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { CALENDAR_FILE } from './calendar-file.ts'

/** The private feed link of a user for external calendars. */
const calendarFeed = z.object({
  /** DD-MM-YYYY HH:mm, in the local time of the business; null without a link. */
  created_at: z.nullable(z.string()),
})

const PATH = '/user/calendar-feed'

export const readCalendarFeed = endpoint({
  method: 'GET',
  path: PATH,
  summary: 'Returns when the current user’s calendar feed link was created',
  access: 'operator',
  right: 'account',
  status: 200,
  response: calendarFeed,
})

export const createCalendarFeed = endpoint({
  method: 'POST',
  path: PATH,
  summary: 'Creates the current user’s calendar feed link, shown only once; revokes the previous link',
  access: 'operator',
  right: 'account',
  proof: true,
  status: 201,
  response: z.extend(calendarFeed, { path: z.string() }),
})

export const deleteCalendarFeed = endpoint({
  method: 'DELETE',
  path: PATH,
  summary: 'Revokes the current user’s calendar feed link',
  access: 'operator',
  right: 'account',
  status: 204,
})

export const readFeedFile = endpoint({
  method: 'GET',
  path: '/client/calendar-feeds/:file',
  summary: 'Returns bookings from the last 30 days on as a calendar feed, through the private link',
  access: 'visitor',
  status: 200,
  params: z.object({ file: z.string().check(z.regex(/^[\w-]{43}\.ics$/)) }),
  produces: CALENDAR_FILE,
})
