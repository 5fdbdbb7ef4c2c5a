import { partName } from '@prenoto/core/availability/slot-groups.ts'
import { sameServices } from '@prenoto/core/bookings/chosen-services.ts'
import { chosenVisitQuery } from '@prenoto/core/bookings/chosen-visit.ts'
import { formatCost, formatDate, formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { withoutLinks } from '../../../outbox/clean-text.ts'
import { toDeduplicationKey } from '../../../outbox/messages.repository.ts'
import type { Dropped } from '../../../outbox/send-message.ts'
import type { Context } from '../../../tenants/context.ts'
import { findEndedOffer } from '../../availability/offered-slots.repository.ts'
import { expiredOfferMessage, isFree } from '../../waiting-list/ended-offer.ts'
import { withOfferTerms } from '../../waiting-list/offer-terms.ts'
import { type EntryWithOffer, findEntry, findEntryOfOffer } from '../../waiting-list/shown-entries.repository.ts'
import { type ShownOffer, toShownOffer } from '../../waiting-list/shown-entry.ts'
import { type Draft, type EmailTemplate, isAddress, type MailContext } from './template.ts'
import { describeServices, replyHint, shortServiceName } from './visit.ts'

/** To a customer who has joined the waiting list. */
export const waitingJoined: EmailTemplate = async (ctx, mail, { record_id }) => {
  const entry = await findEntry(ctx, { id: record_id })
  if (!entry || entry.ended_at) return { dropped: 'gone' }
  const { name } = mail.business
  const hours = entry.part ? partName(entry.part) : 'Qualsiasi orario'
  return toEntry(mail, entry, {
    subject: `Sei in lista d’attesa: ${shortServiceName(entry)}, ${formatDay(entry.visit_day)}`,
    preheader: `Se si libera un posto da ${name} ti scriviamo subito.`,
    heading: 'Sei in lista d’attesa',
    paragraphs: [
      `Ciao ${withoutLinks(entry.name)}, se da ${name} si libera un posto per te ti scriviamo subito e lo teniamo da parte il tempo che serve per rispondere.`,
      'Non è ancora una prenotazione: ti diremo noi quando c’è un posto.',
      ...(entry.is_proven
        ? []
        : ['Apri la pagina della lista almeno una volta: chi l’ha aperta viene prima di chi non l’ha ancora fatto.']),
      ...replyHint(mail),
    ],
    facts: [
      ...describeServices(entry),
      { label: 'Giorno', value: formatDate(entry.visit_day) },
      { label: 'Orario', value: hours },
      ...withWhom(entry.calendar_name),
    ],
    ...(!entry.is_proven && { action: { label: 'Apri la lista d’attesa', url: entryAddress(mail, entry) } }),
    alternative: { text: 'Non ti serve più?', link: { label: 'Esci dalla lista', url: entryAddress(mail, entry) } },
  })
}

/** To the first customer on the waiting list: a slot is held for them. */
export const waitingOffer: EmailTemplate = async (ctx, mail, { record_id, deduplication_key }) => {
  if (deduplication_key === toDeduplicationKey(expiredOfferMessage(record_id)))
    return slotStillFree(ctx, mail, record_id)
  const waiting = await findEntryOfOffer(ctx, record_id)
  const entry = waiting && (await withOfferTerms(ctx, waiting))
  const offer = entry && toShownOffer(ctx, entry)
  if (!entry || entry.ended_at || !offer) return { dropped: 'gone' }
  const when = `${formatDay(entry.visit_day)} alle ${toShortTime(offer.visit_hour)}`
  const until = untilWhen(ctx, offer)
  return toEntry(mail, entry, {
    subject: `Si è liberato un posto: ${shortServiceName(entry)}, ${when}`,
    preheader: `Lo teniamo per te fino ${until}.`,
    heading: 'Si è liberato un posto per te',
    paragraphs: [
      `Ciao ${withoutLinks(entry.name)}, da ${mail.business.name} si è liberato il posto che aspettavi. Lo teniamo per te fino ${until}: poi passa a chi viene dopo.`,
      'Non è ancora una prenotazione: apri la pagina e conferma, oppure lascialo a qualcun altro.',
      ...replyHint(mail),
    ],
    facts: [
      ...describeServices(entry),
      { label: 'Giorno', value: formatDate(entry.visit_day) },
      { label: 'Ora', value: toShortTime(offer.visit_hour) },
      { label: 'Durata', value: `${entry.service_duration} minuti` },
      { label: 'Costo', value: formatCost(entry.service_price) },
      ...withWhom(offer.calendar_name),
    ],
    action: { label: 'Vedi il posto e conferma', url: entryAddress(mail, entry) },
  })
}

/** To a customer whose offer has expired, if the slot is still free. */
async function slotStillFree(ctx: Context, mail: MailContext, offerId: number): Promise<Draft | Dropped> {
  const offer = await findEndedOffer(ctx, { offerId })
  const entry = offer && (await findEntry(ctx, { id: offer.entry_id }))
  if (!entry || entry.ended_at || entry.offer_id) return { dropped: 'gone' }
  if (!(await isFree(ctx, entry, offer))) return { dropped: 'gone' }
  const { visit_day: day, visit_hour: hour } = offer
  const choice = new URLSearchParams(chosenVisitQuery({ ...sameServices(entry), day, hour }))
  return toEntry(mail, entry, {
    subject: `È ancora libero: ${shortServiceName(entry)}, ${formatDay(day)} alle ${toShortTime(hour)}`,
    preheader: 'Il posto non è più tenuto per te, ma puoi ancora prenotarlo.',
    heading: 'È ancora libero',
    paragraphs: [
      `Ciao ${withoutLinks(entry.name)}, il tempo per rispondere è finito e il posto da ${mail.business.name} non è più tenuto per te. È ancora libero: chi lo prenota per primo lo prende.`,
      ...replyHint(mail),
    ],
    facts: [
      ...describeServices(entry),
      { label: 'Giorno', value: formatDate(day) },
      { label: 'Ora', value: toShortTime(hour) },
      { label: 'Durata', value: `${entry.service_duration} minuti` },
      { label: 'Costo', value: formatCost(entry.service_price) },
    ],
    action: {
      label: 'Vai alla prenotazione',
      url: `${mail.business.origin}/client_service/${entry.service_id}/booking?${choice}`,
    },
    alternative: { text: 'Non ti serve più?', link: { label: 'Esci dalla lista', url: entryAddress(mail, entry) } },
  })
}

/** 'alle 14:30', or 'alle 08:30 di martedì 24 novembre' on another day than today. */
function untilWhen(ctx: Context, { until_day, until_hour }: ShownOffer) {
  const hour = `alle ${toShortTime(until_hour)}`
  return until_day === todayIn(ctx.tenant.time_zone, ctx.now) ? hour : `${hour} di ${formatDay(until_day)}`
}

const withWhom = (name: string) => (name ? [{ label: 'Con', value: name }] : [])

/** A GET of the link only proves that the e-mail has arrived, since mail scanners follow links. */
const entryAddress = ({ business }: MailContext, { hidden_id }: EntryWithOffer) =>
  `${business.origin}/waiting-list/${hidden_id}`

const toEntry = ({ configuration }: MailContext, { email }: EntryWithOffer, content: Draft['content']): Draft => ({
  to: email,
  replyTo: isAddress(configuration.email) ? configuration.email : undefined,
  content,
})
