import { unlinked } from '../../outbox/clean-text.ts'
import { isSuperseded } from '../../outbox/messages.repository.ts'
import type { EmailTemplate } from './template.ts'
import { hasBegun, howToReach, toCustomer, visitDetails, visitOf, whenOf } from './visit.ts'

/** To the customer: their visit is now as stands here. Of several changes the last one tells. */
export const change: EmailTemplate = async (ctx, sender, message) => {
  const booking = sender.bookings.get(message.record_id)
  if (!booking || booking.deleted_at) return { dropped: 'gone' }
  if (hasBegun(ctx, booking)) return { dropped: 'begun' }
  if (await isSuperseded(ctx, message)) return { dropped: 'superseded' }
  const content = {
    subject: `Prenotazione modificata: ${visitOf(booking)}`,
    preheader: `Il nuovo appuntamento da ${sender.business.name} è ${whenOf(booking)}.`,
    heading: 'La tua prenotazione è cambiata',
    paragraphs: [
      `Ciao ${unlinked(booking.name)}, abbiamo aggiornato la tua prenotazione da ${sender.business.name}. Questi sono i dati che valgono ora.`,
      ...howToReach(sender),
    ],
    ...visitDetails(sender, booking),
  }
  return toCustomer(sender, { booking, content }, 'REQUEST')
}
