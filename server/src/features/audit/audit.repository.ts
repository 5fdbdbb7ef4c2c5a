import type { AuditAction } from '@prenoto/core/audit/audit-actions.ts'
import { sql } from 'kysely'
import type { Context } from '../../tenants/context.ts'

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

export async function insertAuditEntry(ctx: AuditContext, { before, after, ...entry }: NewEntry) {
  await ctx.db
    .insertInto('audit_entries')
    .values({
      tenant_id: ctx.tenant.id,
      happened_at: ctx.now.toString(),
      client_address: ctx.clientAddress ?? null,
      ...entry,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    })
    .execute()
}

/** Deletes the entries from before an instant; the application may delete no others. Returns their number. */
export async function deleteOldAuditEntries(ctx: AuditContext, before: Temporal.Instant): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`
    select delete_old_audit_entries(${before.toString()}) as deleted`.execute(ctx.db)
  return rows[0]!.deleted
}
