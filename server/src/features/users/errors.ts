import { Conflict, type ErrorTexts, errorText, InvalidField, LimitReached, NotFound } from '../../lib/errors.ts'

export class UserNotFound extends NotFound {}
export class OwnPasswordNotHere extends InvalidField {}
export class AdminRoleNotAssignable extends InvalidField {}
export class DisableOwnUser extends Conflict {}
export class ChangeOwnRole extends Conflict {}
export class DeleteOwnUser extends Conflict {}
export class LastAdmin extends Conflict {}
export class NotAppointable extends Conflict {}
export class NotInvited extends Conflict {}
export class EmailTaken extends InvalidField {}

/** Another user may still restore this e-mail address. */
export class EmailReserved extends InvalidField {}
export class EmailChangeLimitReached extends LimitReached {}
export class PasswordTooCommon extends InvalidField {}

/** The provider does not trust the business yet. */
export class UserLimitReached extends Conflict {}

export const EMAIL_TAKEN = 'Esiste già un utente con questa email.'
export const EMAIL_RESERVED =
  'Fino a pochi giorni fa questa email era di un altro utente: per ora non può essere usata.'

export const userErrors: ErrorTexts = new Map([
  errorText(UserNotFound, 'L’utente richiesto non esiste.'),
  errorText(OwnPasswordNotHere, 'La tua password si cambia nelle Impostazioni, con quella attuale.'),
  errorText(AdminRoleNotAssignable, 'Il ruolo di amministratore non può essere assegnato.'),
  errorText(DisableOwnUser, 'Non puoi disattivare il tuo stesso utente.'),
  errorText(ChangeOwnRole, 'Non puoi cambiare il tuo stesso ruolo.'),
  errorText(DeleteOwnUser, 'Non puoi eliminare il tuo stesso utente.'),
  errorText(LastAdmin, 'È l’ultimo amministratore attivo: senza, nessuno potrebbe più gestire gli utenti.'),
  errorText(NotAppointable, 'Diventa amministratore solo chi ha scelto la password e non è disattivato.'),
  errorText(NotInvited, 'Questo utente ha già scelto la password o è disattivato: non serve un altro invito.'),
  errorText(EmailTaken, EMAIL_TAKEN),
  errorText(EmailReserved, EMAIL_RESERVED),
  errorText(EmailChangeLimitReached, 'L’email è già stata cambiata più volte: riprova domani.'),
  errorText(
    UserLimitReached,
    'Finché l’attività è nuova può avere al massimo 10 utenti: per aggiungerne altri scrivi a chi ti fornisce il servizio.',
  ),
  errorText(PasswordTooCommon, 'Questa password è tra le più usate e si indovina subito: scegline un’altra.'),
])
