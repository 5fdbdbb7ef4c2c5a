import type { EmailTemplate } from './template.ts'
import { customerFacts, serviceFacts, toBusiness, visitOf } from './visit.ts'

/** To the business: a visitor will not come. */
export const cancelledBooking: EmailTemplate = async (_, mail, { record_id }) => {
  const booking = mail.bookings.get(record_id)
  if (!booking) return { dropped: 'gone' }
  const content = {
    subject: `Prenotazione annullata: ${visitOf(booking)}`,
    preheader: 'Un cliente ha annullato: il posto è di nuovo libero.',
    heading: 'Un cliente ha annullato',
    paragraphs: ['La prenotazione qui sotto è stata annullata dal cliente. Il posto è di nuovo libero.'],
    facts: [...customerFacts(booking), ...serviceFacts(booking)],
    action: { label: 'Apri il calendario', url: `${mail.business.origin}/dashboard` },
  }
  return toBusiness(mail, { booking, content })
}
