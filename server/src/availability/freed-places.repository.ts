import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { Context } from '../tenants/context.ts'

/** In the transaction that frees a place of a day: it is offered to whoever waits for one, if anybody does. */
export async function offerFreedPlace(ctx: Context, day: PlainDate) {
  const waiting = await ctx.db
    .selectFrom('waiting_entries')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('visit_day', '=', day)
    .where('ended_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (waiting) await ctx.jobs.add(ctx, 'offer-places', { visit_day: day })
}
