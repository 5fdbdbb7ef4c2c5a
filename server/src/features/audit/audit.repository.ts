import type { AuditAction, AuditSubject } from '@prenoto/core/audit/audit-actions.ts'
import { sql } from 'kysely'
import type { Context, StaffContext } from '../../tenants/context.ts'

/** Also used by the command line, which adds no jobs. */
export type AuditContext = Omit<Context, 'jobs'>

type Values = Record<string, unknown>

export type NewEntry = {
  user_id: number | null
  actor: string
  action: AuditAction
  subject_type: string | null
  subject_id: number | null
  before: Values | null
  after: Values | null
}

/** Returns the id of the new entry. */
export async function insertAuditEntry(ctx: AuditContext, { before, after, ...entry }: NewEntry): Promise<number> {
  const { id } = await ctx.db
    .insertInto('audit_entries')
    .values({
      tenant_id: ctx.tenant.id,
      happened_at: ctx.now.toString(),
      client_address: ctx.clientAddress ?? null,
      ...entry,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The values that an entry recorded. */
export function findAuditValues(ctx: Context, id: number) {
  return ctx.db
    .selectFrom('audit_entries')
    .select(['actor', 'subject_id', 'before', 'after'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Deletes the entries from before an instant; the application may delete no others. Returns their number. */
export async function deleteOldAuditEntries(ctx: AuditContext, before: Temporal.Instant): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    select delete_old_audit_entries(${before.toString()}) as deleted`.execute(ctx.db)
  return rows[0]!.deleted
}

/** Serialises the checks of a user for an earlier entry until the transaction ends. */
export async function lockRecentEntries({ db, tenant, user }: StaffContext) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${user.id}`}, ${tenant.id}))`.execute(db)
}

type Same = { action: AuditAction; subject: AuditSubject | undefined; since: Temporal.Instant }

/** Whether the user has an entry of this action and subject since an instant. */
export async function hasRecentEntry(ctx: StaffContext, { action, subject, since }: Same): Promise<boolean> {
  const entry = await ctx.db
    .selectFrom('audit_entries')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('subject_type', subject ? '=' : 'is', subject?.type ?? null)
    .where('subject_id', subject ? '=' : 'is', subject?.id ?? null)
    .where('happened_at', '>', sql<Temporal.Instant>`${since.toString()}::timestamptz`)
    .where('action', '=', action)
    .where('user_id', '=', ctx.user.id)
    .limit(1)
    .executeTakeFirst()
  return entry !== undefined
}
