import { withoutLinks } from '../../../outbox/clean-text.ts'
import type { EmailTemplate } from './template.ts'
import { formatVisit, formatWhen, hasStarted, replyHint, toCustomer, visitDetails } from './visit.ts'

/** To the customer: the booking is confirmed. */
export const confirmation: EmailTemplate = async (ctx, mail, { record_id }) => {
  const booking = mail.bookings.get(record_id)
  if (!booking || booking.deleted_at) return { dropped: 'gone' }
  if (hasStarted(ctx, booking)) return { dropped: 'started' }
  const content = {
    subject: `Prenotazione confermata: ${formatVisit(booking)}`,
    preheader: `Ti aspettiamo da ${mail.business.name}, ${formatWhen(booking)}.`,
    heading: 'La tua prenotazione è confermata',
    paragraphs: [
      `Ciao ${withoutLinks(booking.name)}, grazie per aver scelto ${mail.business.name}.`,
      ...replyHint(mail),
    ],
    ...visitDetails(ctx, mail, booking),
  }
  return toCustomer(mail, { booking, content }, 'REQUEST')
}
