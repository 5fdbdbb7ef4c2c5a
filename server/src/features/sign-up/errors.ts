import { formatWait } from '@prenoto/core/time/format.ts'
import { invalidField, limitReached } from '../../lib/errors.ts'

export const AddressReserved = invalidField('Questo indirizzo è riservato: scegline un altro.')

/** Also for an address that a business had until recently. */
export const AddressTaken = invalidField('Questo indirizzo è già preso: scegline un altro.')

/** The mail server has permanently refused the address. */
export const MailboxUnknown = invalidField('Questa email non riceve messaggi: controlla come l’hai scritta.')

/** The mailbox has received too many links today. */
export const MailboxLimitReached = limitReached(
  ({ retryAfter }) =>
    `Abbiamo già scritto più volte a questa email: cerca il messaggio, anche nella posta indesiderata, oppure riprova tra ${formatWait(retryAfter)}.`,
)

/** The installation has opened too many businesses in this hour. */
export const OpeningLimitReached = limitReached(
  ({ retryAfter }) =>
    `In quest’ora si sono già aperte molte attività: riprova tra ${formatWait(retryAfter)}. Il tuo link vale ancora.`,
)
