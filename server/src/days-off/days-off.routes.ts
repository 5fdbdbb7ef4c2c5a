import * as endpoints from '@prenoto/core/days-off/days-off.endpoints.ts'
import { cutPage } from '@prenoto/core/page.ts'
import type { FastifyInstance } from 'fastify'
import { requireCalendarOf, withCalendar } from '../calendars/with-calendar.ts'
import { implement } from '../http/endpoint-route.ts'
import { notFound, requireChanged } from '../lib/errors.ts'
import { totalOf } from '../tenants/count-rows.repository.ts'
import { takeBack } from '../undo/take-back.ts'
import { listClosedBookings } from './closed-bookings.ts'
import {
  deleteDayOff,
  findDayOff,
  insertDayOff,
  listClosuresOfDays,
  listDaysOff,
  updateDayOff,
} from './days-off.repository.ts'

const UNKNOWN = 'Il giorno di chiusura richiesto non esiste.'

export function dayOffRoutes(app: FastifyInstance) {
  implement(app, endpoints.listDaysOff, async (ctx, { query: { per_page, last_id } }) => {
    const { items: daysOff, ...tail } = cutPage(await listDaysOff(ctx, last_id, per_page + 1), per_page)
    return { daysOff, ...tail, ...(await totalOf(ctx, 'days_off', last_id)) }
  })
  implement(app, endpoints.listClosureEvents, (ctx, { query: { from, to } }) => listClosuresOfDays(ctx, from, to))
  implement(app, endpoints.listClosedBookings, (ctx, { query }) => listClosedBookings(ctx, query))
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
  implement(app, endpoints.restoreDayOff, async (ctx, { params: { id } }) => {
    const isThere = await takeBack(ctx, { table: 'days_off', id }, (ctx) => requireCalendarOf(ctx, 'days_off', id))
    const dayOff = isThere && (await findDayOff(ctx, id))
    if (!dayOff) throw notFound(UNKNOWN)
    return dayOff
  })
}
