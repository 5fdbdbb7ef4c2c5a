import { listChannels } from '@prenoto/core/text-messages/text-channels.ts'
import type { TextKind } from '@prenoto/core/text-messages/text-message.ts'
import { mapInTurns } from '../../lib/in-turns.ts'
import { reminderAbout } from '../../outbox/queue-message.ts'
import type { Context } from '../../tenants/context.ts'
import type { TextChannels } from './channels/open-text-channels.ts'
import { mobileNumber } from './mobile-number.ts'
import { listConsents } from './text-consents.repository.ts'
import { insertTexts, listReminders, type NewText } from './text-messages.repository.ts'
import { findTextSettings } from './text-settings.repository.ts'

type Visit = { id: number; telephone: string }
type TimedVisit = Visit & Parameters<typeof reminderAbout>[0]

/** Queues the confirmations of bookings by text message, in the current transaction; their e-mails are sent as well. */
export async function queueTextConfirmations(ctx: Context, channels: TextChannels, bookings: Visit[]) {
  if (channels.size === 0 || bookings.length === 0) return
  const texts = await textsFor(
    ctx,
    'confirmation',
    bookings.map((booking) => ({ ...booking, about: '' })),
  )
  await queueTexts(ctx, texts)
}

/**
 * Queues the reminders that go by text message, in the current transaction. Returns the visits that need no e-mail, because
 * a text message was queued now or before.
 */
export async function queueTextReminders(
  ctx: Context,
  channels: TextChannels,
  visits: TimedVisit[],
): Promise<ReadonlySet<number>> {
  if (channels.size === 0 || visits.length === 0) return new Set()
  const due = visits.map((visit) => ({ ...visit, about: reminderAbout(visit) }))
  const queuedReminders = await listReminders(
    ctx,
    due.map(({ id }) => id),
  )
  const reminderKey = ({ id, about }: { id: number; about: string }) => `${id}:${about}`
  const texted = due.filter((visit) => queuedReminders.texted.has(reminderKey(visit)))
  const texts = await textsFor(
    ctx,
    'reminder',
    due.filter(
      (visit) => !queuedReminders.texted.has(reminderKey(visit)) && !queuedReminders.emailed.has(reminderKey(visit)),
    ),
  )
  await queueTexts(ctx, texts)
  return new Set([...texted.map(({ id }) => id), ...texts.map(({ booking_id }) => booking_id)])
}

/** The first attempts for the bookings whose customers want them. */
async function textsFor(ctx: Context, kind: TextKind, bookings: (Visit & { about: string })[]): Promise<NewText[]> {
  const settings = await findTextSettings(ctx)
  const chosen = listChannels(kind === 'confirmation' ? settings.confirmations : settings.reminders)
  if (chosen.length === 0 || bookings.length === 0) return []
  const numbers = new Map(await mapInTurns(bookings, ({ id, telephone }) => [id, mobileNumber(telephone)] as const))
  const consents = await listConsents(
    ctx,
    [...numbers.values()].filter((number) => number !== undefined),
  )
  return bookings.flatMap(({ id, about }) => {
    const number = numbers.get(id)
    const channel = number && chosen.find((one) => consents.get(number)?.channels.includes(one))
    return channel ? [{ booking_id: id, kind, about, channel }] : []
  })
}

/** Inserts messages with their jobs, in the current transaction. */
export async function queueTexts(ctx: Context, texts: NewText[]) {
  const ids = await insertTexts(ctx, texts)
  await ctx.jobs.addAll(
    ctx,
    'send-text',
    // A confirmation does not wait for thousands of reminders.
    ids.map((text_message_id) => ({ data: { text_message_id }, priority: texts[0]!.kind === 'reminder' ? -1 : 0 })),
  )
}
