import type { Challenge } from '@prenoto/core/contract/proof-of-work.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Answers each challenge with its solution; null if the browser cannot solve it. */
addEventListener('message', async ({ data: challenge }: MessageEvent<Challenge>) => {
  const solution = await solveChallenge({ challenge, deriveKey }).catch(() => null)
  postMessage(solution && { counter: solution.counter, derivedKey: solution.derivedKey })
})
