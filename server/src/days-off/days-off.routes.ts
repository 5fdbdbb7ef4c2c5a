import * as endpoints from '@prenoto/core/days-off/days-off.endpoints.ts'
import { cutPage } from '@prenoto/core/page.ts'
import type { FastifyInstance } from 'fastify'
import { withCalendar } from '../calendars/with-calendar.ts'
import { implement } from '../http/endpoint-route.ts'
import { notFound, requireChanged } from '../lib/errors.ts'
import { deleteDayOff, findDayOff, insertDayOff, listDaysOff, updateDayOff } from './days-off.repository.ts'

const UNKNOWN = 'Il giorno di chiusura richiesto non esiste.'

export function dayOffRoutes(app: FastifyInstance) {
  implement(app, endpoints.listDaysOff, async (ctx, { query: { per_page, last_id } }) => {
    const { items: daysOff, ...tail } = cutPage(await listDaysOff(ctx, last_id, per_page + 1), per_page)
    return { daysOff, ...tail }
  })
  implement(app, endpoints.createDayOff, (ctx, { body }) =>
    withCalendar(ctx, body.calendar_id, (ctx) => insertDayOff(ctx, body)),
  )
  implement(app, endpoints.updateDayOff, async (ctx, { params: { id }, headers, body }) => {
    const dayOff = await withCalendar(ctx, body.calendar_id, (ctx) => updateDayOff(ctx, id, body, headers['if-match']))
    return requireChanged(dayOff, () => findDayOff(ctx, id), UNKNOWN)
  })
  implement(app, endpoints.deleteDayOff, async (ctx, { params }) => {
    if (!(await deleteDayOff(ctx, params.id))) throw notFound(UNKNOWN)
  })
}
