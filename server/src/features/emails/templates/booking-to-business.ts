import { isSuperseded } from '../../../outbox/messages.repository.ts'
import type { EmailTemplate } from './template.ts'
import { customerFacts, formatVisit, previousTime, previousTimeClause, serviceFacts, toBusiness } from './visit.ts'

/** To the business: a customer has booked. */
export const newBooking: EmailTemplate = async (_, mail, { record_id }) => {
  const booking = mail.bookings.get(record_id)
  if (!booking || booking.deleted_at) return { dropped: 'gone' }
  const content = {
    subject: `Nuova prenotazione: ${formatVisit(booking)}`,
    preheader: 'Un cliente ha prenotato sul vostro sito.',
    heading: 'Nuova prenotazione',
    paragraphs: ['Un cliente ha prenotato sul vostro sito.'],
    facts: [...customerFacts(booking), ...serviceFacts(booking)],
    action: { label: 'Apri la prenotazione', url: `${mail.business.origin}/appointments/${booking.id}` },
  }
  return toBusiness(mail, { booking, content })
}

/** To the business: a customer has rescheduled. Only the last of several changes is sent. */
export const rescheduledBooking: EmailTemplate = async (ctx, mail, message) => {
  const booking = mail.bookings.get(message.record_id)
  if (!booking || booking.deleted_at) return { dropped: 'gone' }
  if (await isSuperseded(ctx, message)) return { dropped: 'superseded' }
  // If the e-mail to the customer was sent first, it has already updated the notified time.
  const previous = previousTime(booking)
    ? booking
    : { ...booking, notified_day: booking.previous_day, notified_hour: booking.previous_hour }
  const content = {
    subject: `Prenotazione spostata: ${formatVisit(booking)}`,
    preheader: 'Un cliente ha spostato la sua visita.',
    heading: 'Un cliente ha spostato la sua visita',
    paragraphs: [
      `Un cliente ha spostato la sua prenotazione${previousTimeClause(previous)}. Questi sono i dati che valgono ora.`,
    ],
    facts: [...customerFacts(booking), ...serviceFacts(booking)],
    action: { label: 'Apri la prenotazione', url: `${mail.business.origin}/appointments/${booking.id}` },
  }
  return toBusiness(mail, { booking, content })
}

/** To the business: a customer has cancelled. */
export const cancelledBooking: EmailTemplate = async (_, mail, { record_id }) => {
  const booking = mail.bookings.get(record_id)
  if (!booking) return { dropped: 'gone' }
  const content = {
    subject: `Prenotazione disdetta: ${formatVisit(booking)}`,
    preheader: 'Un cliente ha disdetto: il posto è di nuovo libero.',
    heading: 'Un cliente ha disdetto',
    paragraphs: ['Il cliente ha disdetto questa prenotazione. Il posto è di nuovo libero.'],
    facts: [...customerFacts(booking), ...serviceFacts(booking)],
    action: { label: 'Apri il calendario', url: `${mail.business.origin}/dashboard` },
  }
  return toBusiness(mail, { booking, content })
}
