import { CONSENT_VERSION, type TextChannelName } from '@prenoto/core/text-messages/text-channels.ts'
import type { Pool } from '../../database/connection.ts'
import { anyOfTexts, isoInstant, localDateTime } from '../../database/sql-expressions.ts'
import type { Context } from '../../tenants/context.ts'

/** The channels that the owners of these numbers have consented to, by number. */
export async function listConsents(
  ctx: Context,
  telephones: string[],
): Promise<ReadonlyMap<string, readonly TextChannelName[]>> {
  const rows = await ctx.db
    .selectFrom('text_consents')
    .select(['telephone', 'channels'])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('telephone', '=', anyOfTexts(telephones))
    .where('withdrawn_at', 'is', null)
    .execute()
  return new Map(rows.map(({ telephone, channels }) => [telephone, channels]))
}

/** The consent of a number, given or withdrawn. */
export const findConsent = (ctx: Context, telephone: string) =>
  ctx.db
    .selectFrom('text_consents')
    .select([
      'channels',
      localDateTime('given_at', ctx.tenant.time_zone).as('given_at'),
      localDateTime('withdrawn_at', ctx.tenant.time_zone).$castTo<string | null>().as('withdrawn_at'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('telephone', '=', telephone)
    .executeTakeFirst()

export const listConsentsOf = (ctx: Context, telephones: string[]) =>
  ctx.db
    .selectFrom('text_consents')
    .select([
      'telephone',
      'channels',
      'version',
      isoInstant('given_at').$notNull().as('given_at'),
      (eb) => eb('given_by', 'is', null).$castTo<boolean>().as('by_customer'),
      isoInstant('withdrawn_at').as('withdrawn_at'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('telephone', '=', anyOfTexts(telephones))
    .orderBy('telephone')
    .execute()

/** Records a consent in place of an earlier one. */
export async function saveConsent(ctx: Context, telephone: string, channels: readonly TextChannelName[]) {
  const given = {
    channels: [...channels],
    version: CONSENT_VERSION,
    given_at: ctx.now.toString(),
    given_by: ctx.user?.id ?? null,
    withdrawn_at: null,
  }
  await ctx.db
    .insertInto('text_consents')
    .values({ tenant_id: ctx.tenant.id, telephone, ...given })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'telephone']).doUpdateSet(given))
    .execute()
}

/** Withdraws the consents of these numbers. Returns whether there was one. */
export async function withdrawConsents(ctx: Context, telephones: string[]): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('text_consents')
    .set({ withdrawn_at: ctx.now.toString() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('telephone', '=', anyOfTexts(telephones))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Withdraws the consents of a number at all businesses, which share the channel's number. */
export async function withdrawEverywhere(pool: Pool, telephone: string, now: Temporal.Instant) {
  await pool.query('select withdraw_text_consents($1, $2)', [telephone, now.toString()])
}

/** Deletes the consents of an erased customer's numbers. */
export async function deleteConsents(ctx: Context, telephones: string[]) {
  await ctx.db
    .deleteFrom('text_consents')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('telephone', '=', anyOfTexts(telephones))
    .execute()
}
