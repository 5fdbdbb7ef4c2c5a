import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { idField, idParams } from '../contract/pagination.ts'
import { CALENDAR_FILE } from './calendar-file.ts'

/** The private feed link of a user, of all calendars and with the names of customers, for external calendars. */
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

const feedLink = z.object({
  id: z.int(),
  /** Null for all calendars. */
  calendar_id: z.nullable(z.int()),
  calendar_name: z.nullable(z.string()),
  /** Whether it shows the names and telephone numbers of customers. */
  shows_names: z.boolean(),
  created_at: z.string(),
})
export type FeedLink = z.infer<typeof feedLink>

const LINKS = '/user/calendar-feeds'

export const listFeedLinks = endpoint({
  method: 'GET',
  path: LINKS,
  summary: 'Lists the current user’s calendar feed links',
  access: 'operator',
  right: 'account',
  status: 200,
  response: z.object({ feeds: z.array(feedLink) }),
})

export const createFeedLink = endpoint({
  method: 'POST',
  path: LINKS,
  summary:
    'Creates a calendar feed link of all calendars or one, shown only once; revokes the previous one of its kind',
  access: 'operator',
  right: 'account',
  proof: true,
  status: 201,
  body: z.object({
    calendar_id: z._default(z.nullable(idField('Scegli un calendario.')), null),
    shows_names: z._default(z.boolean(), true),
  }),
  response: z.extend(feedLink, { path: z.string() }),
})

export const deleteFeedLink = endpoint({
  method: 'DELETE',
  path: `${LINKS}/:id`,
  summary: 'Revokes one of the current user’s calendar feed links',
  access: 'operator',
  right: 'account',
  status: 204,
  params: idParams,
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
