import { setTimeout as sleep } from 'node:timers/promises'

/** Repeats a request that a busy server answers with 503, as clients are told to, and returns the first other answer. */
export async function waitForResponse<T extends { statusCode: number }>(request: () => Promise<T>): Promise<T> {
  let answer = await request()
  while (answer.statusCode === 503) {
    await sleep(100)
    answer = await request()
  }
  return answer
}
