import type { Context } from '../context.ts'

type News = { cause: string; title: string; message: string }

/** One notification for each active user; those who already know of the cause are left as they are. */
export async function insertNotificationForActiveUsers(ctx: Context, { cause, title, message }: News) {
  await ctx.db
    .insertInto('notifications')
    .columns(['tenant_id', 'user_id', 'cause', 'title', 'message'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select((u) => [
          'tenant_id',
          'id',
          u.val(cause).as('cause'),
          u.val(title).as('title'),
          u.val(message).as('message'),
        ])
        .where('tenant_id', '=', ctx.tenant.id)
        .where('is_disabled', '=', false)
        .where('deleted_at', 'is', null),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'cause']).doNothing())
    .execute()
}
