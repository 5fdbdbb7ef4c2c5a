import { cutPage } from '@prenoto/core/contract/pagination.ts'
import { listAffectedBookings as affectedBookings } from '@prenoto/core/schedule/affected-bookings.endpoints.ts'
import * as changedHours from '@prenoto/core/schedule/changed-hours.endpoints.ts'
import type { ChangedHoursInput } from '@prenoto/core/schedule/changed-hours-schema.ts'
import * as closures from '@prenoto/core/schedule/closures.endpoints.ts'
import type { DayOffInput } from '@prenoto/core/schedule/day-off-schema.ts'
import * as daysOff from '@prenoto/core/schedule/days-off.endpoints.ts'
import type { SpecialOpeningInput } from '@prenoto/core/schedule/special-opening-schema.ts'
import * as specialOpenings from '@prenoto/core/schedule/special-openings.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import type { StaffContext } from '../../tenants/context.ts'
import { restoreBookings } from '../bookings/cancel-for-closure.ts'
import { listAllCalendarIds } from '../calendars/calendars.repository.ts'
import { saveConfiguration } from '../configuration/save-configuration.ts'
import { listAffectedBookings } from './affected-bookings.ts'
import { changeClosure } from './change-closure.ts'
import { closeCalendar, closeCalendars } from './close-calendars.ts'
import { listClosureEvents } from './closure-events.ts'
import { countGrouped } from './closures.repository.ts'
import { countExceptions, type ExceptionRow, listChangedHours, listExceptionsByStart } from './exceptions.repository.ts'
import { listHolidays } from './holidays.ts'
import { removeException, restoreException } from './remove-exception.ts'
import { type SaveOptions, saveException } from './save-exception.ts'

export function scheduleRoutes(app: FastifyInstance) {
  dayOffRoutes(app)
  batchRoutes(app)
  specialOpeningRoutes(app)
  changedHoursRoutes(app)
  implement(app, affectedBookings, async (ctx, { body: { calendar_ids, exceptions, ...page } }) => {
    const calendarIds = calendar_ids ?? (await listAllCalendarIds(ctx))
    return listAffectedBookings(ctx, { calendarIds, exceptions }, page)
  })
}

const toClosure = (body: DayOffInput) => ({ ...body, kind: 'closure' as const })

/** The specification's paths: closures of one calendar. */
function dayOffRoutes(app: FastifyInstance) {
  implement(app, daysOff.listDaysOff, async (ctx, { query: { per_page, last_id, grouped } }) => {
    const isGrouped = grouped === 'true'
    const rows = await listExceptionsByStart(ctx, 'closure', { after: last_id, limit: per_page + 1, isGrouped })
    const { items, ...tail } = cutPage(rows, per_page)
    if (last_id !== undefined) return { daysOff: items, ...tail }
    const total = isGrouped ? await countGrouped(ctx) : await countExceptions(ctx, 'closure')
    return { daysOff: items, ...tail, total }
  })
  implement(app, daysOff.listClosureEvents, (ctx, { query }) => listClosureEvents(ctx, query))
  implement(app, daysOff.createDayOff, (ctx, { body, headers }) => closeCalendar(ctx, body, headers['idempotency-key']))
  implement(app, daysOff.updateDayOff, (ctx, { params: { id }, headers, body }) =>
    saveException(ctx, toClosure(body), { id, version: headers['if-match'] }),
  )
  implement(app, daysOff.deleteDayOff, (ctx, { params }) => removeException(ctx, 'closure', params.id))
  implement(app, daysOff.restoreDayOff, (ctx, { params }) => restoreException(ctx, 'closure', params.id))
}

function batchRoutes(app: FastifyInstance) {
  implement(app, closures.createClosures, (ctx, { body, headers }) =>
    closeCalendars(ctx, body, headers['idempotency-key']),
  )
  implement(app, closures.updateClosure, (ctx, { params, headers, body }) =>
    changeClosure(ctx, params.id, body, headers['if-match']),
  )
  implement(app, closures.deleteClosure, (ctx, { params }) => removeException(ctx, 'closure_group', params.id))
  implement(app, closures.restoreClosure, (ctx, { params }) => restoreException(ctx, 'closure_group', params.id))
  implement(app, closures.restoreClosedBookings, async (ctx, { body }) => {
    await restoreBookings(ctx, body.ids)
  })
  implement(app, closures.listHolidays, (ctx, { query }) => listHolidays(ctx, query.until))
  implement(app, closures.changePatronDay, async (ctx, { body: { patron_day } }) => {
    await saveConfiguration(ctx, { patron_day })
  })
}

const fromOpening = ({ day, ...body }: SpecialOpeningInput) => ({
  ...body,
  kind: 'special_opening' as const,
  day_from: day,
  day_to: day,
})

function specialOpeningRoutes(app: FastifyInstance) {
  implement(app, specialOpenings.listSpecialOpenings, async (ctx, { query }) => {
    const { per_page, last_id, calendar_id: calendarId } = query
    const page = { after: last_id, limit: per_page + 1, calendarId }
    const { items, ...tail } = cutPage(await listExceptionsByStart(ctx, 'special_opening', page), per_page)
    return { openings: items, ...tail }
  })
  implement(app, specialOpenings.createSpecialOpening, (ctx, { body, headers }) =>
    saveException(ctx, fromOpening(body), { idempotencyKey: headers['idempotency-key'] }),
  )
  implement(app, specialOpenings.updateSpecialOpening, (ctx, { params: { id }, headers, body }) =>
    saveException(ctx, fromOpening(body), { id, version: headers['if-match'] }),
  )
  implement(app, specialOpenings.deleteSpecialOpening, (ctx, { params }) =>
    removeException(ctx, 'special_opening', params.id),
  )
  implement(app, specialOpenings.restoreSpecialOpening, (ctx, { params }) =>
    restoreException(ctx, 'special_opening', params.id),
  )
}

const toHours = <Row extends ExceptionRow>(row: Row) => ({ ...row, windows: row.windows! })

function changedHoursRoutes(app: FastifyInstance) {
  const save = async (ctx: StaffContext, { cancel, ...hours }: ChangedHoursInput, options: SaveOptions) =>
    toHours(await saveException(ctx, { ...hours, kind: 'changed_hours' }, { ...options, cancel }))

  implement(app, changedHours.listChangedHours, async (ctx, { query }) =>
    (await listChangedHours(ctx, query)).map(toHours),
  )
  implement(app, changedHours.createChangedHours, (ctx, { body, headers }) =>
    save(ctx, body, { idempotencyKey: headers['idempotency-key'] }),
  )
  implement(app, changedHours.updateChangedHours, (ctx, { params: { id }, headers, body }) =>
    save(ctx, body, { id, version: headers['if-match'] }),
  )
  implement(app, changedHours.deleteChangedHours, (ctx, { params }) => removeException(ctx, 'changed_hours', params.id))
  implement(app, changedHours.restoreChangedHours, async (ctx, { params }) =>
    toHours(await restoreException(ctx, 'changed_hours', params.id)),
  )
}
