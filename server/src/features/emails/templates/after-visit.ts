import { afterVisitPath } from '@prenoto/core/after-visit/after-visit-address.ts'
import { sameServices, toChosenServices } from '@prenoto/core/bookings/chosen-services.ts'
import { chosenVisitQuery } from '@prenoto/core/bookings/chosen-visit.ts'
import { withoutLinks } from '../../../outbox/clean-text.ts'
import type { Context } from '../../../tenants/context.ts'
import { findRefusal, isContactBlocked } from '../../after-visit/after-visit.repository.ts'
import { findPublicVisit } from '../../availability/bookable-visit.ts'
import type { MailBooking } from './email-records.repository.ts'
import type { EmailTemplate, MailContext } from './template.ts'
import { replyHint, replyToBusiness } from './visit.ts'

/** To the customer on the day after a visit, the same to everybody: thanks, how to book again and to review. */
export const afterVisit: EmailTemplate = async (ctx, mail, { record_id }) => {
  const booking = mail.bookings.get(record_id)
  const { app_after_visit: isOn, app_google_reviews: reviews } = mail.configuration
  if (!booking || booking.deleted_at) return { dropped: 'gone' }
  if (booking.is_restricted) return { dropped: 'restricted' }
  if (booking.attendance !== 'completed') return { dropped: 'not completed' }
  if (!isOn) return { dropped: 'off' }
  if (await isContactBlocked(ctx, booking)) return { dropped: 'blocked' }
  if (await findRefusal(ctx, booking.email)) return { dropped: 'refused' }
  return {
    to: booking.email,
    replyTo: replyToBusiness(mail),
    content: {
      subject: `Grazie della visita da ${mail.business.name}`,
      preheader: 'Quando vuoi tornare, prenoti in un momento.',
      heading: 'Grazie della visita',
      paragraphs: [
        `Ciao ${withoutLinks(booking.name)}, grazie di aver scelto ${mail.business.name}. Quando vuoi tornare, ti basta il pulsante qui sotto.`,
        ...replyHint(mail),
      ],
      facts: [],
      action: { label: 'Prenota di nuovo', url: await bookAgainUrl(ctx, mail, booking) },
      ...(reviews && {
        alternative: {
          text: 'Ti va di raccontare com’è andata?',
          link: { label: 'Lascia una recensione su Google', url: reviews },
        },
      }),
      unsubscribe: {
        label: 'Non scrivermi più dopo la visita',
        url: mail.business.origin + afterVisitPath(booking.hidden_id),
      },
    },
  }
}

/** The same services, or the list if they are no longer offered. */
async function bookAgainUrl(ctx: Context, { business }: MailContext, booking: MailBooking) {
  const isOffered = await findPublicVisit(ctx, toChosenServices(booking))
  const query = new URLSearchParams(chosenVisitQuery({ ...(isOffered && sameServices(booking)), source: 'messaggio' }))
  return `${business.origin}/client_service${isOffered ? `/${booking.service_id}/booking` : ''}?${query}`
}
