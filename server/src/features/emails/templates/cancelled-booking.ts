import type { EmailTemplate } from './template.ts'
import { customerFacts, serviceFacts, toBusiness, visitOf } from './visit.ts'

/** To the business: a customer has cancelled. */
export const cancelledBooking: EmailTemplate = async (_, mail, { record_id }) => {
  const booking = mail.bookings.get(record_id)
  if (!booking) return { dropped: 'gone' }
  const content = {
    subject: `Prenotazione disdetta: ${visitOf(booking)}`,
    preheader: 'Un cliente ha disdetto: il posto è di nuovo libero.',
    heading: 'Un cliente ha disdetto',
    paragraphs: ['La prenotazione qui sotto è stata disdetta dal cliente. Il posto è di nuovo libero.'],
    facts: [...customerFacts(booking), ...serviceFacts(booking)],
    action: { label: 'Apri il calendario', url: `${mail.business.origin}/dashboard` },
  }
  return toBusiness(mail, { booking, content })
}
