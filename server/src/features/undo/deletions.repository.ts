import type { Context } from '../../tenants/context.ts'

/** What staff delete from lists: the rows stay, with who deleted them and when. */
export type Deletable = 'services' | 'calendars' | 'days_off' | 'special_openings' | 'users'

/** What says of a row that it is deleted, when and by whom. */
export const deletion = (ctx: Context) => ({ deleted_at: ctx.now.toString(), deleted_by: ctx.user?.id ?? null })

/** Deletes a row that stands. Says whether there was one. */
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

/** When a row was deleted, null for one that stands; nobody changes that until the transaction ends. */
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
    .set({ deleted_at: null, deleted_by: null })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
}
