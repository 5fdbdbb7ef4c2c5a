import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { sql } from 'kysely'
import type { Context } from '../../tenants/context.ts'

/** Adds a job for each of these days that has a waiting list, in the transaction that frees the slots. */
export async function offerFreedSlots(ctx: Context, days: PlainDate[]) {
  if (days.length === 0) return
  const waitedFor = await ctx.db
    .selectFrom('waiting_list_entries')
    .select('visit_day')
    .distinct()
    .where('tenant_id', '=', ctx.tenant.id)
    .where('visit_day', '=', sql<PlainDate>`any(${days}::date[])`)
    .where('ended_at', 'is', null)
    .execute()
  const jobs = waitedFor.map(({ visit_day }) => ({ data: { visit_day }, priority: 0 }))
  await ctx.jobs.addAll(ctx, 'offer-slots', jobs)
}
