import { formatDate } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { withoutLinks } from '../../../outbox/clean-text.ts'
import { isSuperseded } from '../../../outbox/messages.repository.ts'
import type { Context } from '../../../tenants/context.ts'
import { bookingsFile } from '../../calendar-files/booking-file.ts'
import { listMailBookingsOfSeries, type MailBooking } from './email-records.repository.ts'
import type { EmailTemplate, MailContext } from './template.ts'
import {
  bookAgain,
  describeServices,
  formatWhen,
  hasStarted,
  previousTime,
  replyHint,
  seriesFacts,
  shortServiceName,
  toCustomer,
} from './visit.ts'

/** To the customer: the series is booked. */
export const seriesConfirmation: EmailTemplate = async (ctx, mail, { record_id }) => {
  const visits = await upcomingVisits(ctx, mail, record_id)
  const [booking] = visits
  if (!booking) return { dropped: 'gone' }
  const { name } = mail.business
  const content = {
    subject: `Prenotazioni confermate: ${shortServiceName(booking)}, da ${formatWhen(booking)}`,
    preheader: `Ti aspettiamo da ${name}, la prima volta ${formatWhen(booking)}.`,
    heading: 'Le tue prenotazioni sono confermate',
    paragraphs: [
      `Ciao ${withoutLinks(booking.name)}, grazie per aver scelto ${name}. Ecco tutti i tuoi appuntamenti: da ciascuna data arrivi alla sua pagina, dove puoi vederlo, spostarlo o disdirlo.`,
      ...replyHint(mail),
    ],
    facts: [...seriesFacts(mail, booking), ...listVisits(mail, visits)],
  }
  return {
    ...toCustomer(mail, { booking, content }),
    notifiedVisits: visits,
    calendar: attachFile(mail, visits, { isCancelled: false }),
  }
}

/** To the customer: bookings of a series have changed. Only the last of several changes is sent. */
export const seriesChange: EmailTemplate = async (ctx, mail, message) => {
  if (await isSuperseded(ctx, message)) return { dropped: 'superseded' }
  const visits = await upcomingVisits(ctx, mail, message.record_id)
  const [booking] = visits
  if (!booking) return { dropped: 'gone' }
  const { name } = mail.business
  const content = {
    subject: `Prenotazioni modificate: ${shortServiceName(booking)}, da ${formatWhen(booking)}`,
    preheader: `Il prossimo appuntamento da ${name} è ${formatWhen(booking)}.`,
    heading: 'Le tue prenotazioni sono cambiate',
    paragraphs: [
      `Ciao ${withoutLinks(booking.name)}, abbiamo aggiornato le tue prenotazioni da ${name}. Questi sono tutti gli appuntamenti che valgono ora.`,
      ...replyHint(mail),
    ],
    facts: [...seriesFacts(mail, booking), ...listVisits(mail, visits, { marksChanges: true })],
  }
  return {
    ...toCustomer(mail, { booking, content }),
    notifiedVisits: visits,
    calendar: attachFile(mail, visits, { isCancelled: false }),
  }
}

/** To the customer: bookings of a series were cancelled together; lists the remaining ones, too. */
export const seriesCancellation: EmailTemplate = async (ctx, mail, { record_id }) => {
  const booking = mail.bookings.get(record_id)
  if (!booking?.deleted_at) return { dropped: 'gone' }
  const upcoming = (await bookingsOfSeries(ctx, booking)).filter((visit) => !hasStarted(ctx, visit))
  const visits = upcoming.filter((visit) => visit.deleted_at?.equals(booking.deleted_at!))
  const remaining = upcoming.filter((visit) => !visit.deleted_at)
  if (visits.length === 0) return { dropped: 'started' }
  const { name } = mail.business
  const content = {
    subject: `Prenotazioni disdette: ${shortServiceName(booking)}, da ${formatWhen(visits[0]!)}`,
    preheader: `Gli appuntamenti da ${name} sono stati disdetti.`,
    heading: 'Le tue prenotazioni sono disdette',
    paragraphs: [
      `Ciao ${withoutLinks(booking.name)}, ci dispiace: abbiamo dovuto disdire questi tuoi appuntamenti da ${name}.${remaining.length > 0 ? ' Gli altri restano confermati.' : ''}`,
      ...replyHint(mail),
    ],
    facts: [
      ...describeServices(booking),
      ...visits.map((visit) => ({ label: 'Disdetta', value: formatVisit(visit) })),
      ...remaining.map((visit) => ({
        label: 'Confermata',
        value: formatVisit(visit),
        href: visitAddress(mail, visit),
      })),
    ],
    action: bookAgain(mail),
  }
  return {
    ...toCustomer(mail, { booking, content }),
    notifiedVisits: [...visits, ...remaining],
    calendar: attachFile(mail, visits, { isCancelled: true }),
  }
}

const bookingsOfSeries = async (ctx: Context, booking: MailBooking) =>
  booking.series_id === null ? [booking] : listMailBookingsOfSeries(ctx, booking)

async function upcomingVisits(ctx: Context, mail: MailContext, recordId: number) {
  const booking = mail.bookings.get(recordId)
  const visits = booking ? await bookingsOfSeries(ctx, booking) : []
  if (visits.some(({ can_be_undone }) => can_be_undone)) throw new Error('The change of a booking can still be undone')
  return visits.filter((visit) => !visit.deleted_at && !hasStarted(ctx, visit))
}

const formatVisit = ({ visit_day, visit_hour, calendar_name }: MailBooking) =>
  `${formatDate(visit_day)} alle ${toShortTime(visit_hour)}${calendar_name && ` con ${calendar_name}`}`

const visitAddress = ({ business }: MailContext, { hidden_id }: MailBooking) =>
  `${business.origin}/bookings/${hidden_id}`

const listVisits = (mail: MailContext, visits: MailBooking[], { marksChanges } = { marksChanges: false }) =>
  visits.map((visit, i) => ({
    label: `${i + 1}.`,
    value: formatVisit(visit),
    href: visitAddress(mail, visit),
    previous: marksChanges ? previousTime(visit) : undefined,
  }))

const attachFile = ({ business }: MailContext, visits: MailBooking[], state: { isCancelled: boolean }) => ({
  method: 'PUBLISH' as const,
  file: bookingsFile(business, visits, state),
})
