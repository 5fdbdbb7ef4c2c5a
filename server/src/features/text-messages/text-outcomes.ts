import { isWithoutEmail } from '@prenoto/core/fields/without-email.ts'
import { listChannels } from '@prenoto/core/text-messages/text-channels.ts'
import { queueMessages } from '../../outbox/queue-message.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { queueTexts } from './plan-texts.ts'
import { type ChangedText, changeState, findBookingEmail } from './text-messages.repository.ts'
import { findTextSettings, refundCost } from './text-settings.repository.ts'

type Change = Parameters<typeof changeState>[2]

/** Changes the state of messages that are in one of the states `from`, refreshes open pages and returns those. */
export const updateTexts = (ctx: Context, ids: number[], change: Change) =>
  transaction(ctx, async (ctx) => {
    const changed = await changeState(ctx, ids, change)
    for (const { booking_id } of changed) await ctx.jobs.add(ctx, 'notify', { event: 'booking-attendance', booking_id })
    return changed
  })

/** Marks messages as failed and queues what replaces them: the next channel or, for a reminder, the e-mail. */
export function failTexts(ctx: Context, ids: number[], failure: Omit<Change, 'to'>) {
  return transaction(ctx, async (ctx) => {
    const failed = await updateTexts(ctx, ids, { ...failure, to: 'failed' })
    for (const text of failed) {
      if (failure.isFree) await refundCost(ctx, text)
      await queueNext(ctx, text)
    }
    return failed.length
  })
}

/** The deduplication keys of messages make a repetition harmless. */
async function queueNext(ctx: Context, { booking_id, kind, about, channel }: ChangedText) {
  const settings = await findTextSettings(ctx)
  const channels = listChannels(kind === 'confirmation' ? settings.confirmations : settings.reminders)
  const next = channels[channels.indexOf(channel) + 1]
  if (channels.includes(channel) && next) await queueTexts(ctx, [{ booking_id, kind, about, channel: next }])
  else if (kind === 'reminder' && !isWithoutEmail(await findBookingEmail(ctx, booking_id)))
    await queueMessages(ctx, [{ kind: 'reminder', record_id: booking_id, about }])
}
