import { proofHeader } from '@prenoto/core/contract/proof-header.ts'
import type { Challenge, Proof } from '@prenoto/core/contract/proof-of-work.ts'
import { ApiError } from '../../lib/api-client.ts'
import { withRetry } from '../../lib/retry.ts'

/** A call of a form that anyone can send, with the header of its proof of work, if any. */
export type ProvableCall<T> = (headers: { 'proof-of-work'?: string }) => Promise<T>

/** The server may ask for more work than before. */
const MAX_CHALLENGES = 3

/** Repeats a refused call with the solution of its challenge. Throws the refusal if this browser cannot solve it. */
export async function proveAndRepeat<T>(
  call: ProvableCall<T>,
  refusal: ApiError,
  attemptsLeft = MAX_CHALLENGES,
): Promise<T> {
  const { challenge } = refusal
  const solution = challenge && attemptsLeft > 0 && (await solve(challenge))
  if (!solution) throw refusal
  try {
    return await withRetry(() => call(proofHeader({ challenge, solution })))
  } catch (error) {
    if (error instanceof ApiError && error.challenge) return proveAndRepeat(call, error, attemptsLeft - 1)
    throw error
  }
}

/** Undefined if the browser cannot, for instance over plain HTTP. */
async function solve(challenge: Challenge) {
  tell('Un momento: controlliamo che la richiesta sia sicura…')
  try {
    return await solveInWorker(challenge)
  } catch {
    return undefined
  } finally {
    tell('')
  }
}

function solveInWorker(challenge: Challenge): Promise<Proof['solution']> {
  const worker = new Worker(new URL('./solver-worker.ts', import.meta.url), { type: 'module' })
  const solved = new Promise<Proof['solution']>((resolve, reject) => {
    worker.addEventListener('message', ({ data }) => (data ? resolve(data) : reject()))
    worker.addEventListener('error', reject)
  })
  worker.postMessage(challenge)
  return solved.finally(() => worker.terminate())
}

/** Fills in the `SafetyCheck` of the form that is being sent. */
function tell(text: string) {
  for (const status of document.querySelectorAll('[data-safety-check]'))
    status.textContent = status.closest('form')?.querySelector('[aria-busy=true]') ? text : ''
}
