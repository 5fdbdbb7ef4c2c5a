import { randomUUID } from 'node:crypto'
import { businessAddress } from '@prenoto/core/sign-up/business-address.ts'
import { TERMS_VERSION } from '@prenoto/core/sign-up/sign-up-pages.ts'
import * as z from 'zod/mini'
import { CiphertextUnreadable, type Encryption } from '../../lib/encryption.ts'

const VALID_HOURS = 24

const PURPOSE = 'sign-up'

const requested = z.object({
  /** Identifies the link, so that it opens one business only. */
  id: z.uuid(),
  name: z.string(),
  address: businessAddress,
  email: z.string(),
  /** The version that the owner has accepted. */
  terms: z.int(),
  /** Epoch milliseconds. */
  expires: z.int(),
})

/** A business that its owner wants to open. */
export type Requested = z.infer<typeof requested>

/** The request itself, encrypted: until the owner confirms it, nothing is stored. */
export function sealRequest(
  encryption: Encryption,
  { name, address, email }: Pick<Requested, 'name' | 'address' | 'email'>,
  now: Temporal.Instant,
): string {
  const { epochMilliseconds } = now.add({ hours: VALID_HOURS })
  const content: Requested = {
    id: randomUUID(),
    name,
    address,
    email,
    terms: TERMS_VERSION,
    expires: epochMilliseconds,
  }
  return encryption.encrypt(PURPOSE, Buffer.from(JSON.stringify(content))).toString('base64url')
}

/** The request of a token, which may have expired; undefined if this installation has not made it. */
export function openRequest(encryption: Encryption, token: string): Requested | undefined {
  try {
    return requested.safeParse(JSON.parse(encryption.decrypt(PURPOSE, Buffer.from(token, 'base64url')).toString())).data
  } catch (error) {
    if (error instanceof CiphertextUnreadable) return undefined
    throw error
  }
}

export const isExpired = ({ expires }: Requested, now: Temporal.Instant) => expires <= now.epochMilliseconds
