import type { WithdrawableRight } from '@prenoto/core/rights/withdrawable-rights.ts'
import type { Context } from '../../tenants/context.ts'

const configuration = (ctx: Context) =>
  ctx.db.selectFrom('configurations').select('withdrawn_rights').where('tenant_id', '=', ctx.tenant.id)

export async function findWithdrawnRights(ctx: Context): Promise<WithdrawableRight[]> {
  const { withdrawn_rights } = await configuration(ctx).executeTakeFirstOrThrow()
  return withdrawn_rights
}

/** Locked until the transaction ends. */
export async function lockWithdrawnRights(ctx: Context): Promise<WithdrawableRight[]> {
  const { withdrawn_rights } = await configuration(ctx).forUpdate().executeTakeFirstOrThrow()
  return withdrawn_rights
}

export async function updateWithdrawnRights(ctx: Context, rights: WithdrawableRight[]) {
  await ctx.db
    .updateTable('configurations')
    .set({ withdrawn_rights: rights })
    .where('tenant_id', '=', ctx.tenant.id)
    .execute()
}
