import {
  type ErrorTexts,
  errorText,
  InvalidField,
  LimitReached,
  NotFound,
  ProofMissing,
  SecondFactorMissing,
} from '../../lib/errors.ts'

/** The one-time link is unknown, used or expired. */
export class LinkNotFound extends NotFound {}

/** The user's role does not allow the endpoint. */
export class RoleTooLow extends NotFound {
  override reason = 'role-too-low' as const
}
/** The user has no such session. */
export class SessionNotFound extends NotFound {}
export class WrongCurrentPassword extends InvalidField {}
export class WrongPassword extends InvalidField {}

/** The session's last password is too old for the call. */
export class ProofRequired extends ProofMissing {}

/** The business requires a second factor, and the user has yet to add one. */
export class SecondFactorRequired extends SecondFactorMissing {}
export class LogInLimitReached extends LimitReached {}

export const sessionErrors: ErrorTexts = new Map([
  errorText(LinkNotFound, 'Il link non è più valido: è scaduto oppure è già stato usato.'),
  errorText(RoleTooLow, 'Operazione non consentita per il tuo ruolo.'),
  errorText(SessionNotFound, 'Questo dispositivo è già stato scollegato.'),
  errorText(WrongCurrentPassword, 'La password attuale non è corretta.'),
  errorText(WrongPassword, 'La password non è corretta.'),
  errorText(ProofRequired, 'Per questa operazione conferma che sei tu.'),
  errorText(SecondFactorRequired, 'La tua attività richiede la verifica in due passaggi: attivala per continuare.'),
  errorText(
    LogInLimitReached,
    'Troppi tentativi con una password sbagliata: accedi da dove l’hai già fatto, oppure scegli una nuova password con «Password dimenticata?».',
  ),
])
