import { sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, expect, test, vi } from 'vitest'
import { proofOfWork } from '../limits/proof-of-work.ts'

const server = await sharedServer()

afterEach(() => {
  vi.useRealTimers()
})

test('a solution is accepted until its challenge expires after ten minutes', async () => {
  const proofs = proofOfWork(server.connections.limits, 1)
  const scope = { tenantId: 1, form: 'booking' }
  const redeemAfter = async (minutes: number) => {
    vi.useRealTimers()
    const challenge = await proofs.newChallenge(scope, 1)
    const { counter, derivedKey } = (await solveChallenge({ challenge, deriveKey }))!
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    return proofs.redeem(JSON.stringify({ challenge, solution: { counter, derivedKey } }), scope)
  }

  expect(await redeemAfter(9)).toBe(1)
  expect(await redeemAfter(11)).toBe(0)
})
