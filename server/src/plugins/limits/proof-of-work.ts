import { randomInt } from 'node:crypto'
import { type Challenge, type Proof, proofSchema } from '@prenoto/core/contract/proof-of-work.ts'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Pool } from '../../database/connection.ts'
import { readProofSecret } from './proof-of-work.repository.ts'
import { addPoints } from './rate-limits.repository.ts'

/** The highest level; each level doubles the work of the one before. */
export const MAX_LEVEL = 4

/** Keys that a browser derives at most at level 1, and the PBKDF2 rounds of each: a slow telephone needs about two seconds. */
const MAX_KEYS = 640
const ROUNDS = 1_000

/** How long a solution is accepted, in milliseconds. */
const VALID_FOR = 10 * 60_000
/** Used solutions are remembered longer, since the clocks of processes may differ. */
const REMEMBERED_FOR = 6 * VALID_FOR

/** A solution counts for one tenant and one form. */
export type ProofScope = { tenantId: number; form: string }

export type ProofOfWork = ReturnType<typeof proofOfWork>

/** Makes challenges and verifies their solutions, with one key for all processes. `maxKeys` is less in tests. */
export function proofOfWork(pool: Pool, maxKeys = MAX_KEYS) {
  let secret: Promise<string> | undefined
  const readSecret = () => {
    secret ??= readProofSecret(pool).catch((error) => {
      secret = undefined
      throw error
    })
    return secret
  }

  return {
    async newChallenge({ tenantId, form }: ProofScope, level: number): Promise<Challenge> {
      const key = await readSecret()
      const most = maxKeys * 2 ** (level - 1)
      const challenge = await createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: ROUNDS,
        counter: randomInt(Math.ceil(most / 4), most + 1),
        deriveKey,
        data: { tenant: tenantId, form, level },
        expiresAt: Math.ceil((Date.now() + VALID_FOR) / 1000),
        hmacSignatureSecret: key,
        hmacKeySignatureSecret: `keys ${key}`,
      })
      return challenge as Challenge
    },

    /** The level of a solution, which is used up; 0 if it is missing, wrong, expired, used, or of another scope. */
    async redeem(header: string | undefined, { tenantId, form }: ProofScope): Promise<number> {
      const proof = parseProof(header)
      if (!proof) return 0
      const secret = await readSecret()
      const { verified } = await verifySolution({
        ...proof,
        deriveKey,
        hmacSignatureSecret: secret,
        hmacKeySignatureSecret: `keys ${secret}`,
      })
      const { tenant, form: solvedFor, level } = proof.challenge.parameters.data ?? {}
      if (!verified || tenant !== tenantId || solvedFor !== form) return 0
      const key = `proof:${tenantId}/${proof.challenge.parameters.nonce}`
      const [used] = await addPoints(pool, [{ key, milliseconds: REMEMBERED_FOR }])
      return used!.consumedPoints === 1 ? Number(level) : 0
    },
  }
}

function parseProof(header: string | undefined): Proof | undefined {
  if (!header) return undefined
  try {
    return proofSchema.safeParse(JSON.parse(header)).data
  } catch {
    return undefined
  }
}
