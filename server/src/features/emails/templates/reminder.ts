import { withoutLinks } from '../../../outbox/clean-text.ts'
import { deduplicationKeyOf } from '../../../outbox/messages.repository.ts'
import type { MailBooking } from './email-records.repository.ts'
import type { EmailTemplate } from './template.ts'
import { hasStarted, replyHint, toCustomer, visitDetails, visitOf, whenOf } from './visit.ts'

/** The reminder message of a visit; a rescheduled visit has another deduplication key. */
export const reminderOf = ({ id, visit_day, visit_hour }: Pick<MailBooking, 'id' | 'visit_day' | 'visit_hour'>) =>
  ({ kind: 'reminder', record_id: id, about: `${visit_day}T${visit_hour.slice(0, 5)}` }) as const

/** To the customer: the visit is coming up. */
export const reminder: EmailTemplate = async (ctx, mail, message) => {
  const booking = mail.bookings.get(message.record_id)
  if (!booking || booking.deleted_at) return { dropped: 'gone' }
  if (booking.is_restricted) return { dropped: 'restricted' }
  if (message.deduplication_key !== deduplicationKeyOf(reminderOf(booking))) return { dropped: 'rescheduled' }
  if (booking.attendance || hasStarted(ctx, booking)) return { dropped: 'started' }
  const content = {
    subject: `Promemoria: ${visitOf(booking)}`,
    preheader: `Ti aspettiamo da ${mail.business.name}, ${whenOf(booking)}.`,
    heading: 'Il tuo appuntamento si avvicina',
    paragraphs: [
      `Ciao ${withoutLinks(booking.name)}, ti ricordiamo il tuo appuntamento da ${mail.business.name}.`,
      ...replyHint(mail),
    ],
    ...visitDetails(ctx, mail, booking),
  }
  return toCustomer(mail, { booking, content })
}
