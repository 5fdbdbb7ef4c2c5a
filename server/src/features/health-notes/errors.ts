import { conflict, HttpError, invalidField, notFound } from '../../lib/errors.ts'

/** An unknown customer gets the same answer as a user without the right to read health notes. */
export const HealthDataNotFound = notFound('Il cliente richiesto non esiste.')
export const HealthNoteNotFound = notFound('La nota richiesta non esiste.')
export const HealthDocumentNotFound = notFound('Il documento richiesto non esiste.')
export const HealthConsentMissing = conflict(
  'Manca il consenso del cliente al trattamento dei dati sulla salute: registralo prima delle note.',
)

/** No service allows health notes. */
export const HealthNotesNotOffered = conflict(
  'Nessun servizio consente le note mediche: attivale prima in un servizio.',
)
export const ConsentInFuture = invalidField('La data non può essere nel futuro.')

/** The visit is not one of the customer's, or its service does not allow health notes. */
export const VisitWithoutHealthNotes = invalidField(
  'Scegli una visita del cliente per un servizio che consente le note mediche.',
)
export const TooManyDocuments = invalidField(
  'I documenti di un cliente possono occupare al massimo 20 MB: eliminane qualcuno.',
)

/** The ciphertext is damaged, or its key is missing; the cause is for the log. */
export function unreadable(cause: unknown) {
  const error = new HttpError(
    500,
    'Questi dati sulla salute non si possono decifrare: avvisa chi gestisce l’installazione.',
  )
  error.cause = cause
  return error
}
