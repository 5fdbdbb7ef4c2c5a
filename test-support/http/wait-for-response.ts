import { setTimeout as sleep } from 'node:timers/promises'

/** Repeats a request until the answer is not 503. */
export async function waitForResponse<T extends { statusCode: number }>(request: () => Promise<T>): Promise<T> {
  let answer = await request()
  while (answer.statusCode === 503) {
    await sleep(100)
    answer = await request()
  }
  return answer
}
