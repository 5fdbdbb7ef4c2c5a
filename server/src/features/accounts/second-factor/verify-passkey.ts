import type { Assertion } from '@prenoto/core/second-factor/second-factor-schema.ts'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Context } from '../../../tenants/context.ts'
import {
  countUse,
  type ExpectedChallenge,
  findPasskey,
  insertChallenge,
  listPasskeysOn,
  takeChallenge,
} from './passkeys.repository.ts'
import type { Site } from './site.ts'
import type { Acceptance } from './verify-code.ts'

/** Validity of a challenge, which is also the time that the browser gives the user. */
export const CHALLENGE_MINUTES = 5

/** EdDSA, ES256 and RS256. */
export const ALGORITHMS = [-8, -7, -257]

/** Loaded when a passkey is first used, since most processes never need it. */
export const webAuthn = () => import('@simplewebauthn/server')

/** Uses challenges up for the library, and passes a failure of the database on, which the library would hide. */
export function challengeTaker(ctx: Context, expected: Omit<ExpectedChallenge, 'challenge'>) {
  let failure: unknown
  return {
    async take(challenge: string) {
      try {
        return await takeChallenge(ctx, { challenge, ...expected })
      } catch (error) {
        failure = error
        throw error
      }
    },
    ignoreUnlessFailed() {
      if (failure) throw failure
      return undefined
    },
  }
}

type Request = { userId: number; purpose: 'log-in' | 'proof' }

/** Options with which the browser asks for one of the user's passkeys of this domain. */
export async function passkeyRequestOptions(ctx: Context, { userId, purpose }: Request, { domain }: Site) {
  const passkeys = await listPasskeysOn(ctx, userId, domain)
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: domain,
    allowCredentials: passkeys.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    userVerification: 'required',
    timeout: CHALLENGE_MINUTES * 60_000,
  })
  const { challenge } = options
  await insertChallenge(
    ctx,
    { user_id: userId, purpose, domain, challenge },
    ctx.now.add({ minutes: CHALLENGE_MINUTES }),
  )
  return options
}

/**
 * Verifies a passkey, outside of transactions, and uses its challenge up even if it is refused. Undefined if it is refused.
 */
export async function verifyPasskey(
  ctx: Context,
  { userId, purpose, assertion }: Request & { assertion: Assertion },
  { domain, origins }: Site,
): Promise<Acceptance | undefined> {
  const passkey = await findPasskey(ctx, userId, { credentialId: assertion.id, domain })
  if (!passkey) return undefined
  const { credential_id, public_key, counter } = passkey
  const { verifyAuthenticationResponse } = await webAuthn()
  const challenges = challengeTaker(ctx, { user_id: userId, purpose, domain })
  const verified = await verifyAuthenticationResponse({
    response: assertion as AuthenticationResponseJSON,
    expectedChallenge: challenges.take,
    expectedOrigin: origins,
    expectedRPID: domain,
    credential: { id: credential_id, publicKey: new Uint8Array(public_key), counter },
    requireUserVerification: true,
    // The library throws for everything that is wrong in the response.
  }).catch(challenges.ignoreUnlessFailed)
  if (!verified?.verified) return undefined
  return (ctx) => countUse(ctx, passkey.id, verified.authenticationInfo.newCounter)
}
