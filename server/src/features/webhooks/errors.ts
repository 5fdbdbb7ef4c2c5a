import { conflict, invalidField, notFound } from '../../lib/errors.ts'

export const WebhookNotFound = notFound('Questo indirizzo non c’è più.')
export const DeliveryNotFound = notFound('Questo avviso non c’è più.')
export const TooManyWebhooks = conflict('Hai già dieci indirizzi: togline uno che non usi più.')
/** The sentence names no network, so that it helps nobody to explore the provider's. */
export const AddressNotPublic = invalidField(
  'Questo indirizzo non si può raggiungere da internet: controlla che sia giusto.',
)
