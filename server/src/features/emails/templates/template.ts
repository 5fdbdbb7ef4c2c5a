import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { email } from '@prenoto/core/fields/contact-fields.ts'
import type { MailContent } from '@prenoto/core/mail/mail-data.ts'
import type { Mail } from '../../../outbox/mailer.ts'
import type { LeasedMessage } from '../../../outbox/messages.repository.ts'
import type { Dropped } from '../../../outbox/send-message.ts'
import type { Context } from '../../../tenants/context.ts'
import type { Business } from '../../calendar-files/booking-file.ts'
import type { MailBooking } from './email-records.repository.ts'

/** What goes to whom. */
export type Draft = {
  to: string
  replyTo?: string
  content: MailContent
  notifiedVisits?: Mail['notifiedVisits']
  calendar?: Mail['calendar']
}

/** In whose name messages are written, and the bookings that they tell of, by their ids. */
export type MailContext = {
  business: Business
  configuration: Configuration
  bookings: ReadonlyMap<number, MailBooking>
}

/** Writes a message from what is known as it is sent. */
export type EmailTemplate = (ctx: Context, mail: MailContext, message: LeasedMessage) => Promise<Draft | Dropped>

/** The staff may have written down what is no address. */
export const isAddress = (text: string) => email.safeParse(text).success
