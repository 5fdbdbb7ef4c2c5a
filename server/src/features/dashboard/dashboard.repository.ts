import type { Context } from '../../tenants/context.ts'
import { mayHaveBurst } from '../bookings/unusual/unusual-bookings.ts'
import { countGrouped } from '../schedule/closures.repository.ts'
import { showsFirstSteps } from './first-steps.repository.ts'

const COUNTED = ['services', 'calendars', 'users'] as const

/** Counts rows that are not deleted; a closure of several calendars counts once. Says whether there may be a burst. */
export async function countSummary(ctx: Context) {
  const counted = await ctx.db
    .selectNoFrom((eb) => [
      ...COUNTED.map((table) =>
        eb
          .selectFrom(table)
          .select((counted) => counted.fn.countAll<number>().as('count'))
          .where('tenant_id', '=', ctx.tenant.id)
          .where('deleted_at', 'is', null)
          .$asScalar()
          .$notNull()
          .as(table),
      ),
      mayHaveBurst(ctx).as('may_have_burst'),
      showsFirstSteps(ctx).as('shows_first_steps'),
    ])
    .executeTakeFirstOrThrow()
  return { ...counted, days_off: await countGrouped(ctx) }
}
