import { withoutLinks } from '../../../outbox/clean-text.ts'
import { findContactRequest } from '../../contact/contact.repository.ts'
import { contactFacts } from './contact-facts.ts'
import { type EmailTemplate, isAddress } from './template.ts'

/** To the business: a visitor asks to be contacted. Replies go to the visitor. */
export const contactRequest: EmailTemplate = async (ctx, { configuration }, { record_id }) => {
  const request = await findContactRequest(ctx, record_id)
  if (!request) return { dropped: 'gone' }
  const { name, email, phone, message } = request
  return {
    to: configuration.email,
    replyTo: isAddress(email) ? email : undefined,
    content: {
      subject: 'Nuova richiesta di contatto',
      preheader: 'Qualcuno chiede di essere ricontattato.',
      heading: 'Nuova richiesta di contatto',
      paragraphs: [
        'Qualcuno vi ha scritto dal vostro sito. Rispondendo a questa email rispondete direttamente a chi vi ha scritto.',
      ],
      facts: [{ label: 'Nome', value: withoutLinks(name) }, ...contactFacts(email, phone)],
      quote: message || undefined,
    },
  }
}
