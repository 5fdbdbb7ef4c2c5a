import { cutPage } from '@prenoto/core/contract/pagination.ts'
import type { SpecialOpeningInput } from '@prenoto/core/special-openings/special-opening-schema.ts'
import * as endpoints from '@prenoto/core/special-openings/special-openings.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { requireChanged } from '../../lib/errors.ts'
import { implement } from '../../plugins/endpoint-route.ts'
import type { Context } from '../../tenants/context.ts'
import { isInForceOn } from '../calendars/calendars.repository.ts'
import { requireCalendarOf, withCalendar } from '../calendars/with-calendar.ts'
import { softDelete } from '../undo/deletions.repository.ts'
import { undoDeletion } from '../undo/undo-deletion.ts'
import { DayOutsideCalendar, SpecialOpeningNotFound } from './errors.ts'
import {
  findSpecialOpening,
  insertSpecialOpening,
  listSpecialOpenings,
  updateSpecialOpening,
} from './special-openings.repository.ts'

export function specialOpeningRoutes(app: FastifyInstance) {
  implement(app, endpoints.listSpecialOpenings, async (ctx, { query: { per_page, last_id, calendar_id } }) => {
    const rows = await listSpecialOpenings(ctx, { after: last_id, limit: per_page + 1, calendarId: calendar_id })
    const { items, ...tail } = cutPage(rows, per_page)
    return { openings: items, ...tail }
  })
  implement(app, endpoints.createSpecialOpening, (ctx, { body, headers }) =>
    opened(ctx, body, (ctx) => insertSpecialOpening(ctx, body, headers['idempotency-key'])),
  )
  implement(app, endpoints.updateSpecialOpening, async (ctx, { params: { id }, headers, body }) => {
    const opening = await opened(ctx, body, (ctx) => updateSpecialOpening(ctx, id, body, headers['if-match']))
    return requireChanged(opening, () => findSpecialOpening(ctx, id), SpecialOpeningNotFound)
  })
  implement(app, endpoints.deleteSpecialOpening, async (ctx, { params }) => {
    if (!(await softDelete(ctx, 'special_openings', params.id))) throw new SpecialOpeningNotFound()
  })
  implement(app, endpoints.restoreSpecialOpening, async (ctx, { params: { id } }) => {
    const isThere = await undoDeletion(ctx, { table: 'special_openings', id }, (ctx) =>
      requireCalendarOf(ctx, 'special_openings', id),
    )
    const opening = isThere && (await findSpecialOpening(ctx, id))
    if (!opening) throw new SpecialOpeningNotFound()
    return opening
  })
}

/** Throws 422 for a calendar that does not exist or is not in force on that day. */
const opened = <T>(ctx: Context, { calendar_id, day }: SpecialOpeningInput, save: (ctx: Context) => Promise<T>) =>
  withCalendar(ctx, calendar_id, async (ctx) => {
    if (!(await isInForceOn(ctx, calendar_id, day))) throw new DayOutsideCalendar('day')
    return save(ctx)
  })
