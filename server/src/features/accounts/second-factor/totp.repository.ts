import { sql } from 'kysely'
import { localDateTime } from '../../../database/sql-expressions.ts'
import type { Context } from '../../../tenants/context.ts'

/** A secret that no code has confirmed is replaced after this time. */
const SET_UP_MINUTES = 15

const instant = (moment: Temporal.Instant) => sql<Temporal.Instant>`${moment.toString()}::timestamptz`

export function findTotp(ctx: Context, userId: number) {
  return ctx.db
    .selectFrom('totp_factors')
    .select('secret')
    .select(localDateTime('confirmed_at', ctx.tenant.time_zone).$castTo<string | null>().as('confirmed_at'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/**
 * Returns the secret of an open set-up, so that two tabs show the same one; stores `secret` if there is none.
 * Undefined if the app is already confirmed.
 */
export async function startTotp(ctx: Context, userId: number, secret: Buffer): Promise<Buffer | undefined> {
  const isOld = sql<boolean>`totp_factors.created_at <= ${instant(ctx.now.subtract({ minutes: SET_UP_MINUTES }))}`
  const row = await ctx.db
    .insertInto('totp_factors')
    .values({ tenant_id: ctx.tenant.id, user_id: userId, secret, created_at: ctx.now.toString() })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'user_id'])
        .doUpdateSet({
          secret: sql`case when ${isOld} then excluded.secret else totp_factors.secret end`,
          created_at: sql`case when ${isOld} then excluded.created_at else totp_factors.created_at end`,
        })
        .where('totp_factors.confirmed_at', 'is', null),
    )
    .returning('secret')
    .executeTakeFirst()
  return row?.secret
}

/** Confirms an open set-up with the step of its first code. Returns whether it was open. */
export async function confirmTotp(ctx: Context, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('totp_factors')
    .set({ confirmed_at: ctx.now.toString(), last_used_step: step })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Uses the code of a step up. Returns whether neither it nor a later one was used before. */
export async function useStep(ctx: Context, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('totp_factors')
    .set({ last_used_step: step })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_used_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateTotpSecret(ctx: Context, userId: number, secret: Buffer) {
  await ctx.db
    .updateTable('totp_factors')
    .set({ secret })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .execute()
}

/** Deletes the confirmed app. Returns whether there was one. */
export async function deleteTotp(ctx: Context, userId: number): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('totp_factors')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes an app that was confirmed since an instant, and an open set-up. Returns whether there was an app. */
export async function deleteTotpSince(ctx: Context, userId: number, since: Temporal.Instant): Promise<boolean> {
  const deleted = await ctx.db
    .deleteFrom('totp_factors')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('confirmed_at', 'is', null), eb('confirmed_at', '>=', instant(since))]))
    .returning(sql<boolean>`confirmed_at is not null`.as('was_confirmed'))
    .executeTakeFirst()
  return deleted?.was_confirmed ?? false
}
