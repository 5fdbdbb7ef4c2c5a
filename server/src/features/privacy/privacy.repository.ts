import type { PrivacyText } from '@prenoto/core/privacy/privacy.endpoints.ts'
import { DEFAULT_PRIVACY_VERSION } from '@prenoto/core/privacy/privacy-text.ts'
import { sql } from 'kysely'
import type { Context, StaffContext } from '../../tenants/context.ts'

/** The tenant's current text; undefined if it uses the standard one. */
export function findPrivacyText(ctx: Context) {
  return ctx.db
    .selectFrom('privacy_texts')
    .select(['version', 'text', 'created_at'])
    .where('tenant_id', '=', ctx.tenant.id)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Any version of the tenant's text. */
export function findPreviousPrivacyText(ctx: Context, version: number) {
  return ctx.db
    .selectFrom('privacy_texts')
    .select(['text', sql<string>`to_char(created_at at time zone ${ctx.tenant.time_zone}, 'DD-MM-YYYY')`.as('since')])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** Undefined if the version already exists, because of a concurrent change. */
export function insertPrivacyText(ctx: StaffContext, { version, text }: PrivacyText) {
  return ctx.db
    .insertInto('privacy_texts')
    .values({ tenant_id: ctx.tenant.id, version, text, created_by: ctx.user.id })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'version']).doNothing())
    .returning(['version', 'text'])
    .executeTakeFirst()
}

/** The version that a consent given now refers to. */
export const privacyVersion = (ctx: Context) => sql<string>`coalesce(
  (select max(version)::text from privacy_texts where tenant_id = ${ctx.tenant.id}), ${DEFAULT_PRIVACY_VERSION})`
