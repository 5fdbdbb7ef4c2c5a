import { withoutLinks } from '../../../outbox/clean-text.ts'
import { isSuperseded } from '../../../outbox/messages.repository.ts'
import type { EmailTemplate } from './template.ts'
import {
  formatVisit,
  formatWhen,
  hasStarted,
  previousTimeClause,
  replyHint,
  toCustomer,
  visitDetails,
  withPreviousTime,
} from './visit.ts'

/** To the customer: the booking has changed. Only the last of several changes is sent. */
export const change: EmailTemplate = async (ctx, mail, message) => {
  const booking = mail.bookings.get(message.record_id)
  if (!booking || booking.deleted_at) return { dropped: 'gone' }
  if (hasStarted(ctx, booking)) return { dropped: 'started' }
  if (await isSuperseded(ctx, message)) return { dropped: 'superseded' }
  const details = visitDetails(ctx, mail, booking)
  const isOwn = booking.updated_by === null
  const content = {
    subject: `Prenotazione modificata: ${formatVisit(booking)}`,
    preheader: `Il nuovo appuntamento da ${mail.business.name} è ${formatWhen(booking)}.`,
    heading: isOwn ? 'Hai spostato la tua prenotazione' : 'La tua prenotazione è cambiata',
    paragraphs: [
      `Ciao ${withoutLinks(booking.name)}, ${isOwn ? 'hai spostato' : 'abbiamo aggiornato'} la tua prenotazione da ${mail.business.name}${previousTimeClause(booking)}. Questi sono i dati che valgono ora.`,
      ...replyHint(mail),
    ],
    ...details,
    facts: withPreviousTime(details.facts, booking),
  }
  return toCustomer(mail, { booking, content }, 'REQUEST')
}
