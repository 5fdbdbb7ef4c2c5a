import { RESCHEDULE_LIMIT_REACHED, shortNoticeText } from '@prenoto/core/bookings/visit-state.ts'
import type { BookingConflict } from '@prenoto/core/contract/conflict.ts'
import { capitalize, formatDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { type Conflict, conflict, invalidField, limitReached, notFound } from '../../lib/errors.ts'

export const BookingNotFound = notFound('La prenotazione richiesta non esiste.')

/** One of several bookings does not exist. */
export const SomeBookingNotFound = notFound('Una delle prenotazioni non esiste.')

/** The private link is unknown, or its booking cancelled. */
export const VisitNotFound = notFound('La prenotazione non esiste o è già stata disdetta.')

/** With the conflicts if the staff may override them. */
export class SlotTaken extends conflict('Lo slot scelto non è più disponibile.') {
  constructor(conflicts?: BookingConflict[]) {
    super()
    this.conflicts = conflicts
  }
}

type Start = { visit_day: PlainDate; visit_hour: PlainTime }

/** A date of a series cannot be booked, whatever is overridden. */
export const SeriesDateRefused = conflict<Start & { refusal: Conflict }>(
  (data) => `${formatStart(data)}: ${inSentence(data.refusal.message)}`,
)

/** Some dates of a series are taken; `conflicts` has those of all dates. */
export class SeriesDatesTaken extends conflict<{ count: number }>(({ count }) =>
  count === 1 ? 'Una data non è più disponibile.' : `${count} date non sono più disponibili.`,
) {
  constructor(count: number, conflicts: BookingConflict[]) {
    super({ count })
    this.conflicts = conflicts
  }
}

export const StartInPast = conflict('Una prenotazione non può iniziare nel passato.')
export const EndAfterMidnight = conflict('La visita deve finire entro la mezzanotte.')
export const CalendarWithoutService = conflict('Questo servizio non si prenota con questo calendario.')
export const SeriesVisitOnOtherDay = conflict('Una visita della serie finirebbe in un altro giorno.')

/** Staff do not see the data of a restricted customer, hence cannot change them. */
export const PersonRestricted = conflict(
  'Il trattamento dei dati di questo cliente è limitato: qui non si possono cambiare.',
)

/** The visit's day is over. */
export const BookingOver = conflict('Una prenotazione di un giorno passato non può essere modificata.')
export const RescheduleToPast = conflict('Una prenotazione non può essere spostata nel passato.')

export class CustomerLimitReached extends conflict(
  'Con questi dati non si possono fare altre prenotazioni online: contattaci.',
) {
  override reason = 'customer-limit' as const
}

/** Another customer has the corrected name and e-mail. */
export class CustomerExists extends conflict<{ name: string }>(
  ({ name }) =>
    `In elenco c’è già ${name} con gli stessi recapiti. Se è la stessa persona, apri la sua scheda e unisci le due.`,
) {
  override reason = 'customer-exists' as const

  constructor(other: { id: number; name: string; surname: string }) {
    super({ name: `${other.name} ${other.surname}`.trim() })
    this.customer_id = other.id
  }
}

export const RecipientLimitReached = limitReached(
  'Con questa email sono già arrivate molte richieste: riprova domani, oppure contattaci.',
)

/** Daily booking limit of an unknown contact reached. */
export const ContactLimitReached = limitReached(
  'Con questi contatti sono già arrivate altre prenotazioni: per aggiungerne una, contattaci.',
)

export const NotesNotAccepted = invalidField(
  'Per questo servizio non si possono lasciare note: cancella il testo per prenotare.',
)

/** The business lets visitors book fewer services in one visit. */
export const TooManyServices = invalidField('Non si possono prenotare così tanti servizi insieme.')

/** The contacts of a new booking are hidden, and those of its customer are not known. */
export const UnknownContacts = invalidField('Scrivi l’email e il telefono, oppure scegli di nuovo il cliente.')

/** A visitor's idempotency key belongs to another booking. */
export const IdempotencyKeyReused = invalidField(
  'La chiave di idempotenza è già stata usata per un’altra prenotazione.',
)

/** Staff have saved another booking under the same idempotency key. */
export class BookingAlreadySaved extends conflict<Start & { name: string; surname: string }>(
  ({ name, surname, visit_day, visit_hour }) =>
    `Il primo tentativo era stato salvato: la prenotazione di ${name} ${surname} di ${formatDay(visit_day)} alle ` +
    `${toShortTime(visit_hour)} c’è già. Aprila per modificarla.`,
) {
  constructor(saved: Start & { name: string; surname: string }, current: unknown) {
    super(saved)
    this.current = current
  }
}

export const RestoreTooLate = conflict('È passato troppo tempo: la prenotazione è disdetta e non può più tornare.')

/** The cancellation of several bookings can no longer be undone. */
export const RestoreManyTooLate = conflict(
  'È passato troppo tempo: le prenotazioni sono disdette e non possono più tornare.',
)
export const UndoRescheduleTooLate = conflict('È passato troppo tempo: la prenotazione resta dove è stata spostata.')
export const ChangedSinceReschedule = conflict(
  'Nel frattempo qualcun altro ha modificato la prenotazione: lo spostamento non si può più annullare.',
)
export const SilenceTooLate = conflict(
  'L’avviso al cliente non si può più fermare: è già partito, oppure la prenotazione è cambiata di nuovo.',
)
export const AttendanceTooEarly = conflict('L’esito si può segnare dal giorno della visita.')

/** The actions of a customer through the private link. */
export type CustomerAction = 'cancel' | 'reschedule'

export const VisitBegun = conflict<{ action: CustomerAction }>(
  (data) => `La visita è già iniziata: non può più essere ${DONE[data.action]}.`,
)

/** Less than `notice` hours are left until the visit. */
export const ChangeNoticePassed = conflict<{ action: CustomerAction; notice: number }>(
  (data) => `${shortNoticeText(data.notice)}: può essere ${DONE[data.action]} soltanto contattandoci.`,
)

export class ReschedulesUsedUp extends conflict(`${RESCHEDULE_LIMIT_REACHED}.`) {
  constructor(current: unknown) {
    super()
    this.current = current
  }
}

const DONE: Record<CustomerAction, string> = { cancel: 'disdetta', reschedule: 'spostata' }

/** 'Sabato 21 novembre alle 9:30' */
export const formatStart = ({ visit_day, visit_hour }: Start) =>
  `${capitalize(formatDay(visit_day))} alle ${toShortTime(visit_hour)}`

export const inSentence = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
