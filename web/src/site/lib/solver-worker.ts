import type { Challenge } from '@prenoto/core/contract/proof-of-work.ts'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'

/** Answers each challenge with its solution; null if the browser cannot solve it. */
addEventListener('message', async ({ data: challenge }: MessageEvent<Challenge>) => {
  const found = await solveChallenge({ challenge, deriveKey }).catch(() => null)
  postMessage(found && { counter: found.counter, derivedKey: found.derivedKey })
})
