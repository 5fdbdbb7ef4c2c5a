import { setImmediate as nextTurn } from 'node:timers/promises'
import { readableTextOn, toHexColor } from '@prenoto/core/configuration/colors.ts'
import { DEFAULT_PRIMARY_COLOR } from '@prenoto/core/configuration/configuration-schema.ts'
import { listContacts } from '@prenoto/core/configuration/contacts.ts'
import { mailLogoAddress } from '@prenoto/core/configuration/logo-address.ts'
import type { MailBrand, RenderMail } from '@prenoto/core/emails/email-content.ts'
import type { MessageKind } from '../../database/schema.ts'
import { cleanContent, oneLine, withoutLink, withoutTypedLinks } from '../../outbox/clean-text.ts'
import type { Mail } from '../../outbox/mailer.ts'
import { hashMessageId } from '../../outbox/message-id.ts'
import { isAboutBooking, isToCustomer, type LeasedMessage } from '../../outbox/messages.repository.ts'
import { plainText } from '../../outbox/plain-text.ts'
import type { Dropped, MailSender } from '../../outbox/send-message.ts'
import { type Context, type Tenant, transaction } from '../../tenants/context.ts'
import { toBusiness } from '../calendar-files/business.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import { listMailBookings, type MailBooking } from './templates/email-records.repository.ts'
import { type Draft, type EmailTemplate, isAddress, type MailContext } from './templates/template.ts'

type Render = (...message: Parameters<RenderMail>) => Promise<string>

type WriteEmailParts = {
  templates: Record<MessageKind, EmailTemplate>
  render: Render
  port: number
  /** The provider's domain, which the sender's name of a business without trust shows. */
  providerDomain: string
}

/** Writes messages with the template of their kind and the branding of their tenant. `port`: of sites on localhost. */
export const emailWriter =
  ({ templates, render, port, providerDomain }: WriteEmailParts): MailSender['write'] =>
  async (ctx, messages) => {
    const records = messages.filter(({ kind }) => isAboutBooking(kind)).map(({ record_id }) => record_id)
    const { configuration, bookings } = await transaction(ctx, async (ctx) => ({
      configuration: await findConfiguration(ctx),
      bookings: await listMailBookings(ctx, records),
    }))
    const mail = {
      business: toBusiness(ctx, configuration, port),
      configuration,
      bookings: new Map(bookings.map((booking) => [booking.id, booking])),
    }
    const brand = toBrand(mail, ctx.tenant)
    const fromName = ctx.tenant.is_trusted ? brand.name : `${brand.name} · ${providerDomain}`
    async function writeOne(message: LeasedMessage): Promise<Mail | Dropped> {
      const booking = isAboutBooking(message.kind) ? mail.bookings.get(message.record_id) : undefined
      if (booking?.can_be_undone) throw new Error('The change of the booking can still be undone')
      const draft = await templates[message.kind](ctx, mail, message)
      if ('dropped' in draft) return draft
      if (!isAddress(draft.to)) return { dropped: 'no address' }
      const isByStaff = isCausedByStaff(message, booking)
      return { ...(await toMail(ctx, message, { draft, brand, render })), fromName, isByStaff }
    }
    const results: PromiseSettledResult<Mail | Dropped>[] = []
    for (const message of messages) {
      results.push(...(await Promise.allSettled([writeOne(message)])))
      // Yields to pending requests.
      await nextTurn()
    }
    return results
  }

/** Kinds that only staff cause, or whose cause a booking does not tell. */
const BY_STAFF: ReadonlySet<MessageKind> = new Set([
  'invitation',
  'proposal',
  'email-confirmation',
  'change',
  'cancellation',
  'series-confirmation',
  'series-change',
  'series-cancellation',
])

const isCausedByStaff = ({ kind }: LeasedMessage, booking: MailBooking | undefined) =>
  BY_STAFF.has(kind) || (isToCustomer(kind) && booking?.created_by != null)

type Written = { draft: Draft; brand: MailBrand; render: Render }

async function toMail(
  ctx: Context,
  { kind, deduplication_key }: LeasedMessage,
  { draft, brand, render }: Written,
): Promise<Omit<Mail, 'fromName' | 'isByStaff'>> {
  const cleaned = cleanContent(draft.content)
  const content = ctx.tenant.is_trusted ? cleaned : withoutTypedLinks(cleaned)
  return {
    kind,
    to: draft.to,
    replyTo: draft.replyTo,
    messageId: hashMessageId(ctx.tenant.id, deduplication_key),
    subject: content.subject,
    html: await render(brand, content),
    text: plainText(brand, content),
    unsubscribeUrl: content.unsubscribe && `${content.unsubscribe.url}/stop`,
    calendar: draft.calendar,
    notifiedVisits: draft.notifiedVisits,
  }
}

function toBrand({ business, configuration }: MailContext, { is_trusted }: Tenant): MailBrand {
  const showText = (text: string) => (is_trusted ? oneLine(text) : withoutLink(oneLine(text)))
  const color = toHexColor(configuration.app_primary_color) ?? DEFAULT_PRIMARY_COLOR
  const logo = mailLogoAddress(configuration.app_logo)
  return {
    name: showText(business.name),
    site: business.origin,
    logo: logo && `${business.origin}${logo}`,
    color,
    textColor: readableTextOn(color, configuration.app_primary_text_color),
    contacts: listContacts(configuration).map((contact) => ({
      ...contact,
      text: contact.channel === 'email' ? oneLine(contact.text) : showText(contact.text),
    })),
  }
}
