import { invalidField, notFound } from '../../lib/errors.ts'

export const NotificationNotFound = notFound('La notifica richiesta non esiste.')

/** The user has no such device. */
export const PushDeviceNotFound = notFound('Questo dispositivo non riceve già più notifiche.')
export const UnknownPushService = invalidField(
  'Le notifiche di questo browser non sono supportate: prova con Chrome, Edge, Firefox o Safari.',
)
export const InvalidPushKey = invalidField('Il browser ha inviato dati non validi.')
