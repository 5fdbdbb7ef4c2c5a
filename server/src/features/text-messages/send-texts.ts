import { textChannels } from '@prenoto/core/text-messages/text-channels.ts'
import { textLinkQuery } from '@prenoto/core/text-messages/text-link.ts'
import { formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import type { Logger } from 'pino'
import { Counter } from 'prom-client'
import { oneLine } from '../../outbox/clean-text.ts'
import { reminderAbout } from '../../outbox/queue-message.ts'
import { withRetry } from '../../outbox/with-retry.ts'
import { type JobData, KnownOutage } from '../../queue/queue.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { toBusiness } from '../calendar-files/business.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import type { TextChannels } from './channels/open-text-channels.ts'
import type { Outcome, TextChannel, TextMessage } from './channels/text-channel.ts'
import { mobileNumber } from './mobile-number.ts'
import { type GivenConsent, listConsents } from './text-consents.repository.ts'
import { changeState, type LockedText, lockText, markSending } from './text-messages.repository.ts'
import { failTexts, updateTexts } from './text-outcomes.ts'
import { currentMonth, findTextSettings, refundCost, reserveCost } from './text-settings.repository.ts'

const texts = new Counter({
  name: 'prenoto_text_messages_total',
  help: 'Messages by WhatsApp and SMS by channel and outcome of an attempt: accepted, refused, unavailable, unknown, dropped or not_sent (consent, cap)',
  labelNames: ['channel', 'outcome'],
})
for (const channel of textChannels)
  for (const outcome of ['accepted', 'refused', 'unavailable', 'unknown', 'dropped', 'not_sent'])
    texts.inc({ channel, outcome }, 0)

/** Minutes for which a channel that is unavailable is tried again. */
const MINUTES_TO_RETRY = 30

/** Seconds within which a message must have been delivered. */
const SECONDS_TO_DELIVER = 3_600

/** The name of a business in a message, letters. */
const MAX_NAME = 60

export type TextSender = {
  channels: TextChannels
  /** Of sites on localhost. */
  port: number
  log: Logger
}

/** Handler of the job `send-text`: sends messages of one tenant at the same time. */
export const sendTexts = (ctx: Context, jobs: JobData['send-text'][], sender: TextSender) =>
  Promise.allSettled(jobs.map((job) => (job.is_check ? checkDelivery(ctx, job) : sendText(ctx, job, sender))))

/** A message that is neither reported as delivered nor as failed within the time counts as failed. */
const checkDelivery = (ctx: Context, { text_message_id: id }: JobData['send-text']) =>
  failTexts(ctx, [id], { from: ['unknown', 'accepted'], reason: 'undelivered' })

async function sendText(ctx: Context, { text_message_id: id }: JobData['send-text'], sender: TextSender) {
  const configuration = await findConfiguration(ctx)
  const business = toBusiness(ctx, configuration, sender.port)
  const asksToConfirm = configuration.app_confirmation_hours > 0
  const started = await transaction(ctx, (ctx) =>
    start(ctx, id, { channels: sender.channels, business, asksToConfirm }),
  )
  if (!started) return
  const outcome = await started.channel.send(started.message)
  texts.inc({ channel: started.channel.name, outcome: outcome.state })
  // A pause of the business waits for leased messages.
  const ending = { ...ctx, db: ctx.db.evenPaused() }
  await withRetry(() => record(ending, started, { outcome, log: sender.log }))
  if (outcome.state === 'unavailable' && !isLate(ctx, started.text))
    throw new KnownOutage(`${started.channel.name} is unavailable: ${outcome.reason}`)
}

type SendTextsParts = { channels: TextChannels; business: { name: string; origin: string }; asksToConfirm: boolean }

type Started = { text: LockedText; channel: TextChannel; message: TextMessage }

/** Leases a message that still applies and counts its cost. Undefined if it is not to be sent. Throws if it must wait. */
async function start(
  ctx: Context,
  id: number,
  { channels, business, asksToConfirm }: SendTextsParts,
): Promise<Started | undefined> {
  const text = await lockText(ctx, id)
  if (text?.state === 'sending') await endAbandoned(ctx, text)
  if (text?.state !== 'waiting') return
  if (text.can_be_undone) throw new Error('The change of the booking can still be undone')
  const { kind, visit_day, visit_hour, hidden_id } = text
  const dropped = dropReason(ctx, text)
  if (dropped) {
    await changeState(ctx, [id], { from: ['waiting'], to: 'dropped', reason: dropped })
    texts.inc({ channel: text.channel, outcome: 'dropped' })
    return
  }
  const channel = channels.get(text.channel)
  const to = mobileNumber(text.telephone)
  const consent = to === undefined ? undefined : (await listConsents(ctx, [to])).get(to)
  const content = {
    kind,
    business: oneLine(business.name, MAX_NAME),
    when: `${formatDay(visit_day)} alle ${toShortTime(visit_hour)}`,
    url: `${business.origin}/bookings/${hidden_id}${consent ? textLinkQuery(consent.link_key) : ''}`,
    asksToConfirm: asksToConfirm && kind === 'reminder',
  }
  const cents = channel?.getCost(content) ?? 0
  const reason = !channel ? 'channel' : await findRefusal(ctx, { text, to, consent, cents })
  if (!channel || !to || reason) {
    await failTexts(ctx, [id], { from: ['waiting'], reason: reason ?? 'number' })
    texts.inc({ channel: text.channel, outcome: 'not_sent' })
    return
  }
  await markSending(ctx, id, cents)
  return { text, channel, message: { ...content, to, ref: messageRef(ctx.tenant.id, id) } }
}

/** Its worker died while sending it: it may have been sent, so it is not sent again. */
async function endAbandoned(ctx: Context, { id, is_leased }: LockedText) {
  if (is_leased) throw new Error('Another worker is sending this message')
  await failTexts(ctx, [id], { from: ['sending'], reason: 'unknown' })
}

function dropReason(
  ctx: Context,
  { deleted_at, is_restricted, attendance, starts_at, kind, about, ...visit }: LockedText,
) {
  if (deleted_at) return 'gone'
  if (is_restricted) return 'restricted'
  if (kind === 'reminder' && about !== reminderAbout(visit)) return 'rescheduled'
  return attendance || Temporal.Instant.compare(starts_at, ctx.now) <= 0 ? 'started' : undefined
}

type Wanted = { text: LockedText; to: string | undefined; consent: GivenConsent | undefined; cents: number }

/** Why a message is not sent by its channel, although it applies. Counts its cost if it is sent. */
async function findRefusal(ctx: Context, { text, to, consent, cents }: Wanted) {
  if (!to) return 'number'
  if (!consent?.channels.includes(text.channel)) return 'consent'
  const { confirmations, reminders } = await findTextSettings(ctx)
  if ((text.kind === 'confirmation' ? confirmations : reminders) === 'none') return 'channel'
  if (await reserveCost(ctx, cents)) return undefined
  await ctx.jobs.add(ctx, 'notify', { event: 'text-cap-reached', month: currentMonth(ctx) })
  return 'cap'
}

/** Names a message to its channel. */
const messageRef = (tenantId: number, id: number) => `${tenantId}.${id}`

type Ended = { outcome: Outcome; log: Logger }

async function record(ctx: Context, { text, channel }: Started, { outcome, log }: Ended) {
  const { id } = text
  const from = ['sending' as const]
  switch (outcome.state) {
    case 'unknown':
      if (!channel.reportsDelivery) return failTexts(ctx, [id], { from, reason: 'unknown' })
      return recordSent(ctx, id, { to: 'unknown', channel })
    case 'accepted':
      return recordSent(ctx, id, { to: 'accepted', channel })
    case 'refused': {
      const { reason } = outcome
      log.warn({ tenant: ctx.tenant.id, text: id, channel: channel.name, reason }, 'text message refused')
      return failTexts(ctx, [id], { from, reason, isFree: true })
    }
    case 'unavailable': {
      const { reason } = outcome
      if (isLate(ctx, text)) return failTexts(ctx, [id], { from, reason, isFree: true })
      return transaction(ctx, async (ctx) => {
        const waiting = await changeState(ctx, [id], { from, to: 'waiting', isFree: true })
        for (const text of waiting) await refundCost(ctx, text)
      })
    }
  }
}

const isLate = ({ now }: Context, { created_at }: LockedText) =>
  Temporal.Instant.compare(created_at.add({ minutes: MINUTES_TO_RETRY }), now) < 0

type Sent = { to: 'accepted' | 'unknown'; channel: TextChannel }

/** Its delivery is checked later if the channel reports it. */
const recordSent = (ctx: Context, id: number, { to, channel }: Sent) =>
  transaction(ctx, async (ctx) => {
    await updateTexts(ctx, [id], { from: ['sending'], to })
    if (!channel.reportsDelivery) return
    const check = { text_message_id: id, is_check: true as const }
    await ctx.jobs.add(ctx, 'send-text', check, { startAfter: SECONDS_TO_DELIVER })
  })
