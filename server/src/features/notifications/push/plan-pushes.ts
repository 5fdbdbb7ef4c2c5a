import type { PushCause } from '@prenoto/core/notifications/push.endpoints.ts'
import type { Context } from '../../../tenants/context.ts'
import { listPushes } from './push-subscriptions.repository.ts'

/** Adds a job for each device of the users with these notifications, in the transaction that inserts them. */
export async function planPushes(ctx: Context, notifications: { id: number; cause: PushCause | undefined }[]) {
  const pushed = notifications.flatMap(({ id, cause }) => (cause ? [{ id, cause }] : []))
  if (pushed.length === 0) return
  const pushes = await listPushes(ctx, pushed)
  await ctx.jobs.addAll(
    ctx,
    'send-push',
    pushes.map((data) => ({ data, priority: 0 })),
  )
}
