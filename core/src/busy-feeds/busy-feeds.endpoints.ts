import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { idParam, idParams } from '../contract/pagination.ts'
import { busyFeed, busyFeedSchema } from './busy-feed-schema.ts'

const PATH = '/calendars/:id/busy_feeds'

export const listBusyFeeds = endpoint({
  method: 'GET',
  path: PATH,
  summary: 'Lists the other calendars whose events close a calendar',
  access: 'operator',
  right: 'timetable',
  status: 200,
  params: idParams,
  response: z.object({ feeds: z.array(busyFeed) }),
})

export const addBusyFeed = endpoint({
  method: 'POST',
  path: PATH,
  summary: 'Reads an iCalendar address and closes a calendar during its events; the same address replaces itself',
  access: 'editor',
  right: 'timetable_changes',
  status: 201,
  params: idParams,
  body: busyFeedSchema,
  response: busyFeed,
})

export const deleteBusyFeed = endpoint({
  method: 'DELETE',
  path: `${PATH}/:feed`,
  summary: 'Removes an iCalendar address with its times',
  access: 'editor',
  right: 'timetable_changes',
  status: 204,
  params: z.object({ id: idParam, feed: idParam }),
})
