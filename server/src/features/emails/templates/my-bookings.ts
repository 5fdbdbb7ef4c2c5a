import type { MailContent } from '@prenoto/core/emails/email-content.ts'
import { LINK_MINUTES } from '@prenoto/core/my-bookings/my-bookings.ts'
import { makeLink } from '../../my-bookings/make-link.ts'
import type { EmailTemplate } from './template.ts'
import { replyHint, replyToBusiness } from './visit.ts'

/** To a customer who has asked for the link to their bookings. Dropped if the mailbox has none. */
export const myBookings: EmailTemplate = async (ctx, mail, { record_id }) => {
  const link = await makeLink(ctx, record_id)
  if (!link) return { dropped: 'gone' }
  const { name, origin } = mail.business
  const content: MailContent = {
    subject: `Le tue prenotazioni da ${name}`,
    preheader: `Il link per vedere le tue prenotazioni. Vale ${LINK_MINUTES} minuti.`,
    heading: 'Le tue prenotazioni',
    paragraphs: [
      `Ciao, ecco il link per vedere le tue prenotazioni da ${name}. Vale ${LINK_MINUTES} minuti.`,
      'Se non l’hai chiesto tu, ignora questa email: senza il link nessuno vede le tue prenotazioni.',
      ...replyHint(mail),
    ],
    facts: [],
    action: { label: 'Vedi le mie prenotazioni', url: `${origin}${link.path}` },
  }
  return { to: link.to, replyTo: replyToBusiness(mail), content }
}
