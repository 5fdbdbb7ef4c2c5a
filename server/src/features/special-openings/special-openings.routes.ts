import { cutPage } from '@prenoto/core/contract/pagination.ts'
import type { OpeningInput } from '@prenoto/core/special-openings/special-opening-schema.ts'
import * as endpoints from '@prenoto/core/special-openings/special-openings.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { invalid, notFound, requireChanged } from '../../lib/errors.ts'
import { implement } from '../../plugins/endpoint-route.ts'
import type { Context } from '../../tenants/context.ts'
import { isInForceOn } from '../calendars/calendars.repository.ts'
import { requireCalendarOf, withCalendar } from '../calendars/with-calendar.ts'
import { softDelete } from '../undo/deletions.repository.ts'
import { takeBack } from '../undo/undo-deletion.ts'
import { findOpening, insertOpening, listOpenings, updateOpening } from './special-openings.repository.ts'

const UNKNOWN = 'L’apertura straordinaria richiesta non esiste.'

export function openingRoutes(app: FastifyInstance) {
  implement(app, endpoints.listOpenings, async (ctx, { query: { per_page, last_id, calendar_id } }) => {
    const rows = await listOpenings(ctx, { after: last_id, limit: per_page + 1, calendarId: calendar_id })
    const { items, ...tail } = cutPage(rows, per_page)
    return { openings: items, ...tail }
  })
  implement(app, endpoints.createOpening, (ctx, { body, headers }) =>
    opened(ctx, body, (ctx) => insertOpening(ctx, body, headers['idempotency-key'])),
  )
  implement(app, endpoints.updateOpening, async (ctx, { params: { id }, headers, body }) => {
    const opening = await opened(ctx, body, (ctx) => updateOpening(ctx, id, body, headers['if-match']))
    return requireChanged(opening, () => findOpening(ctx, id), UNKNOWN)
  })
  implement(app, endpoints.deleteOpening, async (ctx, { params }) => {
    if (!(await softDelete(ctx, 'openings', params.id))) throw notFound(UNKNOWN)
  })
  implement(app, endpoints.restoreOpening, async (ctx, { params: { id } }) => {
    const isThere = await takeBack(ctx, { table: 'openings', id }, (ctx) => requireCalendarOf(ctx, 'openings', id))
    const opening = isThere && (await findOpening(ctx, id))
    if (!opening) throw notFound(UNKNOWN)
    return opening
  })
}

/** Throws 422 for a calendar that does not exist, or not on that day. */
const opened = <T>(ctx: Context, { calendar_id, day }: OpeningInput, save: (ctx: Context) => Promise<T>) =>
  withCalendar(ctx, calendar_id, async (ctx) => {
    if (!(await isInForceOn(ctx, calendar_id, day)))
      throw invalid('day', 'Quel giorno è fuori dal periodo in cui il calendario è valido.')
    return save(ctx)
  })
