import { withoutLinks } from '../../../outbox/clean-text.ts'
import type { EmailTemplate } from './template.ts'
import { bookAgain, formatVisit, hasStarted, replyHint, serviceFacts, toCustomer } from './visit.ts'

/** To the customer: the booking was cancelled, by them or by the business. */
export const cancellation: EmailTemplate = async (ctx, mail, { record_id }) => {
  const booking = mail.bookings.get(record_id)
  if (!booking) return { dropped: 'gone' }
  if (hasStarted(ctx, booking)) return { dropped: 'started' }
  const { name } = mail.business
  const content = {
    subject: `Prenotazione disdetta: ${formatVisit(booking)}`,
    preheader: `L’appuntamento da ${name} è stato disdetto.`,
    heading: 'La tua prenotazione è disdetta',
    paragraphs: [
      booking.deleted_by
        ? `Ciao ${withoutLinks(booking.name)}, ci dispiace: abbiamo dovuto disdire il tuo appuntamento da ${name}.`
        : `Ciao ${withoutLinks(booking.name)}, come hai chiesto, il tuo appuntamento da ${name} è stato disdetto. Non devi fare altro.`,
      ...replyHint(mail),
    ],
    facts: serviceFacts(booking),
    action: bookAgain(mail),
  }
  return toCustomer(mail, { booking, content }, 'CANCEL')
}
