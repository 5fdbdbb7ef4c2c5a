import { proofHeader } from '@prenoto/core/contract/proof-header.ts'
import type { Challenge, Proof } from '@prenoto/core/contract/proof-of-work.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { LightMyRequestResponse } from 'fastify'
import { proofOfWork } from '../../server/src/plugins/limits/proof-of-work.ts'
import type { TestServer } from '../server/test-server.ts'

const getChallenge = (refused: LightMyRequestResponse): Challenge | undefined =>
  refused.statusCode === 429 ? refused.json().challenge : undefined

async function solve(challenge: Challenge) {
  const { counter, derivedKey } = (await solveChallenge({ challenge, deriveKey }))!
  return proofHeader({ challenge, solution: { counter, derivedKey } } satisfies Proof)
}

/** The header with the solution of a refused request's challenge, as a browser sends it; undefined if it has none. */
export async function solveRefusedChallenge(refused: LightMyRequestResponse) {
  const challenge = getChallenge(refused)
  return challenge && solve(challenge)
}

/** As `solveRefusedChallenge`, for an easy challenge of the same level, to save the time of the tests. */
export async function proveWithoutWork({ connections }: TestServer, refused: LightMyRequestResponse) {
  const { tenant, form, level } = getChallenge(refused)?.parameters.data ?? {}
  if (tenant === undefined) return undefined
  const scope = { tenantId: Number(tenant), form: String(form) }
  return solve(await proofOfWork(connections.limits, 1).newChallenge(scope, Number(level)))
}
