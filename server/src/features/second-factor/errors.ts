import { Conflict, type ErrorTexts, errorText, InvalidField, NotFound } from '../../lib/errors.ts'

export class WrongCode extends InvalidField {}
export class PasskeyRefused extends InvalidField {}
export class PasskeyNotFound extends NotFound {}
export class TotpAlreadyAdded extends Conflict {}
export class PasskeyLimitReached extends Conflict {}
export class PasskeyAlreadyAdded extends Conflict {}

/** The business requires a second factor, and this is the user's last one. */
export class LastSecondFactor extends Conflict {}
export class NoSecondFactor extends Conflict {}

/** An administrator without a second factor cannot require one of all users. */
export class OwnSecondFactorMissing extends Conflict {}
export class ResetOwnSecondFactor extends Conflict {}

export const secondFactorErrors: ErrorTexts = new Map([
  errorText(WrongCode, 'Il codice non è corretto o è già stato usato.'),
  errorText(PasskeyRefused, 'La passkey non è stata accettata: riprova.'),
  errorText(PasskeyNotFound, 'La passkey non esiste più.'),
  errorText(TotpAlreadyAdded, 'L’app di autenticazione è già attiva: per cambiarla, prima toglila.'),
  errorText(PasskeyLimitReached, 'Hai già dieci passkey: togline una che non usi più.'),
  errorText(PasskeyAlreadyAdded, 'Questa passkey è già tra le tue.'),
  errorText(
    LastSecondFactor,
    'La tua attività richiede la verifica in due passaggi: aggiungi un altro metodo prima di togliere questo.',
  ),
  errorText(NoSecondFactor, 'Prima attiva un’app di autenticazione o una passkey.'),
  errorText(
    OwnSecondFactorMissing,
    'Prima attiva la verifica in due passaggi per il tuo accesso, così non resti fuori.',
  ),
  errorText(ResetOwnSecondFactor, 'I tuoi metodi si tolgono nelle Impostazioni, in «Verifica in due passaggi».'),
])
