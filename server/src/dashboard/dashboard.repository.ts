import type { Context } from '../context.ts'

type Counted = 'services' | 'calendars' | 'days_off' | 'users'

/** How many rows of a table have not been deleted. */
export async function countLive(ctx: Context, table: Counted): Promise<number> {
  const { count } = await ctx.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
