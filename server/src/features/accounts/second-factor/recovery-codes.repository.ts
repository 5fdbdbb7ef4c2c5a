import { sql } from 'kysely'
import type { Context } from '../../../tenants/context.ts'

/** Replaces the user's codes. */
export async function insertRecoveryCodes(ctx: Context, userId: number, hashes: Buffer[]) {
  await deleteRecoveryCodes(ctx, userId)
  await ctx.db
    .insertInto('recovery_codes')
    .values(
      hashes.map((code_hash) => ({
        tenant_id: ctx.tenant.id,
        user_id: userId,
        code_hash,
        created_at: ctx.now.toString(),
      })),
    )
    .execute()
}

export async function countRecoveryCodes(ctx: Context, userId: number): Promise<number> {
  const { left } = await ctx.db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** Uses a code up. Returns whether it was still unused. */
export async function takeRecoveryCode(ctx: Context, userId: number, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('recovery_codes')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteRecoveryCodes(ctx: Context, userId: number) {
  await ctx.db
    .deleteFrom('recovery_codes')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .execute()
}

/** Deletes codes made since an instant. Returns whether there were any. */
export async function deleteRecoveryCodesSince(ctx: Context, userId: number, since: Temporal.Instant) {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('recovery_codes')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', userId)
    .where('created_at', '>=', sql<Temporal.Instant>`${since.toString()}::timestamptz`)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
