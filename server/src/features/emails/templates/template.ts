import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import type { MailContent } from '@prenoto/core/emails/email-content.ts'
import { email } from '@prenoto/core/fields/contact-fields.ts'
import type { Mail } from '../../../outbox/mailer.ts'
import type { LeasedMessage } from '../../../outbox/messages.repository.ts'
import type { Dropped } from '../../../outbox/send-message.ts'
import type { Context } from '../../../tenants/context.ts'
import type { Business } from '../../calendar-files/booking-file.ts'
import type { MailBooking } from './email-records.repository.ts'

/** An e-mail before branding. */
export type Draft = {
  to: string
  replyTo?: string
  content: MailContent
  notifiedVisits?: Mail['notifiedVisits']
  calendar?: Mail['calendar']
}

/** The sending business, and the bookings of the messages by id. */
export type MailContext = {
  business: Business
  configuration: Configuration
  bookings: ReadonlyMap<number, MailBooking>
}

/** Writes a message from the present data, at sending time. */
export type EmailTemplate = (ctx: Context, mail: MailContext, message: LeasedMessage) => Promise<Draft | Dropped>

/** Staff can enter a text that is not an address. */
export const isAddress = (text: string) => email.safeParse(text).success
