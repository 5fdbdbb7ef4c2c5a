import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readableTextOn, toHexColor } from '@prenoto/core/configuration/colors.ts'
import { DEFAULT_PRIMARY_COLOR } from '@prenoto/core/configuration/configuration-schema.ts'
import { contactsOf } from '@prenoto/core/configuration/contacts.ts'
import { mailLogoAddress } from '@prenoto/core/configuration/logo-address.ts'
import type { MailBrand, RenderMail } from '@prenoto/core/mail/mail-data.ts'
import type { Logger } from 'pino'
import { businessOf } from '../calendar-files/business.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import { type Context, transaction } from '../context.ts'
import type { LastingFailure } from '../jobs/lasting-failure.ts'
import { announceNews } from '../notifications/notifications.repository.ts'
import { cleanContent, oneLine } from './clean-text.ts'
import { cancellation } from './letters/cancellation.ts'
import { cancelledBooking } from './letters/cancelled-booking.ts'
import { change } from './letters/change.ts'
import { confirmation } from './letters/confirmation.ts'
import { contactRequest } from './letters/contact-request.ts'
import { emailChanged, emailConfirmation } from './letters/email-address.ts'
import { isAddress, type Letter, type Sender, type Writer } from './letters/letter.ts'
import { newBooking } from './letters/new-booking.ts'
import { invitation, logInAttempts, passwordReset } from './letters/password.ts'
import { reminder } from './letters/reminder.ts'
import type { Mail, Mailer } from './mailer.ts'
import {
  type ClaimedMessage,
  claimMessage,
  isToCustomer,
  type MessageKind,
  mendRefusals,
  noteDropped,
  noteRefused,
  noteSent,
  releaseMessage,
} from './messages.repository.ts'
import { plainText } from './plain-text.ts'
import { AddressRefused } from './smtp-failure.ts'

const WRITERS: Record<MessageKind, Writer> = {
  confirmation,
  change,
  cancellation,
  reminder,
  'new-booking': newBooking,
  'cancelled-booking': cancelledBooking,
  'contact-request': contactRequest,
  invitation,
  'password-reset': passwordReset,
  'email-changed': emailChanged,
  'email-confirmation': emailConfirmation,
  'log-in-attempts': logInAttempts,
}

/** What sending needs: who carries it, how it looks, and the port of sites on this very computer. */
export type PostOffice = { mailer: Mailer; render: Render; port: number; log: Logger }

type Render = (...message: Parameters<RenderMail>) => Promise<string>

/**
 * Sends a message that was not sent yet, as things stand now, or drops it when there is nothing to tell any more. While
 * somebody else is at it, and when it could not be sent, it throws.
 */
export async function sendMessage(ctx: Context, id: number, office: PostOffice) {
  const message = await claimMessage(ctx, id)
  if (!message) return
  try {
    const mail = await writeMail(ctx, message, office)
    if ('dropped' in mail) {
      await noteDropped(ctx, id, mail.dropped)
      office.log.info(
        { tenant: ctx.tenant.id, message: id, kind: message.kind, reason: mail.dropped },
        'message dropped',
      )
      return
    }
    await office.mailer.deliver(mail)
  } catch (error) {
    await releaseMessage(ctx, message)
    throw error
  }
  await insist(() => noteDelivery(ctx, message))
}

/** Open pages that show an address as refused hear that it is not any more. */
function noteDelivery(ctx: Context, { id, kind, record_id }: ClaimedMessage) {
  return transaction(ctx, async (ctx) => {
    await noteSent(ctx, id)
    const isNews = isToCustomer(kind) && (await mendRefusals(ctx, record_id))
    if (isNews) await announceNews(ctx, { booking: record_id, notifications: [] })
  })
}

/** Nobody takes the message at its address: whoever works at the business should know, if it was for a customer. */
export function giveUpMessage(ctx: Context, id: number, failure: LastingFailure) {
  if (!(failure instanceof AddressRefused)) return
  return transaction(ctx, async (ctx) => {
    const message = await noteRefused(ctx, id, failure.answer)
    if (!message || !isToCustomer(message.kind)) return
    await ctx.jobs.add(ctx, 'announce', { cause: 'email-refused', booking_id: message.record_id })
  })
}

/** It has left: whatever ails the database, one more attempt is cheaper than a second e-mail. */
async function insist(note: () => Promise<void>) {
  for (const pause of [100, 1_000, 5_000])
    try {
      return await note()
    } catch {
      await sleep(pause)
    }
  await note()
}

async function writeMail(ctx: Context, message: ClaimedMessage, { render, port }: PostOffice) {
  const configuration = await findConfiguration(ctx)
  const sender = { business: businessOf(ctx, configuration, port), configuration }
  const letter = await WRITERS[message.kind](ctx, sender, message)
  if ('dropped' in letter) return letter
  if (!isAddress(letter.to)) return { dropped: 'no address' }
  return mailOf(ctx, message, { letter, brand: brandOf(sender), render })
}

type Written = { letter: Letter; brand: MailBrand; render: Render }

async function mailOf(
  ctx: Context,
  { kind, cause }: ClaimedMessage,
  { letter, brand, render }: Written,
): Promise<Mail> {
  const content = cleanContent(letter.content)
  return {
    kind,
    fromName: brand.name,
    to: letter.to,
    replyTo: letter.replyTo,
    messageId: createHash('sha256').update(`${ctx.tenant.id} ${cause}`).digest('hex').slice(0, 40),
    subject: content.subject,
    html: await render(brand, content),
    text: plainText(brand, content),
    calendar: letter.calendar,
  }
}

function brandOf({ business, configuration }: Sender): MailBrand {
  const color = toHexColor(configuration.app_primary_color) ?? DEFAULT_PRIMARY_COLOR
  const logo = mailLogoAddress(configuration.app_logo)
  return {
    name: oneLine(business.name),
    site: business.origin,
    logo: logo && `${business.origin}${logo}`,
    color,
    textColor: readableTextOn(color, configuration.app_primary_text_color),
    contacts: contactsOf(configuration).map((contact) => ({ ...contact, text: oneLine(contact.text) })),
  }
}
