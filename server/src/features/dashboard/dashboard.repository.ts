import type { Context } from '../../tenants/context.ts'
import { countGrouped } from '../days-off/closures.repository.ts'

const COUNTED = ['services', 'calendars', 'users'] as const

/** How many of each there are that have not been deleted; what closes several calendars at once is one closure. */
export async function countEverything(ctx: Context) {
  const counted = await ctx.db
    .selectNoFrom((eb) =>
      COUNTED.map((table) =>
        eb
          .selectFrom(table)
          .select((counted) => counted.fn.countAll<number>().as('count'))
          .where('tenant_id', '=', ctx.tenant.id)
          .where('deleted_at', 'is', null)
          .$asScalar()
          .$notNull()
          .as(table),
      ),
    )
    .executeTakeFirstOrThrow()
  return { ...counted, days_off: await countGrouped(ctx) }
}
