import { type ErrorTexts, errorText, InvalidField, NotFound } from '../../lib/errors.ts'

export class NotificationNotFound extends NotFound {}

/** The user has no such device. */
export class PushDeviceNotFound extends NotFound {}
export class UnknownPushService extends InvalidField {}
export class InvalidPushKey extends InvalidField {}

export const notificationErrors: ErrorTexts = new Map([
  errorText(NotificationNotFound, 'La notifica richiesta non esiste.'),
  errorText(PushDeviceNotFound, 'Questo dispositivo non riceve già più notifiche.'),
  errorText(
    UnknownPushService,
    'Le notifiche di questo browser non sono supportate: prova con Chrome, Edge, Firefox o Safari.',
  ),
  errorText(InvalidPushKey, 'Il browser ha inviato dati non validi.'),
])
