import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { email } from '@prenoto/core/contact-fields.ts'
import type { MailContent } from '@prenoto/core/mail/mail-data.ts'
import type { Business } from '../../calendar-files/booking-file.ts'
import type { Context } from '../../context.ts'
import type { ClaimedMessage } from '../messages.repository.ts'

/** What goes to whom. */
export type Letter = {
  to: string
  replyTo?: string
  content: MailContent
  calendar?: { method: 'REQUEST' | 'CANCEL'; file: string }
}

/** Why there is nothing to send after all. */
type Dropped = { dropped: 'gone' | 'begun' | 'moved' | 'superseded' | 'no address' }

/** In whose name it is written. */
export type Sender = { business: Business; configuration: Configuration }

/** Writes a message from what is known as it is sent. */
export type Writer = (ctx: Context, sender: Sender, message: ClaimedMessage) => Promise<Letter | Dropped>

/** The staff may have written down what is no address. */
export const isAddress = (text: string) => email.safeParse(text).success
