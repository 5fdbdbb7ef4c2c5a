import { sameServices, toChosenServices } from '@prenoto/core/bookings/chosen-services.ts'
import { type ChosenVisit, chosenVisitQuery } from '@prenoto/core/bookings/chosen-visit.ts'
import { withoutLinks } from '../../../outbox/clean-text.ts'
import type { Context } from '../../../tenants/context.ts'
import { isContactBlocked } from '../../after-visit/after-visit.repository.ts'
import { findPublicVisit } from '../../availability/bookable-visit.ts'
import { listLatestVisits } from '../../come-back/come-back.repository.ts'
import { listFittingSlots } from '../../come-back/fitting-slots.ts'
import type { MailBooking } from './email-records.repository.ts'
import type { EmailTemplate, MailContext } from './template.ts'
import { formatWhen, replyHint, replyToBusiness } from './visit.ts'

/** To a customer who has asked to be reminded to come back: three free hours that fit their habit, as links. */
export const comeBack: EmailTemplate = async (ctx, mail, { record_id }) => {
  const booking = mail.bookings.get(record_id)
  if (!booking || booking.deleted_at) return { dropped: 'gone' }
  if (booking.is_restricted) return { dropped: 'restricted' }
  if (!mail.configuration.app_come_back) return { dropped: 'off' }
  if (await isContactBlocked(ctx, booking)) return { dropped: 'blocked' }
  const [latest, ...others] = await listLatestVisits(ctx, booking.id)
  if (!latest || Temporal.Instant.compare(latest.starts_at, booking.starts_at) > 0) return { dropped: 'superseded' }
  const { facts, url } = await findHours(ctx, mail, { booking, visits: [latest, ...others] })
  const { name } = mail.business
  return {
    to: booking.email,
    replyTo: replyToBusiness(mail),
    content: {
      subject: `È ora di tornare da ${name}?`,
      preheader: 'Come ci hai chiesto, ecco alcuni orari liberi.',
      heading: 'È ora di tornare?',
      paragraphs: [
        `Ciao ${withoutLinks(booking.name)}, ci hai chiesto di ricordarti la prossima visita da ${name}. ${
          facts.length > 0
            ? 'Questi orari sono liberi adesso: tocca quello che preferisci.'
            : 'Scegli l’orario che preferisci.'
        }`,
        ...replyHint(mail),
      ],
      facts,
      action: { label: facts.length > 0 ? 'Scegli un altro orario' : 'Scegli un orario', url },
    },
  }
}

type Customer = { booking: MailBooking; visits: Parameters<typeof listFittingSlots>[2] }

/** The hours with their links, none if the service is no longer offered. */
async function findHours(ctx: Context, { business }: MailContext, { booking, visits }: Customer) {
  const service = await findPublicVisit(ctx, toChosenServices(booking))
  if (!service) return { facts: [], url: `${business.origin}/client_service?${toQuery({})}` }
  const page = `${business.origin}/client_service/${booking.service_id}/booking`
  const slots = await listFittingSlots(ctx, service, visits)
  const hasCalendars = service.calendars.length > 1
  const facts = slots.map(({ visit_day, visit_hour, calendar_id }, i) => ({
    label: i === 0 ? 'Orari' : 'Oppure',
    value: formatWhen({ visit_day, visit_hour }),
    href: `${page}?${toQuery({
      ...sameServices(booking),
      calendar: hasCalendars ? calendar_id : undefined,
      day: visit_day,
      hour: visit_hour,
    })}`,
  }))
  return { facts, url: `${page}?${toQuery(sameServices(booking))}` }
}

const toQuery = (chosen: ChosenVisit) => new URLSearchParams(chosenVisitQuery({ ...chosen, source: 'messaggio' }))
