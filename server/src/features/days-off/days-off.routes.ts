import { cutPage } from '@prenoto/core/contract/pagination.ts'
import * as closureEndpoints from '@prenoto/core/days-off/closures.endpoints.ts'
import * as endpoints from '@prenoto/core/days-off/days-off.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { requireChanged } from '../../lib/errors.ts'
import { implement } from '../../plugins/endpoint-route.ts'
import { totalOf } from '../../tenants/count-rows.repository.ts'
import { restoreBookings } from '../bookings/cancel-for-closure.ts'
import { requireCalendarOf, withCalendar } from '../calendars/with-calendar.ts'
import { softDelete } from '../undo/deletions.repository.ts'
import { undoDeletion } from '../undo/undo-deletion.ts'
import { changeClosure, removeClosure, restoreClosure } from './change-closure.ts'
import { closeCalendar, closeCalendars } from './close-calendars.ts'
import { listClosedBookings } from './closed-bookings.ts'
import { listClosureEvents } from './closure-events.ts'
import { countGrouped, updatePatronDay } from './closures.repository.ts'
import { findDayOff, listDaysOff, updateDayOff } from './days-off.repository.ts'
import { ClosureNotFound } from './errors.ts'
import { listHolidays } from './holidays.ts'

export function dayOffRoutes(app: FastifyInstance) {
  implement(app, endpoints.listDaysOff, async (ctx, { query: { per_page, last_id, grouped } }) => {
    const isGrouped = grouped === 'true'
    const found = await listDaysOff(ctx, { after: last_id, limit: per_page + 1, isGrouped })
    const { items: daysOff, ...tail } = cutPage(found, per_page)
    if (!isGrouped) return { daysOff, ...tail, ...(await totalOf(ctx, 'days_off', last_id)) }
    return { daysOff, ...tail, ...(last_id === undefined && { total: await countGrouped(ctx) }) }
  })
  implement(app, endpoints.listClosureEvents, (ctx, { query }) => listClosureEvents(ctx, query))
  implement(app, endpoints.listClosedBookings, (ctx, { query: { calendar_id, per_page, last_id, ...span } }) =>
    listClosedBookings(ctx, { calendar_ids: [calendar_id], spans: [span], per_page, last_id }),
  )
  implement(app, closureEndpoints.listBookingsOfTimes, (ctx, { body }) => listClosedBookings(ctx, body))
  implement(app, closureEndpoints.createClosures, (ctx, { body, headers }) =>
    closeCalendars(ctx, body, headers['idempotency-key']),
  )
  implement(app, closureEndpoints.updateClosure, (ctx, { params, headers, body }) =>
    changeClosure(ctx, params.id, body, headers['if-match']),
  )
  implement(app, closureEndpoints.deleteClosure, (ctx, { params }) => removeClosure(ctx, params.id))
  implement(app, closureEndpoints.restoreClosure, (ctx, { params }) => restoreClosure(ctx, params.id))
  implement(app, closureEndpoints.restoreClosedBookings, (ctx, { body }) => restoreBookings(ctx, body.ids))
  implement(app, closureEndpoints.listHolidays, (ctx, { query }) => listHolidays(ctx, query.until))
  implement(app, closureEndpoints.changePatronDay, (ctx, { body }) => updatePatronDay(ctx, body.patron_day))
  implement(app, endpoints.createDayOff, (ctx, { body, headers }) =>
    closeCalendar(ctx, body, headers['idempotency-key']),
  )
  implement(app, endpoints.updateDayOff, async (ctx, { params: { id }, headers, body }) => {
    const dayOff = await withCalendar(ctx, body.calendar_id, (ctx) => updateDayOff(ctx, id, body, headers['if-match']))
    return requireChanged(dayOff, () => findDayOff(ctx, id), ClosureNotFound)
  })
  implement(app, endpoints.deleteDayOff, async (ctx, { params }) => {
    if (!(await softDelete(ctx, 'days_off', params.id))) throw new ClosureNotFound()
  })
  implement(app, endpoints.restoreDayOff, async (ctx, { params: { id } }) => {
    const isThere = await undoDeletion(ctx, { table: 'days_off', id }, (ctx) => requireCalendarOf(ctx, 'days_off', id))
    const dayOff = isThere && (await findDayOff(ctx, id))
    if (!dayOff) throw new ClosureNotFound()
    return dayOff
  })
}
