import { conflict, invalidField, notFound } from '../../lib/errors.ts'

const NOT_WAITING = 'Questa persona non è più in lista d’attesa.'

/** The private link is unknown, or its day is over. */
export const WaitingLinkNotFound = notFound('Questo link non è valido, o la giornata è passata.')
export const WaitingEntryNotFound = notFound(NOT_WAITING)

/** The day has free slots, or the business keeps no waiting list. */
export const NoWaitingList = conflict(
  'Per questa giornata non c’è una lista d’attesa: scegli tra gli orari liberi, o un altro giorno.',
)

/** The part of the day never has slots. */
export const PartWithoutSlots = invalidField('In questa parte della giornata non ci sono mai posti.')
export const OfferEnded = conflict('Il posto non è più disponibile.')

/** The entry has an offer that can still be accepted. */
export const OfferPending = conflict('Ha già un’offerta a cui può rispondere.')
export const RestoreEntryTooLate = conflict(NOT_WAITING)

/** The person has joined the waiting list again. */
export const AlreadyWaiting = conflict('Questa persona è già tornata in lista da sola.')
