import type { MailContent } from '@prenoto/core/emails/email-content.ts'
import { toPlainTime } from '@prenoto/core/time/plain-time.ts'
import { localTimeAt } from '@prenoto/core/time/time-zone.ts'
import { withoutLinks } from '../../../outbox/clean-text.ts'
import { toDeduplicationKey } from '../../../outbox/messages.repository.ts'
import { reminderAbout } from '../../../outbox/queue-message.ts'
import type { Context } from '../../../tenants/context.ts'
import type { MailBooking } from './email-records.repository.ts'
import type { EmailTemplate, MailContext } from './template.ts'
import {
  type About,
  formatVisit,
  formatWhen,
  hasStarted,
  isOpen,
  replyHint,
  toCustomer,
  visitDetails,
} from './visit.ts'

/** The reminder message of a visit; a rescheduled visit has another deduplication key. */
export const toReminder = ({ id, ...visit }: Pick<MailBooking, 'id' | 'visit_day' | 'visit_hour'>) =>
  ({ kind: 'reminder', record_id: id, about: reminderAbout(visit) }) as const

/** To the customer: the visit is coming up. */
export const reminder: EmailTemplate = async (ctx, mail, message) => {
  const booking = mail.bookings.get(message.record_id)
  if (!booking || booking.deleted_at) return { dropped: 'gone' }
  if (booking.is_restricted) return { dropped: 'restricted' }
  if (message.deduplication_key !== toDeduplicationKey(toReminder(booking))) return { dropped: 'rescheduled' }
  if (booking.attendance || hasStarted(ctx, booking)) return { dropped: 'started' }
  const content = {
    subject: `Promemoria: ${formatVisit(booking)}`,
    preheader: `Ti aspettiamo da ${mail.business.name}, ${formatWhen(booking)}.`,
    heading: 'Il tuo appuntamento si avvicina',
    paragraphs: [
      `Ciao ${withoutLinks(booking.name)}, ti ricordiamo il tuo appuntamento da ${mail.business.name}.`,
      ...replyHint(mail),
    ],
    ...visitDetails(ctx, mail, booking),
  }
  return toCustomer(mail, { booking, content: withQuestion(ctx, mail, { booking, content }) })
}

/** Asks the customer to confirm, if the business wants it and the visit is not confirmed. Its links only open the visit's page. */
function withQuestion(ctx: Context, mail: MailContext, { booking, content }: About): MailContent {
  const { app_confirmation_hours: hours } = mail.configuration
  const { action, alternative, paragraphs } = content
  if (!action || hours === 0 || booking.confirmed_for?.equals(booking.starts_at)) return content
  const deadline = booking.starts_at.subtract({ hours })
  const { date, minutes } = localTimeAt(deadline.epochMilliseconds, ctx.tenant.time_zone)
  const isAhead = Temporal.Instant.compare(deadline, ctx.now) > 0
  const until = formatWhen({ visit_day: date, visit_hour: toPlainTime(minutes) })
  const question = `Ci confermi che vieni? ${isAhead ? `Ti chiediamo di farlo entro ${until}: basta` : 'Basta'} il pulsante qui sotto.`
  const [greeting = '', ...others] = paragraphs
  return {
    ...content,
    paragraphs: [greeting, question, ...others],
    action: { label: 'Confermo', url: action.url },
    alternative: isOpen(ctx, mail, booking)
      ? { text: 'Non puoi venire?', link: { label: 'Devo disdire o spostare', url: action.url } }
      : alternative,
  }
}
