import type { AuditFilters } from '@prenoto/core/audit/audit.endpoints.ts'
import { type AuditAction, actionsLabelled, actionsOfGroup } from '@prenoto/core/audit/audit-actions.ts'
import { RESTRICTED_PERSON } from '@prenoto/core/customers/restricted-person.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { toPlainTime } from '@prenoto/core/time/plain-time.ts'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import { sql } from 'kysely'
import { anyOfTexts, localDateTime } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'

/** The present name of a user or of a customer who is not erased; a restricted one is not named. */
const SUBJECT_NAME = sql<string | null>`case subject_type
  when 'user' then (
    select u.name || ' ' || u.surname from users u where u.tenant_id = audit_entries.tenant_id and u.id = subject_id)
  when 'customer' then (
    select case when c.restricted_at is null then c.name || ' ' || c.surname
      else ${`${RESTRICTED_PERSON.name} ${RESTRICTED_PERSON.surname}`} end
    from customers c
    where c.tenant_id = audit_entries.tenant_id and c.id = subject_id and c.erased_at is null)
end`

const midnight = (ctx: Context, day: PlainDate) =>
  sql<Temporal.Instant>`${toInstant(day, toPlainTime(0), ctx.tenant.time_zone).toString()}::timestamptz`

const matches = (q: string) => {
  const pattern = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`(
    actor ilike ${pattern} or client_address ilike ${pattern} or action = ${anyOfTexts(actionsLabelled(q))}
    or before::text ilike ${pattern} or after::text ilike ${pattern}
  )`
}

type Page = { after: number | undefined; limit: number }

/** `limit` entries after the entry `after`, newest first. */
export function listAuditEntries(ctx: Context, { q, group, user_id, from, to }: AuditFilters, { after, limit }: Page) {
  return ctx.db
    .selectFrom('audit_entries')
    .select([
      'id',
      localDateTime('happened_at', ctx.tenant.time_zone).as('happened_at'),
      'user_id',
      'actor',
      'client_address',
      'action',
      'subject_type',
      'subject_id',
      SUBJECT_NAME.as('subject_name'),
      'before',
      'after',
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .$if(after !== undefined, (query) =>
      query.where(
        sql<boolean>`(audit_entries.happened_at, audit_entries.id) < (
          select e.happened_at, e.id from audit_entries e where e.tenant_id = ${ctx.tenant.id} and e.id = ${after})`,
      ),
    )
    .$if(!!q, (query) => query.where(matches(q!)))
    .$if(group !== undefined, (query) => query.where('action', '=', anyOfTexts<AuditAction>(actionsOfGroup(group!))))
    .$if(user_id !== undefined, (query) => query.where('user_id', '=', user_id!))
    .$if(from !== undefined, (query) => query.where('audit_entries.happened_at', '>=', midnight(ctx, from!)))
    .$if(to !== undefined, (query) => query.where('audit_entries.happened_at', '<', midnight(ctx, addDays(to!, 1))))
    .orderBy('audit_entries.happened_at', 'desc')
    .orderBy('audit_entries.id', 'desc')
    .limit(limit)
    .execute()
}
