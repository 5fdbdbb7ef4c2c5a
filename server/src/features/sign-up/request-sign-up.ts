import type { Provider } from '@prenoto/core/pages/page-data.ts'
import { isReservedAddress } from '@prenoto/core/sign-up/business-address.ts'
import { signUpPaths } from '@prenoto/core/sign-up/sign-up-pages.ts'
import type { SignUp } from '@prenoto/core/sign-up/sign-up-schema.ts'
import type { Pool } from '../../database/connection.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { unavailable } from '../../lib/errors.ts'
import type { Mailer } from '../../outbox/mailer.ts'
import { AddressRefused } from '../../outbox/smtp-failure.ts'
import { type Pressure, requireProof } from '../../plugins/limits/pressure.ts'
import { AddressReserved, AddressTaken, MailboxUnknown } from './errors.ts'
import { isDomainFree } from './sign-up.repository.ts'
import type { SignUpLimits } from './sign-up-limits.ts'
import { signUpMail } from './sign-up-mail.ts'
import { sealRequest } from './sign-up-token.ts'

export type SignUpParts = {
  /** The provider's own domain. */
  domain: string
  provider: Provider
  pool: Pool
  encryption: Encryption
  limits: SignUpLimits
  mailer: Pick<Mailer, 'deliver'>
  render: Parameters<typeof signUpMail>[1]
  clock: Clock
  /** Called when a business was opened. */
  onOpened(tenantId: number): void
}

type AddressParts = Pick<SignUpParts, 'domain' | 'provider' | 'pool'>

export const domainAt = (address: string, { domain }: Pick<SignUpParts, 'domain'>) => `${address}.${domain}`

/** Throws 422 for an address that a business cannot have. */
export async function requireFreeAddress({ domain, provider, pool }: AddressParts, address: string) {
  if (isReservedAddress(address, { domain, name: provider.name })) throw new AddressReserved('address')
  if (!(await isDomainFree(pool, domainAt(address, { domain })))) throw new AddressTaken('address')
}

type Request = { pressure: Pressure | undefined; origin: string }

/**
 * Sends the link that opens a business. It contains the whole request, so nothing is stored. The e-mail is not queued,
 * because its job would contain the address.
 * Throws 422 for an address or mailbox that cannot be used, 429 as `limits` do and for a missing proof of work, 503 if the
 * e-mail cannot be sent now.
 */
export async function requestSignUp(
  parts: SignUpParts,
  { name, address, email }: SignUp,
  { pressure, origin }: Request,
) {
  const { domain, provider, encryption, limits, mailer, render, clock } = parts
  requireProof(pressure)
  await requireFreeAddress(parts, address)
  const { refund } = await limits.countEmail(email)
  const link = origin + signUpPaths.link(sealRequest(encryption, { name, address, email }, clock()))
  const sent = { name, email, domain: domainAt(address, { domain }), origin, link, provider }
  try {
    await mailer.deliver(await signUpMail(sent, render))
  } catch (error) {
    await refund()
    if (error instanceof AddressRefused) throw new MailboxUnknown('email')
    throw unavailable('Non siamo riusciti a inviarti l’email. Riprova tra poco.', 30, error)
  }
}
