import { RESCHEDULE_LIMIT_REACHED, shortNoticeText } from '@prenoto/core/bookings/visit-state.ts'
import type { BookingConflict } from '@prenoto/core/contract/conflict.ts'
import { capitalized, formatDay } from '@prenoto/core/time/format.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'
import { Conflict, type ErrorTexts, errorText, InvalidField, LimitReached, NotFound, textOf } from '../../lib/errors.ts'

export class BookingNotFound extends NotFound {}

/** One of several bookings does not exist. */
export class SomeBookingNotFound extends NotFound {}

/** The private link is unknown, or its booking cancelled. */
export class VisitNotFound extends NotFound {}

/** With the conflicts if the staff may override them. */
export class SlotTaken extends Conflict {
  constructor(conflicts?: BookingConflict[]) {
    super()
    this.conflicts = conflicts
  }
}

type Start = { visit_day: PlainDate; visit_hour: PlainTime }

/** A date of a series cannot be booked, whatever is overridden. */
export class SeriesDateRefused extends Conflict<Start & { refusal: Conflict }> {}

/** Some dates of a series are taken; `conflicts` has those of all dates. */
export class SeriesDatesTaken extends Conflict<{ count: number }> {
  constructor(count: number, conflicts: BookingConflict[]) {
    super({ count })
    this.conflicts = conflicts
  }
}

export class StartInPast extends Conflict {}
export class EndAfterMidnight extends Conflict {}
export class CalendarWithoutService extends Conflict {}
export class SeriesVisitOnOtherDay extends Conflict {}

/** Staff do not see the data of a restricted customer, hence cannot change them. */
export class PersonRestricted extends Conflict {}

/** The visit's day is over. */
export class BookingOver extends Conflict {}
export class RescheduleToPast extends Conflict {}

export class CustomerLimitReached extends Conflict {
  override reason = 'customer-limit' as const
}

/** Another customer has the corrected name and e-mail. */
export class CustomerExists extends Conflict<{ name: string }> {
  override reason = 'customer-exists' as const

  constructor(other: { id: number; name: string; surname: string }) {
    super({ name: `${other.name} ${other.surname}`.trim() })
    this.customer_id = other.id
  }
}

export class RecipientLimitReached extends LimitReached {}

/** The contact has made the most bookings that an unknown contact may make in a day. */
export class ContactLimitReached extends LimitReached {}

export class NotesNotAccepted extends InvalidField {}

/** The business lets visitors book fewer services in one visit. */
export class TooManyServices extends InvalidField {}

/** The contacts of a new booking are hidden, and those of its customer are not known. */
export class UnknownContacts extends InvalidField {}

/** A visitor's idempotency key belongs to another booking. */
export class IdempotencyKeyReused extends InvalidField {}

/** Staff have saved another booking under the same idempotency key. */
export class BookingAlreadySaved extends Conflict<Start & { name: string; surname: string }> {
  constructor(saved: Start & { name: string; surname: string }, current: unknown) {
    super(saved)
    this.current = current
  }
}

export class RestoreTooLate extends Conflict {}

/** The cancellation of several bookings can no longer be undone. */
export class RestoreManyTooLate extends Conflict {}
export class UndoRescheduleTooLate extends Conflict {}
export class ChangedSinceReschedule extends Conflict {}
export class SilenceTooLate extends Conflict {}
export class AttendanceTooEarly extends Conflict {}

/** The actions of a customer through the private link. */
export type CustomerAction = 'cancel' | 'reschedule'

export class VisitBegun extends Conflict<{ action: CustomerAction }> {}

/** Less than `notice` hours are left until the visit. */
export class ChangeNoticePassed extends Conflict<{ action: CustomerAction; notice: number }> {}

export class ReschedulesUsedUp extends Conflict {
  constructor(current: unknown) {
    super()
    this.current = current
  }
}

const DONE: Record<CustomerAction, string> = { cancel: 'disdetta', reschedule: 'spostata' }

/** 'Sabato 21 novembre alle 9:30' */
export const whenOf = ({ visit_day, visit_hour }: Start) =>
  `${capitalized(formatDay(visit_day))} alle ${toShortTime(visit_hour)}`

export const inSentence = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

export const bookingErrors: ErrorTexts = new Map([
  errorText(BookingNotFound, 'La prenotazione richiesta non esiste.'),
  errorText(SomeBookingNotFound, 'Una delle prenotazioni non esiste.'),
  errorText(VisitNotFound, 'La prenotazione non esiste o è già stata disdetta.'),
  errorText(SlotTaken, 'Lo slot scelto non è più disponibile.'),
  errorText(SeriesDateRefused, ({ data }) => `${whenOf(data)}: ${inSentence(textOf(bookingErrors, data.refusal))}`),
  errorText(SeriesDatesTaken, ({ data: { count } }) =>
    count === 1 ? 'Una data non è più disponibile.' : `${count} date non sono più disponibili.`,
  ),
  errorText(StartInPast, 'Una prenotazione non può iniziare nel passato.'),
  errorText(EndAfterMidnight, 'La visita deve finire entro la mezzanotte.'),
  errorText(CalendarWithoutService, 'Questo servizio non si prenota con questo calendario.'),
  errorText(SeriesVisitOnOtherDay, 'Una visita della serie finirebbe in un altro giorno.'),
  errorText(PersonRestricted, 'Il trattamento dei dati di questo cliente è limitato: qui non si possono cambiare.'),
  errorText(BookingOver, 'Una prenotazione di un giorno passato non può essere modificata.'),
  errorText(RescheduleToPast, 'Una prenotazione non può essere spostata nel passato.'),
  errorText(CustomerLimitReached, 'Con questi dati non si possono fare altre prenotazioni online: contattaci.'),
  errorText(
    RecipientLimitReached,
    'Con questa email sono già arrivate molte richieste: riprova domani, oppure contattaci.',
  ),
  errorText(
    ContactLimitReached,
    'Con questi contatti sono già arrivate altre prenotazioni: per aggiungerne una, contattaci.',
  ),
  errorText(UnknownContacts, 'Scrivi l’email e il telefono, oppure scegli di nuovo il cliente.'),
  errorText(NotesNotAccepted, 'Per questo servizio non si possono lasciare note: cancella il testo per prenotare.'),
  errorText(TooManyServices, 'Non si possono prenotare così tanti servizi insieme.'),
  errorText(IdempotencyKeyReused, 'La chiave di idempotenza è già stata usata per un’altra prenotazione.'),
  errorText(
    BookingAlreadySaved,
    ({ data: { name, surname, visit_day, visit_hour } }) =>
      `Il primo tentativo era stato salvato: la prenotazione di ${name} ${surname} di ${formatDay(visit_day)} alle ` +
      `${toShortTime(visit_hour)} c’è già. Aprila per modificarla.`,
  ),
  errorText(
    CustomerExists,
    ({ data: { name } }) =>
      `In elenco c’è già ${name} con gli stessi recapiti. Se è la stessa persona, apri la sua scheda e unisci le due.`,
  ),
  errorText(RestoreTooLate, 'È passato troppo tempo: la prenotazione è disdetta e non può più tornare.'),
  errorText(RestoreManyTooLate, 'È passato troppo tempo: le prenotazioni sono disdette e non possono più tornare.'),
  errorText(UndoRescheduleTooLate, 'È passato troppo tempo: la prenotazione resta dove è stata spostata.'),
  errorText(
    SilenceTooLate,
    'L’avviso al cliente non si può più fermare: è già partito, oppure la prenotazione è cambiata di nuovo.',
  ),
  errorText(
    ChangedSinceReschedule,
    'Nel frattempo qualcun altro ha modificato la prenotazione: lo spostamento non si può più annullare.',
  ),
  errorText(AttendanceTooEarly, 'L’esito si può segnare dal giorno della visita.'),
  errorText(VisitBegun, ({ data }) => `La visita è già iniziata: non può più essere ${DONE[data.action]}.`),
  errorText(
    ChangeNoticePassed,
    ({ data }) => `${shortNoticeText(data.notice)}: può essere ${DONE[data.action]} soltanto contattandoci.`,
  ),
  errorText(ReschedulesUsedUp, `${RESCHEDULE_LIMIT_REACHED}.`),
])
