import * as endpoints from '@prenoto/core/calendars/calendars.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { readCalendarHours } from './calendar-hours.ts'
import { listCalendars } from './calendars.repository.ts'
import {
  addCalendar,
  changeCalendar,
  findCalendarDeletionBlocker,
  removeCalendar,
  restoreCalendar,
} from './manage-calendars.ts'

export function calendarRoutes(app: FastifyInstance) {
  implement(app, endpoints.listCalendars, async (ctx, { query: { ids, ...page } }) => {
    const { items: calendars, ...tail } = await listCalendars(ctx, page, ids)
    return { calendars, ...tail }
  })
  implement(app, endpoints.listCalendarHours, (ctx, { query: { from, to } }) => readCalendarHours(ctx, from, to))
  implement(app, endpoints.createCalendar, (ctx, { headers, body }) =>
    addCalendar(ctx, body, headers['idempotency-key']),
  )
  implement(app, endpoints.updateCalendar, (ctx, { params, headers, body }) =>
    changeCalendar(ctx, params.id, body, headers['if-match']),
  )
  implement(app, endpoints.deleteCalendar, (ctx, { params }) => removeCalendar(ctx, params.id))
  implement(app, endpoints.readCalendarDeletionBlocker, (ctx, { params }) =>
    findCalendarDeletionBlocker(ctx, params.id),
  )
  implement(app, endpoints.restoreCalendar, (ctx, { params }) => restoreCalendar(ctx, params.id))
}
