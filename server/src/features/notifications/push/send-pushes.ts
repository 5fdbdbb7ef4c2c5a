import { SecretKeyMissing } from '../../../lib/encryption.ts'
import type { JobData } from '../../../queue/queue.ts'
import type { Context } from '../../../tenants/context.ts'
import { listBookingsWithHistory } from '../../bookings/repositories/bookings.repository.ts'
import type { ReadPushKeys } from './push-keys.ts'
import { parseBookingId, writePushMessage } from './push-message.ts'
import { PushDeferred, type PushSettings, sendPush } from './push-sender.ts'
import { type DuePush, deleteEndedSubscriptions, listDuePushes, markPushed } from './push-subscriptions.repository.ts'

export type PushOptions = PushSettings & { readKeys: ReadPushKeys }

type Job = JobData['send-push']

/**
 * Handler of the job `send-push`: each device is a job, so that it is retried alone. What no longer applies is dropped. A
 * message that the push service takes later gets a new job.
 */
export async function sendPushes(
  ctx: Context,
  jobs: Job[],
  { readKeys, ...settings }: PushOptions,
): Promise<PromiseSettledResult<boolean | undefined>[]> {
  const due = await listDuePushes(ctx, jobs)
  const keys = due.length > 0 ? await readKeys() : undefined
  const bookings = new Map((await findBookings(ctx, due)).map((booking) => [booking.id, booking]))

  async function send(push: DuePush | undefined) {
    const message = push && writePushMessage(ctx, push, bookings.get(parseBookingId(push)))
    if (!message) return undefined
    if (!keys) throw new SecretKeyMissing()
    return sendPush(push, message, { ...settings, keys })
  }
  const pushes = jobs.map((job) => due.find((push) => belongsTo(push, job)))
  const outcomes = await Promise.allSettled(pushes.map(send))

  const withOutcome = (outcome: boolean) =>
    pushes.flatMap((push, i) => {
      const result = outcomes[i]!
      return push && result.status === 'fulfilled' && result.value === outcome ? [push.subscription_id] : []
    })
  await markPushed(ctx, withOutcome(true))
  await deleteEndedSubscriptions(ctx, withOutcome(false))
  return Promise.all(outcomes.map((outcome, i) => addDeferred(ctx, jobs[i]!, outcome)))
}

/** A retry of the same job would come at the time that the queue chooses. */
async function addDeferred<T>(ctx: Context, job: Job, outcome: PromiseSettledResult<T>) {
  if (outcome.status !== 'rejected' || !(outcome.reason instanceof PushDeferred)) return outcome
  await ctx.jobs.add(ctx, 'send-push', job, { startAfter: outcome.reason.seconds })
  return { status: 'fulfilled' as const, value: undefined }
}

const findBookings = async (ctx: Context, due: DuePush[]) =>
  due.length > 0 ? listBookingsWithHistory(ctx, due.map(parseBookingId)) : []

const belongsTo = (push: DuePush, job: Job) =>
  push.notification_id === job.notification_id && push.subscription_id === job.subscription_id
