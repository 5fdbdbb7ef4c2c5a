import type { Context } from '../tenants/context.ts'

const COUNTED = ['services', 'calendars', 'days_off', 'users'] as const

/** How many of each there are that have not been deleted. */
export function countEverything(ctx: Context) {
  return ctx.db
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
}
