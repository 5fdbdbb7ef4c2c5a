import { conflict, invalidField, notFound } from '../../../lib/errors.ts'

export const WrongCode = invalidField('Il codice non è corretto o è già stato usato.')
export const PasskeyRefused = invalidField('La passkey non è stata accettata: riprova.')
export const PasskeyNotFound = notFound('La passkey non esiste più.')
export const TotpAlreadyAdded = conflict('L’app di autenticazione è già attiva: per cambiarla, prima toglila.')
export const PasskeyLimitReached = conflict('Hai già dieci passkey: togline una che non usi più.')
export const PasskeyAlreadyAdded = conflict('Questa passkey è già tra le tue.')

/** The business requires a second factor, and this is the user's last one. */
export const LastSecondFactor = conflict(
  'La tua attività richiede la verifica in due passaggi: aggiungi un altro metodo prima di togliere questo.',
)
export const NoSecondFactor = conflict('Prima attiva un’app di autenticazione o una passkey.')

/** An administrator without a second factor cannot require one of all users. */
export const OwnSecondFactorMissing = conflict(
  'Prima attiva la verifica in due passaggi per il tuo accesso, così non resti fuori.',
)
export const ResetOwnSecondFactor = conflict(
  'I tuoi metodi si tolgono nelle Impostazioni, in «Verifica in due passaggi».',
)
