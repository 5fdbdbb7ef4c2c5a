import type { Context } from '../../tenants/context.ts'

/** Tables whose rows are soft-deleted. */
export type Deletable = 'services' | 'calendars' | 'calendar_exceptions' | 'users'

/** The columns of a soft deletion. */
export const deletion = (ctx: Context) => ({ deleted_at: ctx.now.toString(), deleted_by: ctx.user?.id ?? null })

/** The columns of a row that is not deleted. */
export const restoration = { deleted_at: null, deleted_by: null }

/** Soft-deletes a row. Returns whether it existed. */
export async function softDelete(ctx: Context, table: Deletable, id: number): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable(table as 'services')
    .set(deletion(ctx))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks a row and returns when it was deleted; null if it was not. */
export function lockDeletable(ctx: Context, table: Deletable, id: number) {
  return ctx.db
    .selectFrom(table as 'services')
    .select('deleted_at')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function undelete(ctx: Context, table: Deletable, id: number) {
  await ctx.db
    .updateTable(table as 'services')
    .set(restoration)
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}
