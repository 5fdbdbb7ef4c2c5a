import { conflict, invalidField, limitReached, notFound } from '../../../lib/errors.ts'

export const EMAIL_TAKEN = 'Esiste già un utente con questa email.'
export const EMAIL_RESERVED =
  'Fino a pochi giorni fa questa email era di un altro utente: per ora non può essere usata.'

export const UserNotFound = notFound('L’utente richiesto non esiste.')
export const OwnPasswordNotHere = invalidField('La tua password si cambia nelle Impostazioni, con quella attuale.')
export const AdminRoleNotAssignable = invalidField('Il ruolo di amministratore non può essere assegnato.')
export const DisableOwnUser = conflict('Non puoi disattivare il tuo stesso utente.')
export const ChangeOwnRole = conflict('Non puoi cambiare il tuo stesso ruolo.')
export const DeleteOwnUser = conflict('Non puoi eliminare il tuo stesso utente.')
export const LastAdmin = conflict('È l’ultimo amministratore attivo: senza, nessuno potrebbe più gestire gli utenti.')
export const NotAppointable = conflict('Diventa amministratore solo chi ha scelto la password e non è disattivato.')
export const NotInvited = conflict(
  'Questo utente ha già scelto la password o è disattivato: non serve un altro invito.',
)
export const EmailTaken = invalidField(EMAIL_TAKEN)

/** Another user may still restore this e-mail address. */
export const EmailReserved = invalidField(EMAIL_RESERVED)
export const EmailChangeLimitReached = limitReached('L’email è già stata cambiata più volte: riprova domani.')
export const PasswordTooCommon = invalidField(
  'Questa password è tra le più usate e si indovina subito: scegline un’altra.',
)

/** The provider does not trust the business yet. */
export const UserLimitReached = conflict(
  'Finché l’attività è nuova può avere al massimo 10 utenti: per aggiungerne altri scrivi a chi ti fornisce il servizio.',
)
