import type { AuditEntry, AuditFilters } from '@prenoto/core/audit/audit.endpoints.ts'
import { actionsLabelled, actionsOfGroup } from '@prenoto/core/audit/audit-actions.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { toPlainTime } from '@prenoto/core/time/plain-time.ts'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import { sql } from 'kysely'
import { anyOfTexts, localDateTime } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'
import { type AuditSource, auditSources, namedBookings } from './audit-sources.repository.ts'

type Page = { after: number | undefined; limit: number }

/** `limit` entries after the entry `after`, newest first. */
export async function listAuditEntries(ctx: Context, filters: AuditFilters, page: Page): Promise<AuditEntry[]> {
  const { rows } = await auditTrail(ctx, filters, page).execute(ctx.db)
  return rows
}

/** The statement of `listAuditEntries`: each table yields at most `limit` entries from its index by time. */
export function auditTrail(ctx: Context, filters: AuditFilters, { after, limit }: Page) {
  const sources = auditSources(ctx)
  const parts = sources.map((source, place) => {
    const { id, at } = source
    const conditions = toConditions(ctx, source, filters)
    if (after !== undefined) conditions.push(isOlder(ctx, sources, place, after))
    return sql`(
      select ${id} * ${sql.lit(sources.length)} + ${sql.lit(place)} as id, ${at} as instant, ${source.userId} as user_id,
        ${source.actor} as actor, ${source.address} as client_address, ${source.action} as action,
        ${source.subjectType} as subject_type, ${source.subjectId} as subject_id,
        ${source.subjectName} as subject_name, ${source.before} as before, ${source.after} as after
      from ${source.from}
      where ${sql.join(conditions, sql` and `)}
      order by ${at} desc, ${id} desc
      limit ${limit})`
  })
  return sql<AuditEntry>`
    ${filters.q ? sql`with ${namedBookings(ctx, patternFor(filters.q))}` : sql``}
    select id, ${localDateTime('instant', ctx.tenant.time_zone)} as happened_at, user_id, actor, client_address, action,
      subject_type, subject_id, subject_name, before, after
    from (${sql.join(parts, sql` union all `)}) trail
    order by instant desc, id desc
    limit ${limit}`
}

const tenantColumn = ({ table }: AuditSource) => sql.ref(`${table}.tenant_id`)

/**
 * Condition: older than the entry `after`, in a form that an index by time and id answers. An id of the trail tells the
 * table: it is the row's id times the number of tables, plus the place of the table.
 */
function isOlder({ tenant }: Context, sources: AuditSource[], place: number, after: number) {
  const cursor = sources[after % sources.length]!
  const { at, id } = sources[place]!
  const end = Math.floor((after - place - 1) / sources.length) + 1
  return sql<boolean>`(${at}, ${id}) < ((
    select ${cursor.at} from ${cursor.from}
    where ${tenantColumn(cursor)} = ${tenant.id} and ${cursor.id} = ${Math.floor(after / sources.length)}), ${end}::bigint)`
}

function toConditions(ctx: Context, source: AuditSource, { q, group, user_id, from, to }: AuditFilters) {
  const { at, action, userId, matches } = source
  const conditions = [sql<boolean>`${tenantColumn(source)} = ${ctx.tenant.id}`]
  if (group !== undefined) conditions.push(sql<boolean>`${action} = ${anyOfTexts(actionsOfGroup(group))}`)
  if (user_id !== undefined) conditions.push(sql<boolean>`${userId} = ${user_id}`)
  if (from !== undefined) conditions.push(sql<boolean>`${at} >= ${midnight(ctx, from)}`)
  if (to !== undefined) conditions.push(sql<boolean>`${at} < ${midnight(ctx, addDays(to, 1))}`)
  if (q) {
    conditions.push(sql<boolean>`(${action} = ${anyOfTexts(actionsLabelled(q))} or ${matches(patternFor(q))})`)
  }
  return conditions
}

const patternFor = (q: string) => `%${q.replace(/[\\%_]/g, '\\$&')}%`

const midnight = (ctx: Context, day: PlainDate) =>
  sql<Temporal.Instant>`${toInstant(day, toPlainTime(0), ctx.tenant.time_zone).toString()}::timestamptz`
