import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Reading } from './reader.ts'

/**
 * The milliseconds of each read while `work` is done, measured by a separate process, so that the load does not delay the
 * clock.
 */
export async function readBeside(reading: Reading, work: () => Promise<unknown>): Promise<number[]> {
  const reader = fork(join(import.meta.dirname, 'reader.ts'), [JSON.stringify(reading)])
  const [isReady] = await Promise.race([once(reader, 'message'), once(reader, 'exit')])
  if (isReady !== 'ready') throw new Error('The reader has ended')
  const answer = once(reader, 'message')
  try {
    await work()
  } finally {
    reader.send('stop')
  }
  const [waits] = await answer
  return waits
}
