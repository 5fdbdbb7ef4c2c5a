import { Conflict, type ErrorTexts, errorText, InvalidField, NotFound } from '../../lib/errors.ts'

/** The private link is unknown, or its day is over. */
export class WaitingLinkNotFound extends NotFound {}
export class WaitingEntryNotFound extends NotFound {}

/** The day has free slots, or the business keeps no waiting list. */
export class NoWaitingList extends Conflict {}

/** The part of the day never has slots. */
export class PartWithoutSlots extends InvalidField {}
export class OfferEnded extends Conflict {}

/** The entry has an offer that can still be accepted. */
export class OfferPending extends Conflict {}
export class RestoreEntryTooLate extends Conflict {}

/** The person has joined the waiting list again. */
export class AlreadyWaiting extends Conflict {}

const NOT_WAITING = 'Questa persona non è più in lista d’attesa.'

export const waitingListErrors: ErrorTexts = new Map([
  errorText(WaitingLinkNotFound, 'Questo link non è valido, o la giornata è passata.'),
  errorText(WaitingEntryNotFound, NOT_WAITING),
  errorText(
    NoWaitingList,
    'Per questa giornata non c’è una lista d’attesa: scegli tra gli orari liberi, o un altro giorno.',
  ),
  errorText(PartWithoutSlots, 'In questa parte della giornata non ci sono mai posti.'),
  errorText(OfferEnded, 'Il posto non è più disponibile.'),
  errorText(OfferPending, 'Ha già un’offerta a cui può rispondere.'),
  errorText(RestoreEntryTooLate, NOT_WAITING),
  errorText(AlreadyWaiting, 'Questa persona è già tornata in lista da sola.'),
])
