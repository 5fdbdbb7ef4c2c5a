import type { FirstSteps } from '@prenoto/core/dashboard/first-steps.endpoints.ts'
import { sql } from 'kysely'
import type { Context, StaffContext } from '../../tenants/context.ts'
import { HAS_SECOND_FACTOR } from '../accounts/second-factor/second-factor.repository.ts'

/** SQL within any query: whether the dashboard shows the first steps. */
export const showsFirstSteps = (ctx: Context) =>
  sql<boolean>`exists (select from first_steps where tenant_id = ${ctx.tenant.id} and hidden_at is null)`

export async function findFirstSteps(ctx: StaffContext): Promise<FirstSteps> {
  const { is_shown, ...done } = await ctx.db
    .selectFrom('users')
    .innerJoin('configurations', 'configurations.tenant_id', 'users.tenant_id')
    .leftJoin('first_steps', 'first_steps.tenant_id', 'users.tenant_id')
    .select([
      sql<boolean>`first_steps.tenant_id is not null and hidden_at is null`.as('is_shown'),
      sql<boolean>`app_logo <> ''`.as('logo'),
      sql<boolean>`exists (
        select from calendar_exceptions e
        where e.tenant_id = users.tenant_id and e.kind = 'closure' and e.deleted_at is null
      )`.as('closures'),
      sql<boolean>`exists (select from privacy_texts p where p.tenant_id = users.tenant_id)`.as('privacy'),
      HAS_SECOND_FACTOR.as('second_factor'),
      sql<boolean>`exists (select from bookings b where b.tenant_id = users.tenant_id)`.as('booking'),
      sql<boolean>`link_shared_at is not null`.as('share'),
    ])
    .where('users.tenant_id', '=', ctx.tenant.id)
    .where('users.id', '=', ctx.user.id)
    .executeTakeFirstOrThrow()
  return { is_shown, done }
}

export async function setFirstStepsShown(ctx: Context, isShown: boolean) {
  const hidden_at = isShown ? null : ctx.now.toString()
  await ctx.db
    .insertInto('first_steps')
    .values({ tenant_id: ctx.tenant.id, hidden_at })
    .onConflict((row) => row.column('tenant_id').doUpdateSet({ hidden_at }))
    .execute()
}

/** Changes nothing at a business without first steps. */
export async function markLinkAsShared(ctx: Context) {
  await ctx.db
    .updateTable('first_steps')
    .set({ link_shared_at: ctx.now.toString() })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('link_shared_at', 'is', null)
    .execute()
}
