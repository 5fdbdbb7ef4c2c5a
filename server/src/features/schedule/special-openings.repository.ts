import type { SpecialOpeningInput } from '@prenoto/core/schedule/special-opening-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { sql } from 'kysely'
import { hasVersion, italianDate, shortTime } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'

/** The columns of the API. */
const COLUMNS = [
  'id',
  italianDate('day').as('day'),
  shortTime('hour_from').as('hour_from'),
  shortTime('hour_to').as('hour_to'),
  'reason',
  'calendar_id',
  sql<string>`(select name from calendars c where c.tenant_id = special_openings.tenant_id and c.id = special_openings.calendar_id)`.as(
    'calendar_name',
  ),
  'version',
] as const

const openings = (ctx: Context) =>
  ctx.db.selectFrom('special_openings').where('tenant_id', '=', ctx.tenant.id).where('deleted_at', 'is', null)

/** Sort order: upcoming openings by start, then past ones from the latest. */
const sortKeyOf = (opening: 'special_openings' | 'page_end', today: PlainDate) => {
  const from = sql`extract(epoch from ${sql.ref(`${opening}.day`)} + ${sql.ref(`${opening}.hour_from`)})`
  const isOver = sql`${sql.ref(`${opening}.day`)} < ${today}::date`
  return sql`${isOver}, case when ${isOver} then -${from} else ${from} end, ${sql.ref(`${opening}.id`)}`
}

type Part = { after: number | undefined; limit: number; calendarId: number | undefined }

/** The openings of one calendar or all; `limit` of them after the id `after`, which may have been deleted. */
export function listSpecialOpenings(ctx: Context, { after, limit, calendarId }: Part) {
  const today = todayIn(ctx.tenant.time_zone, ctx.now)
  const isAfter = sql<boolean>`(${sortKeyOf('special_openings', today)}) > (
    select ${sortKeyOf('page_end', today)} from special_openings page_end where tenant_id = ${ctx.tenant.id} and id = ${after})`
  return openings(ctx)
    .select(COLUMNS)
    .$if(calendarId !== undefined, (query) => query.where('calendar_id', '=', calendarId!))
    .$if(after !== undefined, (query) => query.where(isAfter))
    .orderBy(sql`(${sortKeyOf('special_openings', today)})`)
    .limit(limit)
    .execute()
}

export const findSpecialOpening = (ctx: Context, id: number) =>
  openings(ctx).select(COLUMNS).where('id', '=', id).executeTakeFirst()

export type SpecialOpeningRow = NonNullable<Awaited<ReturnType<typeof findSpecialOpening>>>

/** An opening that no other change can alter until the transaction ends. */
export const lockSpecialOpening = (ctx: Context, id: number) =>
  openings(ctx).select(COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Adds an opening. A repeated idempotency key updates the opening that it made. */
export function insertSpecialOpening(ctx: Context, opening: SpecialOpeningInput, idempotency_key?: string) {
  return ctx.db
    .insertInto('special_openings')
    .values({ tenant_id: ctx.tenant.id, ...opening, idempotency_key })
    .onConflict((made) =>
      made.columns(['tenant_id', 'idempotency_key']).doUpdateSet({ ...opening, deleted_at: null, deleted_by: null }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
}

/** Changes an opening, of this version if given. */
export function updateSpecialOpening(ctx: Context, id: number, opening: SpecialOpeningInput, version?: number) {
  return ctx.db
    .updateTable('special_openings')
    .set(opening)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where(hasVersion(version))
    .returning(COLUMNS)
    .executeTakeFirst()
}
