import { Conflict, type ErrorTexts, errorText, InvalidField } from '../../lib/errors.ts'

/** The provider has not configured the channel. */
export class ChannelNotOffered extends InvalidField {}

/** Without a cap nothing would ever be sent. */
export class CapMissing extends InvalidField {}

/** The business uses no channel, or the customer has no mobile number. */
export class TextConsentImpossible extends Conflict {}

export const textMessageErrors: ErrorTexts = new Map([
  errorText(ChannelNotOffered, 'Questo canale non è disponibile.'),
  errorText(CapMissing, 'Per usare WhatsApp o gli SMS indica quanto vuoi spendere al massimo in un mese.'),
  errorText(
    TextConsentImpossible,
    'Il consenso si può registrare solo per un cliente con un numero di cellulare e se WhatsApp o gli SMS sono attivi.',
  ),
])
