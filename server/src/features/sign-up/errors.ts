import { formatWait } from '@prenoto/core/time/format.ts'
import { type ErrorTexts, errorText, InvalidField, LimitReached } from '../../lib/errors.ts'

export class AddressReserved extends InvalidField {}

/** Also for an address that a business had until recently. */
export class AddressTaken extends InvalidField {}

/** The mail server has refused the address for good. */
export class MailboxUnknown extends InvalidField {}

/** The mailbox has received too many links today. */
export class MailboxLimitReached extends LimitReached {}

/** The installation has opened too many businesses in this hour. */
export class OpeningLimitReached extends LimitReached {}

export const signUpErrors: ErrorTexts = new Map([
  errorText(AddressReserved, 'Questo indirizzo è riservato: scegline un altro.'),
  errorText(AddressTaken, 'Questo indirizzo è già preso: scegline un altro.'),
  errorText(MailboxUnknown, 'Questa email non riceve messaggi: controlla come l’hai scritta.'),
  errorText(
    MailboxLimitReached,
    ({ retryAfter }) =>
      `Abbiamo già scritto più volte a questa email: cerca il messaggio, anche nella posta indesiderata, oppure riprova tra ${formatWait(retryAfter)}.`,
  ),
  errorText(
    OpeningLimitReached,
    ({ retryAfter }) =>
      `In quest’ora si sono già aperte molte attività: riprova tra ${formatWait(retryAfter)}. Il tuo link vale ancora.`,
  ),
])
