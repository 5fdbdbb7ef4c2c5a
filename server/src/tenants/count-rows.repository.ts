import type { Context } from './context.ts'

type Listed = 'users' | 'calendars' | 'services' | 'customers'

/** The total of a list, only with its first page. */
export async function countTotal(ctx: Context, table: Listed, after: number | undefined): Promise<{ total?: number }> {
  if (after !== undefined) return {}
  return ctx.db
    .selectFrom(table as 'users')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('tenant_id', '=', ctx.tenant.id)
    .where((table === 'customers' ? 'erased_at' : 'deleted_at') as 'deleted_at', 'is', null)
    .$if(table === 'customers', (query) => query.where('restricted_at' as 'deleted_at', 'is', null))
    .executeTakeFirstOrThrow()
}
