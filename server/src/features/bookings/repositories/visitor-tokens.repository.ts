import { sql } from 'kysely'
import { anyId } from '../../../database/sql-expressions.ts'
import type { Context } from '../../../tenants/context.ts'

type NewToken = { tokenHash: Buffer; customerId: number; isDevice: boolean; expiresAt: Temporal.Instant }

export async function insertVisitorToken(ctx: Context, { tokenHash, customerId, isDevice, expiresAt }: NewToken) {
  await ctx.db
    .insertInto('visitor_tokens')
    .values({
      tenant_id: ctx.tenant.id,
      token_hash: tokenHash,
      customer_id: customerId,
      is_device: isDevice,
      created_at: ctx.now.toString(),
      expires_at: expiresAt.toString(),
    })
    .execute()
}

const validTokens = (ctx: Context) =>
  ctx.db
    .selectFrom('visitor_tokens')
    .where('visitor_tokens.tenant_id', '=', ctx.tenant.id)
    .where('visitor_tokens.expires_at', '>', sql<Temporal.Instant>`${ctx.now.toString()}::timestamptz`)

type Token = { tokenHash: Buffer; isDevice: boolean }

/** The customer of a valid link or remembered device, with their address. */
export const findCustomerOfToken = (ctx: Context, { tokenHash, isDevice }: Token) =>
  validTokens(ctx)
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.tenant_id', '=', 'visitor_tokens.tenant_id')
        .onRef('customers.id', '=', 'visitor_tokens.customer_id'),
    )
    .select(['customers.id', 'customers.email', 'visitor_tokens.expires_at'])
    .where('token_hash', '=', tokenHash)
    .where('is_device', '=', isDevice)
    .executeTakeFirst()

export async function countDevices(ctx: Context, customerIds: number[]): Promise<number> {
  const { devices } = await validTokens(ctx)
    .select((eb) => eb.fn.countAll<number>().as('devices'))
    .where('customer_id', '=', anyId(customerIds))
    .where('is_device', '=', true)
    .executeTakeFirstOrThrow()
  return devices
}

export async function extendVisitorToken(ctx: Context, tokenHash: Buffer, expiresAt: Temporal.Instant) {
  await ctx.db
    .updateTable('visitor_tokens')
    .set({ expires_at: expiresAt.toString() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', tokenHash)
    .execute()
}

export async function deleteVisitorToken(ctx: Context, tokenHash: Buffer) {
  await ctx.db
    .deleteFrom('visitor_tokens')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Ends the links and remembered devices of these customers. */
export async function deleteVisitorTokens(ctx: Context, customerIds: number[]) {
  await ctx.db
    .deleteFrom('visitor_tokens')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('customer_id', '=', anyId(customerIds))
    .execute()
}
