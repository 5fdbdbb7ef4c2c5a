import { cutPage } from '@prenoto/core/contract/pagination.ts'
import * as closureEndpoints from '@prenoto/core/schedule/closures.endpoints.ts'
import * as endpoints from '@prenoto/core/schedule/days-off.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { totalOf } from '../../tenants/count-rows.repository.ts'
import { restoreBookings } from '../bookings/cancel-for-closure.ts'
import { changeClosure, removeClosure, restoreClosure } from './change-closure.ts'
import { changeDayOff, removeDayOff, restoreDayOff } from './change-day-off.ts'
import { changePatronDay } from './change-patron-day.ts'
import { closeCalendar, closeCalendars } from './close-calendars.ts'
import { listClosedBookings } from './closed-bookings.ts'
import { listClosureEvents } from './closure-events.ts'
import { countGrouped } from './closures.repository.ts'
import { listDaysOff } from './days-off.repository.ts'
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
  implement(app, closureEndpoints.restoreClosedBookings, async (ctx, { body }) => {
    await restoreBookings(ctx, body.ids)
  })
  implement(app, closureEndpoints.listHolidays, (ctx, { query }) => listHolidays(ctx, query.until))
  implement(app, closureEndpoints.changePatronDay, (ctx, { body }) => changePatronDay(ctx, body.patron_day))
  implement(app, endpoints.createDayOff, (ctx, { body, headers }) =>
    closeCalendar(ctx, body, headers['idempotency-key']),
  )
  implement(app, endpoints.updateDayOff, (ctx, { params, headers, body }) =>
    changeDayOff(ctx, params.id, body, headers['if-match']),
  )
  implement(app, endpoints.deleteDayOff, (ctx, { params }) => removeDayOff(ctx, params.id))
  implement(app, endpoints.restoreDayOff, (ctx, { params }) => restoreDayOff(ctx, params.id))
}
