import type { Visit, VisitField, VisitForCustomer } from '@prenoto/core/bookings/visit-fields.ts'
import { shortNoticeText, visitStateAt } from '@prenoto/core/bookings/visit-state.ts'
import type { Configuration } from '@prenoto/core/configuration/configuration-schema.ts'
import { listContacts, mapsSearch } from '@prenoto/core/configuration/contacts.ts'
import { RESTRICTED_PERSON } from '@prenoto/core/customers/restricted-person.ts'
import type { Fact } from '@prenoto/core/emails/email-content.ts'
import { listTexts } from '@prenoto/core/services/visit-texts.ts'
import { formatCost, formatDate, formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { oneLine, withoutLinks } from '../../../outbox/clean-text.ts'
import type { Context } from '../../../tenants/context.ts'
import { bookingFile } from '../../calendar-files/booking-file.ts'
import { contactFacts } from './contact-facts.ts'
import type { MailBooking } from './email-records.repository.ts'
import { type Draft, isAddress, type MailContext } from './template.ts'

/** 'lunedì 23 novembre alle 09:00' */
export const formatWhen = ({ visit_day, visit_hour }: Pick<Visit, 'visit_day' | 'visit_hour'>) =>
  `${formatDay(visit_day)} alle ${toShortTime(visit_hour)}`

/** The time in the customer's last e-mail, 'martedì 24 novembre alle 15:00'. Undefined if it is the present one. */
export function previousTime({ notified_day, notified_hour, visit_day, visit_hour }: MailBooking) {
  if (!notified_day || !notified_hour) return undefined
  if (notified_day === visit_day && notified_hour === visit_hour) return undefined
  return formatWhen({ visit_day: notified_day, visit_hour: notified_hour })
}

/** ': prima era martedì 24 novembre alle 15:00', or ''. */
export function previousTimeClause(booking: MailBooking) {
  const previous = previousTime(booking)
  return previous ? `: prima era ${previous}` : ''
}

/** Adds the previous day and hour to the facts of a changed visit. */
export function withPreviousTime(facts: Fact[], booking: MailBooking): Fact[] {
  const { notified_day, notified_hour, visit_day, visit_hour } = booking
  if (!notified_day || !notified_hour) return facts
  const previous: Record<string, string | false> = {
    Giorno: notified_day !== visit_day && formatDate(notified_day),
    Ora: notified_hour !== visit_hour && toShortTime(notified_hour),
  }
  return facts.map((fact) => ({ ...fact, previous: previous[fact.label] || undefined }))
}

/** 'Taglio, lunedì 23 novembre alle 09:00'; of several services, the first one and the number of others. */
export const formatVisit = (booking: Visit) => `${shortServiceName(booking)}, ${formatWhen(booking)}`

type Named = Pick<Visit, 'service_name' | 'services'>

/** Leaves room for the day and the hour in a subject. */
const MAX_NAME = 60

/** The services in a subject: 'Taglio', 'Taglio e un altro servizio'. */
export function shortServiceName({ service_name, services }: Named) {
  const [first, ...others] = services ?? []
  const name = oneLine(first?.name ?? service_name, MAX_NAME)
  if (others.length === 0) return name
  return `${name} e ${others.length === 1 ? 'un altro servizio' : `altri ${others.length} servizi`}`
}

export const hasStarted = (ctx: Context, booking: MailBooking) =>
  Temporal.Instant.compare(booking.starts_at, ctx.now) <= 0

/** Each of several services with its duration and price. */
export const describeServices = ({ service_name, services }: Named): Fact[] =>
  services && services.length > 1
    ? services.map(({ name, duration, price }, i) => ({
        label: i === 0 ? 'Servizio' : 'Poi',
        value: `${name}, ${duration} minuti, ${formatCost(price)}`,
      }))
    : [{ label: 'Servizio', value: service_name }]

type VisitFacts = Record<VisitField, (visit: Visit) => Fact[]>

const nothing = () => []

/** The facts in an e-mail about each field of a visit, in this order. */
const VISIT_FACTS: VisitFacts = {
  service_name: describeServices,
  calendar_name: ({ calendar_name }) => (calendar_name ? [{ label: 'Con', value: calendar_name }] : []),
  visit_day: ({ visit_day }) => [{ label: 'Giorno', value: formatDate(visit_day) }],
  visit_hour: ({ visit_hour }) => [{ label: 'Ora', value: toShortTime(visit_hour) }],
  service_duration: ({ service_duration }) => [{ label: 'Durata', value: `${service_duration} minuti` }],
  service_price: ({ service_price }) => [{ label: 'Costo', value: formatCost(service_price) }],
  // Part of the names.
  services: nothing,
  service_id: nothing,
  calendar_id: nothing,
}

/** The same for all visits of a series; calendar and time can differ. */
const SERIES_FACTS: VisitFacts = {
  ...VISIT_FACTS,
  calendar_name: nothing,
  visit_day: nothing,
  visit_hour: nothing,
  service_duration: ({ service_duration }) => [{ label: 'Durata', value: `${service_duration} minuti ciascuno` }],
  service_price: (visit) => [{ label: 'Costo', value: costEach(visit) }],
}

const listFacts = (facts: VisitFacts, visit: Visit) => Object.values(facts).flatMap((write) => write(visit))

export const serviceFacts = (visit: Visit) => listFacts(VISIT_FACTS, visit)

export const seriesFacts = (mail: MailContext, visit: VisitForCustomer) => [
  ...listFacts(SERIES_FACTS, visit),
  ...textFacts(mail, visit),
]

function costEach({ service_price }: Visit) {
  const cost = formatCost(service_price)
  return Number(service_price) === 0 ? cost : `${cost} ciascuno`
}

/** The place, and the texts that only customers read. */
const textFacts = (mail: MailContext, visit: VisitForCustomer) => [
  ...placeFacts(mail),
  ...listTexts(visit).map(({ heading, text }): Fact => ({ label: heading, value: text, long: true })),
]

const placeFacts = ({ configuration: { address } }: MailContext) =>
  address ? [{ label: 'Dove', value: address, href: mapsSearch(address) }] : []

/** The customer, for the business: a restricted one is not named. */
export const customerFacts = (booking: MailBooking) => {
  const { name, surname, email, telephone } = booking.is_restricted ? RESTRICTED_PERSON : booking
  return [{ label: 'Cliente', value: withoutLinks(`${name} ${surname}`) }, ...contactFacts(email, telephone)]
}

/** A GET of the link cancels nothing, since mail scanners follow links. */
const cancellationLink = ({ business }: MailContext, booking: MailBooking) => ({
  text: 'Non puoi venire?',
  link: { label: 'Disdici la prenotazione', url: `${business.origin}/bookings/delete/${booking.hidden_id}` },
})

/** Within the change notice, customers have to call. */
function callLink(configuration: Configuration) {
  const phone = listContacts(configuration).find(({ channel }) => channel === 'telephone')
  return (
    phone && {
      text: `${shortNoticeText(configuration.app_change_hours_notice)}: per spostarla o disdirla chiama`,
      link: { label: phone.text, url: phone.href },
    }
  )
}

/** Whether the customer can still change the visit online. */
export const isOpen = (ctx: Context, { configuration }: MailContext, { starts_at }: MailBooking) =>
  visitStateAt(ctx.now.epochMilliseconds, starts_at.epochMilliseconds, configuration.app_change_hours_notice) === 'open'

/** Facts and links for every e-mail about an upcoming visit. */
export function visitDetails(ctx: Context, mail: MailContext, booking: MailBooking) {
  const canChange = isOpen(ctx, mail, booking)
  return {
    facts: [...serviceFacts(booking), ...textFacts(mail, booking)],
    action: {
      label: canChange ? 'Vedi, sposta o disdici' : 'Vedi la prenotazione',
      url: `${mail.business.origin}/bookings/${booking.hidden_id}`,
    },
    alternative: canChange ? cancellationLink(mail, booking) : callLink(mail.configuration),
  }
}

export const bookAgain = ({ business }: MailContext) => ({
  label: 'Prenota un altro appuntamento',
  url: `${business.origin}/client_service`,
})

export type About = { booking: MailBooking; content: Draft['content'] }

/** Replies go to the business. With `method`, the calendar file adds or removes the entry. */
export const toCustomer = (mail: MailContext, { booking, content }: About, method?: 'REQUEST' | 'CANCEL'): Draft => ({
  to: booking.email,
  replyTo: replyToBusiness(mail),
  content,
  notifiedVisits: [booking],
  ...(method && { calendar: { method, file: bookingFile(mail.business, booking, method) } }),
})

/** Replies go to the customer. */
export const toBusiness = ({ configuration }: MailContext, { booking, content }: About): Draft => ({
  to: configuration.email,
  replyTo: isAddress(booking.email) && !booking.is_restricted ? booking.email : undefined,
  content,
})

export const replyToBusiness = ({ configuration: { email } }: MailContext) => (isAddress(email) ? email : undefined)

/** Invites to reply if the business has an e-mail address, otherwise to use its contacts. */
export const replyHint = (mail: MailContext) => {
  if (replyToBusiness(mail)) return ['Per qualsiasi cosa puoi rispondere a questa email.']
  return listContacts(mail.configuration).length > 0 ? ['Per qualsiasi cosa trovi i nostri contatti qui sotto.'] : []
}
