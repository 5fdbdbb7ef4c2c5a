import { isSuperseded } from '../../../outbox/messages.repository.ts'
import type { EmailTemplate } from './template.ts'
import { customerFacts, formerlyOf, previousTime, serviceFacts, toBusiness, visitOf } from './visit.ts'

/** To the business: a visitor comes at another time. Of several moves the last one tells. */
export const rescheduledBooking: EmailTemplate = async (ctx, mail, message) => {
  const booking = mail.bookings.get(message.record_id)
  if (!booking || booking.deleted_at) return { dropped: 'gone' }
  if (await isSuperseded(ctx, message)) return { dropped: 'superseded' }
  // The e-mail to the customer may have left first.
  const previous = previousTime(booking)
    ? booking
    : { ...booking, told_day: booking.previous_day, told_hour: booking.previous_hour }
  const content = {
    subject: `Prenotazione spostata: ${visitOf(booking)}`,
    preheader: 'Un cliente ha spostato la sua visita.',
    heading: 'Un cliente ha spostato la sua visita',
    paragraphs: [
      `Un cliente ha spostato la sua prenotazione${formerlyOf(previous)}. Questi sono i dati che valgono ora.`,
    ],
    facts: [...customerFacts(booking), ...serviceFacts(booking)],
    action: { label: 'Apri la prenotazione', url: `${mail.business.origin}/appointments/${booking.id}` },
  }
  return toBusiness(mail, { booking, content })
}
