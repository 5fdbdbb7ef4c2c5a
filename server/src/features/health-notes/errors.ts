import { Conflict, type ErrorTexts, errorText, HttpError, InvalidField, NotFound } from '../../lib/errors.ts'

/** There is no such customer, or the user may not read health notes: both get the same answer. */
export class HealthDataNotFound extends NotFound {}
export class HealthNoteNotFound extends NotFound {}
export class HealthDocumentNotFound extends NotFound {}
export class HealthConsentMissing extends Conflict {}

/** No service allows health notes. */
export class HealthNotesNotOffered extends Conflict {}
export class ConsentInFuture extends InvalidField {}

/** The visit is not one of the customer's, or its service does not allow health notes. */
export class VisitWithoutHealthNotes extends InvalidField {}
export class TooManyDocuments extends InvalidField {}

export const healthNoteErrors: ErrorTexts = new Map([
  errorText(HealthDataNotFound, 'Il cliente richiesto non esiste.'),
  errorText(HealthNoteNotFound, 'La nota richiesta non esiste.'),
  errorText(HealthDocumentNotFound, 'Il documento richiesto non esiste.'),
  errorText(
    HealthConsentMissing,
    'Manca il consenso del cliente al trattamento dei dati sulla salute: registralo prima delle note.',
  ),
  errorText(HealthNotesNotOffered, 'Nessun servizio consente le note mediche: attivale prima in un servizio.'),
  errorText(ConsentInFuture, 'La data non può essere nel futuro.'),
  errorText(VisitWithoutHealthNotes, 'Scegli una visita del cliente per un servizio che consente le note mediche.'),
  errorText(TooManyDocuments, 'I documenti di un cliente possono occupare al massimo 20 MB: eliminane qualcuno.'),
])

/** The ciphertext is damaged, or its key is missing; the cause is for the log. */
export function unreadable(cause: unknown) {
  const error = new HttpError(
    500,
    'Questi dati sulla salute non si possono decifrare: avvisa chi gestisce l’installazione.',
  )
  error.cause = cause
  return error
}
