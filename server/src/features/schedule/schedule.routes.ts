import { cutPage } from '@prenoto/core/contract/pagination.ts'
import { listAffectedBookings as affectedBookings } from '@prenoto/core/schedule/affected-bookings.endpoints.ts'
import type { ChangedHoursInput } from '@prenoto/core/schedule/changed-hours-schema.ts'
import * as closures from '@prenoto/core/schedule/closures.endpoints.ts'
import type { DayOffInput } from '@prenoto/core/schedule/day-off-schema.ts'
import {
  changedHoursEndpoints,
  dayOffEndpoints,
  specialOpeningEndpoints,
} from '@prenoto/core/schedule/exceptions.endpoints.ts'
import type { SpecialOpeningInput } from '@prenoto/core/schedule/special-opening-schema.ts'
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
import {
  countExceptions,
  type ExceptionRow,
  listChangedHours,
  listExceptionsByStart,
  type PlannedException,
} from './exceptions.repository.ts'
import { listHolidays } from './holidays.ts'
import { removeException, restoreException } from './remove-exception.ts'
import { type SaveOptions, saveException } from './save-exception.ts'

/** The specification's `/days_off` are closures of one calendar. */
export function scheduleRoutes(app: FastifyInstance) {
  listRoutes(app)
  saveRoutes(app)
  undoRoutes(app)
  implement(app, closures.restoreClosedBookings, async (ctx, { body }) => {
    await restoreBookings(ctx, body.ids)
  })
  implement(app, closures.listHolidays, (ctx, { query }) => listHolidays(ctx, query.until))
  implement(app, closures.changePatronDay, async (ctx, { body: { patron_day } }) => {
    await saveConfiguration(ctx, { patron_day })
  })
}

/** Closures have no windows. */
const withWindows = <Row extends ExceptionRow>(row: Row) => ({ ...row, windows: row.windows ?? [] })

function listRoutes(app: FastifyInstance) {
  implement(app, dayOffEndpoints.list, async (ctx, { query: { per_page, last_id, grouped } }) => {
    const isGrouped = grouped === 'true'
    const rows = await listExceptionsByStart(ctx, 'closure', { after: last_id, limit: per_page + 1, isGrouped })
    const { items, ...tail } = cutPage(rows, per_page)
    if (last_id !== undefined) return { daysOff: items, ...tail }
    const total = isGrouped ? await countGrouped(ctx) : await countExceptions(ctx, 'closure')
    return { daysOff: items, ...tail, total }
  })
  implement(app, closures.listClosureEvents, (ctx, { query }) => listClosureEvents(ctx, query))
  implement(app, specialOpeningEndpoints.list, async (ctx, { query }) => {
    const { per_page, last_id, calendar_id: calendarId } = query
    const page = { after: last_id, limit: per_page + 1, calendarId }
    const { items, ...tail } = cutPage(await listExceptionsByStart(ctx, 'special_opening', page), per_page)
    return { openings: items, ...tail }
  })
  implement(app, changedHoursEndpoints.list, async (ctx, { query }) =>
    (await listChangedHours(ctx, query)).map(withWindows),
  )
  implement(app, affectedBookings, async (ctx, { body: { calendar_ids, exceptions, ...page } }) => {
    const calendarIds = calendar_ids ?? (await listAllCalendarIds(ctx))
    return listAffectedBookings(ctx, { calendarIds, exceptions }, page)
  })
}

type ExceptionInput = DayOffInput | SpecialOpeningInput | Omit<ChangedHoursInput, 'cancel'>

function toException(input: ExceptionInput): PlannedException {
  if ('windows' in input) return { ...input, kind: 'changed_hours' }
  if (!('day' in input)) return { ...input, kind: 'closure' }
  const { day, ...opening } = input
  return { ...opening, kind: 'special_opening', day_from: day, day_to: day }
}

function saveRoutes(app: FastifyInstance) {
  const save = async (
    ctx: StaffContext,
    body: DayOffInput | SpecialOpeningInput | ChangedHoursInput,
    options: SaveOptions,
  ) => {
    const { cancel, ...input } = { cancel: undefined, ...body }
    return withWindows(await saveException(ctx, toException(input), { ...options, cancel }))
  }
  implement(app, dayOffEndpoints.create, (ctx, { body, headers }) =>
    closeCalendar(ctx, body, headers['idempotency-key']),
  )
  implement(app, closures.createClosures, (ctx, { body, headers }) =>
    closeCalendars(ctx, body, headers['idempotency-key']),
  )
  implement(app, closures.updateClosure, (ctx, { params, headers, body }) =>
    changeClosure(ctx, params.id, body, headers['if-match']),
  )
  for (const { create } of [specialOpeningEndpoints, changedHoursEndpoints])
    implement(app, create, (ctx, { body, headers }) => save(ctx, body, { idempotencyKey: headers['idempotency-key'] }))
  for (const { update } of [dayOffEndpoints, specialOpeningEndpoints, changedHoursEndpoints])
    implement(app, update, (ctx, { params: { id }, headers, body }) =>
      save(ctx, body, { id, version: headers['if-match'] }),
    )
}

function undoRoutes(app: FastifyInstance) {
  for (const [removed, { remove, restore }] of [
    ['closure', dayOffEndpoints],
    ['closure_group', { remove: closures.deleteClosure, restore: closures.restoreClosure }],
    ['special_opening', specialOpeningEndpoints],
    ['changed_hours', changedHoursEndpoints],
  ] as const) {
    implement(app, remove, (ctx, { params }) => removeException(ctx, removed, params.id))
    implement(app, restore, async (ctx, { params }) => withWindows(await restoreException(ctx, removed, params.id)))
  }
}
