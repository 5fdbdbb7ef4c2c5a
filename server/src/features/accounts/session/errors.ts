import { invalidField, limitReached, notFound } from '../../../lib/errors.ts'

/** The one-time link is unknown, used or expired. */
export const LinkNotFound = notFound('Il link non è più valido: è scaduto oppure è già stato usato.')

/** The user's role does not allow the endpoint. */
export class RoleTooLow extends notFound('Operazione non consentita per il tuo ruolo.') {
  override reason = 'role-too-low' as const
}
/** The user has no such session. */
export const SessionNotFound = notFound('Questo dispositivo è già stato scollegato.')
export const WrongCurrentPassword = invalidField('La password attuale non è corretta.')
export const WrongPassword = invalidField('La password non è corretta.')

export const LogInLimitReached = limitReached(
  'Troppi tentativi con una password sbagliata: accedi da dove l’hai già fatto, oppure scegli una nuova password con «Password dimenticata?».',
)
