import type { CalendarInput } from '@prenoto/core/calendars/calendar-schema.ts'
import * as endpoints from '@prenoto/core/calendars/calendars.endpoints.ts'
import { cutPage } from '@prenoto/core/contract/pagination.ts'
import type { FastifyInstance } from 'fastify'
import { requireChanged } from '../../lib/errors.ts'
import { implement } from '../../plugins/endpoint-route.ts'
import type { Context } from '../../tenants/context.ts'
import { totalOf } from '../../tenants/count-rows.repository.ts'
import { requirePlainNames } from '../../tenants/plain-names.ts'
import { withPicture } from '../uploads/pictures.ts'
import { readCalendarHours } from './calendar-hours.ts'
import { findCalendar, listCalendars } from './calendars.repository.ts'
import { CalendarNotFound } from './errors.ts'
import { findCalendarDeletionBlocker, removeCalendar, restoreCalendar } from './remove-calendar.ts'
import { addCalendar, changeCalendar } from './save-calendar.ts'

export function calendarRoutes(app: FastifyInstance) {
  implement(app, endpoints.listCalendars, async (ctx, { query: { per_page, last_id, ids } }) => {
    const rows = await listCalendars(ctx, { after: last_id, limit: per_page + 1, ids })
    const { items: calendars, ...tail } = cutPage(rows, per_page)
    const total = ids ? {} : await totalOf(ctx, 'calendars', last_id)
    return { calendars, ...tail, ...total }
  })
  implement(app, endpoints.listCalendarHours, (ctx, { query: { from, to } }) => readCalendarHours(ctx, from, to))
  const requirePlain = (ctx: Context, { name, public_name }: CalendarInput) =>
    requirePlainNames(ctx, { name, public_name })
  implement(app, endpoints.createCalendar, async (ctx, { headers, body }) => {
    requirePlain(ctx, body)
    return withPicture(ctx, body, (ctx) => addCalendar(ctx, body, headers['idempotency-key']))
  })
  implement(app, endpoints.updateCalendar, async (ctx, { params: { id }, headers, body }) => {
    requirePlain(ctx, body)
    return requireChanged(
      await withPicture(ctx, body, (ctx) => changeCalendar(ctx, id, body, headers['if-match'])),
      () => findCalendar(ctx, id),
      CalendarNotFound,
    )
  })
  implement(app, endpoints.deleteCalendar, (ctx, { params }) => removeCalendar(ctx, params.id))
  implement(app, endpoints.readCalendarDeletionBlocker, (ctx, { params }) =>
    findCalendarDeletionBlocker(ctx, params.id),
  )
  implement(app, endpoints.restoreCalendar, (ctx, { params }) => restoreCalendar(ctx, params.id))
}
