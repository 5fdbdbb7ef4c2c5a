import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { ConfigurationChanges } from '@prenoto/core/configuration/site-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { hasVersion } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'

/** Every tenant has a configuration. */
export async function findConfiguration(ctx: Context): Promise<Configuration> {
  const {
    tenant_id: _,
    patron_day: __,
    health_notes_role: ___,
    withdrawn_rights: ____,
    ...columns
  } = await ctx.db
    .selectFrom('configurations')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .executeTakeFirstOrThrow()
  return { ...columns, time_zone: ctx.tenant.time_zone }
}

/** The settings that are changed, locked until the transaction ends. */
export async function lockConfiguration(ctx: Context) {
  return ctx.db
    .selectFrom('configurations')
    .selectAll()
    .where('tenant_id', '=', ctx.tenant.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Hours before a visit after which the customer can no longer change it. */
export async function findChangeNotice(ctx: Context): Promise<number> {
  const { app_change_hours_notice } = await ctx.db
    .selectFrom('configurations')
    .select('app_change_hours_notice')
    .where('tenant_id', '=', ctx.tenant.id)
    .executeTakeFirstOrThrow()
  return app_change_hours_notice
}

/** Hours before a visit until which its customer is asked to confirm it; 0: never. */
export async function findConfirmationHours(ctx: Context): Promise<number> {
  const { app_confirmation_hours } = await ctx.db
    .selectFrom('configurations')
    .select('app_confirmation_hours')
    .where('tenant_id', '=', ctx.tenant.id)
    .executeTakeFirstOrThrow()
  return app_confirmation_hours
}

/** Changes the given fields and returns the new version; undefined for a version conflict. */
export function updateConfiguration(
  ctx: Context,
  changes: ConfigurationChanges & { patron_day?: PlainDate | null },
  version?: number,
) {
  return ctx.db
    .updateTable('configurations')
    .set({ tenant_id: ctx.tenant.id, ...changes })
    .where('tenant_id', '=', ctx.tenant.id)
    .where(hasVersion(version))
    .returning('version')
    .executeTakeFirst()
}
