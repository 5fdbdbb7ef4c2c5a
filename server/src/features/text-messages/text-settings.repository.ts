import type { ChannelChoice } from '@prenoto/core/text-messages/text-channels.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { sql } from 'kysely'
import type { Context } from '../../tenants/context.ts'

/** The channels and the cap before an administrator chooses others. */
export const DEFAULT_SETTINGS = {
  confirmations: 'none',
  reminders: 'none',
  cap_cents: 1_000,
  messages: 0,
  spent_cents: 0,
} as const

/** The first day of the present month, local time. */
export const currentMonth = ({ tenant, now }: Pick<Context, 'tenant' | 'now'>) =>
  `${todayIn(tenant.time_zone, now).slice(0, 7)}-01` as PlainDate

/** The settings and what has been spent in the present month. */
export async function findTextSettings(ctx: Context) {
  const row = await settings(ctx).executeTakeFirst()
  if (!row) return DEFAULT_SETTINGS
  const { month, messages, spent_cents, ...chosen } = row
  const isPresent = month === currentMonth(ctx)
  return { ...chosen, messages: isPresent ? messages : 0, spent_cents: isPresent ? spent_cents : 0 }
}

const settings = (ctx: Context) =>
  ctx.db
    .selectFrom('text_settings')
    .select(['confirmations', 'reminders', 'cap_cents', 'month', 'messages'])
    .select(sql<number>`spent_cents::float8`.as('spent_cents'))
    .where('tenant_id', '=', ctx.tenant.id)

type Chosen = { confirmations: ChannelChoice; reminders: ChannelChoice; cap_cents: number }

export async function saveTextSettings(ctx: Context, chosen: Chosen) {
  await ctx.db
    .insertInto('text_settings')
    .values({ tenant_id: ctx.tenant.id, ...chosen, month: currentMonth(ctx) })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(chosen))
    .execute()
}

/** Counts a message of the present month. False if the month's cap does not allow its cost. Locks the row. */
export async function reserveCost(ctx: Context, cents: number): Promise<boolean> {
  const month = currentMonth(ctx)
  const { rows } = await sql`
    update text_settings
    set month = ${month}::date,
      messages = case when month = ${month}::date then messages else 0 end + 1,
      spent_cents = case when month = ${month}::date then spent_cents else 0 end + ${cents}::numeric
    where tenant_id = ${ctx.tenant.id}
      and case when month = ${month}::date then spent_cents else 0 end + ${cents}::numeric <= cap_cents
    returning 1`.execute(ctx.db)
  return rows.length === 1
}

/** Takes back the cost of a message that was not sent, if its month is still counted. */
export async function refundCost(ctx: Context, { month, cents }: { month: PlainDate; cents: number }) {
  await sql`
    update text_settings
    set messages = greatest(messages - 1, 0), spent_cents = greatest(spent_cents - ${cents}::numeric, 0)
    where tenant_id = ${ctx.tenant.id} and month = ${month}::date`.execute(ctx.db)
}
