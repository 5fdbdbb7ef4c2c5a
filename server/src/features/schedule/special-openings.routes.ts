import { cutPage } from '@prenoto/core/contract/pagination.ts'
import type { SpecialOpeningInput } from '@prenoto/core/schedule/special-opening-schema.ts'
import * as endpoints from '@prenoto/core/schedule/special-openings.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { requireChanged } from '../../lib/errors.ts'
import { implement } from '../../plugins/endpoint-route.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { type RecordedChange, recordChange } from '../audit/record-change.ts'
import { isInForceOn } from '../calendars/calendars.repository.ts'
import { requireCalendarOf, withCalendar } from '../calendars/with-calendar.ts'
import { softDelete } from '../undo/deletions.repository.ts'
import { undoDeletion } from '../undo/undo-deletion.ts'
import { DayOutsideCalendar, SpecialOpeningNotFound } from './errors.ts'
import {
  findSpecialOpening,
  insertSpecialOpening,
  listSpecialOpenings,
  lockSpecialOpening,
  type SpecialOpeningRow,
  updateSpecialOpening,
} from './special-openings.repository.ts'

export function specialOpeningRoutes(app: FastifyInstance) {
  implement(app, endpoints.listSpecialOpenings, async (ctx, { query: { per_page, last_id, calendar_id } }) => {
    const rows = await listSpecialOpenings(ctx, { after: last_id, limit: per_page + 1, calendarId: calendar_id })
    const { items, ...tail } = cutPage(rows, per_page)
    return { openings: items, ...tail }
  })
  implement(app, endpoints.createSpecialOpening, (ctx, { body, headers }) =>
    opened(ctx, body, async (ctx) => {
      const after = await insertSpecialOpening(ctx, body, headers['idempotency-key'])
      await recordOpening(ctx, after.version === 1 ? 'created' : 'updated', { after })
      return after
    }),
  )
  implement(app, endpoints.updateSpecialOpening, async (ctx, { params: { id }, headers, body }) => {
    const opening = await opened(ctx, body, async (ctx) => {
      const before = await lockSpecialOpening(ctx, id)
      const after = await updateSpecialOpening(ctx, id, body, headers['if-match'])
      if (after) await recordOpening(ctx, 'updated', { before, after })
      return after
    })
    return requireChanged(opening, () => findSpecialOpening(ctx, id), SpecialOpeningNotFound)
  })
  implement(app, endpoints.deleteSpecialOpening, (ctx, { params: { id } }) =>
    transaction(ctx, async (ctx) => {
      const before = await lockSpecialOpening(ctx, id)
      if (!before) throw new SpecialOpeningNotFound()
      await softDelete(ctx, 'special_openings', id)
      await recordOpening(ctx, 'deleted', { before })
    }),
  )
  implement(app, endpoints.restoreSpecialOpening, async (ctx, { params: { id } }) => {
    const isThere = await undoDeletion(ctx, { table: 'special_openings', id }, async (ctx) => {
      await requireCalendarOf(ctx, 'special_openings', id)
      await recordOpening(ctx, 'restored', { after: (await findSpecialOpening(ctx, id))! })
    })
    const opening = isThere && (await findSpecialOpening(ctx, id))
    if (!opening) throw new SpecialOpeningNotFound()
    return opening
  })
}

type Rows = { before?: SpecialOpeningRow | undefined; after?: SpecialOpeningRow }

const auditedOpening = ({ day, hour_from, hour_to, reason, calendar_name }: SpecialOpeningRow) => ({
  periods: `${day} ${hour_from} – ${hour_to}`,
  reason,
  calendars: calendar_name,
})

const recordOpening = (ctx: Context, change: RecordedChange, { before, after }: Rows) =>
  recordChange(ctx, change, {
    subject: { type: 'special_opening', id: (after ?? before)!.id },
    before: before && auditedOpening(before),
    after: after && auditedOpening(after),
  })

/** Throws 422 for a calendar that does not exist or is not in force on that day. */
const opened = <T>(ctx: Context, { calendar_id, day }: SpecialOpeningInput, save: (ctx: Context) => Promise<T>) =>
  withCalendar(ctx, calendar_id, async (ctx) => {
    if (!(await isInForceOn(ctx, calendar_id, day))) throw new DayOutsideCalendar('day')
    return save(ctx)
  })
