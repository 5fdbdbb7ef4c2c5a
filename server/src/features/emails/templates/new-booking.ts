import type { EmailTemplate } from './template.ts'
import { customerFacts, serviceFacts, toBusiness, visitOf } from './visit.ts'

/** To the business: a customer has booked. */
export const newBooking: EmailTemplate = async (_, mail, { record_id }) => {
  const booking = mail.bookings.get(record_id)
  if (!booking || booking.deleted_at) return { dropped: 'gone' }
  const content = {
    subject: `Nuova prenotazione: ${visitOf(booking)}`,
    preheader: 'Un cliente ha prenotato sul vostro sito.',
    heading: 'Nuova prenotazione',
    paragraphs: ['Un cliente ha prenotato sul vostro sito.'],
    facts: [...customerFacts(booking), ...serviceFacts(booking)],
    action: { label: 'Apri la prenotazione', url: `${mail.business.origin}/appointments/${booking.id}` },
  }
  return toBusiness(mail, { booking, content })
}
