import { conflict, invalidField } from '../../lib/errors.ts'

/** The provider has not configured the channel. */
export const ChannelNotOffered = invalidField('Questo canale non è disponibile.')

/** Without a cap nothing would ever be sent. */
export const CapMissing = invalidField(
  'Per usare WhatsApp o gli SMS indica quanto vuoi spendere al massimo in un mese.',
)

/** The business uses no channel, or the customer has no mobile number. */
export const TextConsentImpossible = conflict(
  'Il consenso si può registrare solo per un cliente con un numero di cellulare e se WhatsApp o gli SMS sono attivi.',
)
