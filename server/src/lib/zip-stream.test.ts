import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { zipStream } from './zip-stream.ts'

/** An endless entry; `state` says whether its reader has let go of it. */
function endless(failsAt = Number.POSITIVE_INFINITY) {
  const state = { isReleased: false }
  async function* content() {
    try {
      for (let i = 0; ; i += 1) {
        if (i === failsAt) throw new Error('the database is gone')
        yield Buffer.alloc(100_000, i)
      }
    } finally {
      state.isReleased = true
    }
  }
  return { state, content: Readable.from(content(), { objectMode: false }) }
}

async function* entries(content: Readable) {
  yield { path: 'a.txt', content: Readable.from([Buffer.from('a')]) }
  yield { path: 'b.txt', content }
}

test('an entry that fails makes the whole ZIP fail', async () => {
  await expect(buffer(zipStream(entries(endless(30).content)))).rejects.toThrow('the database is gone')
})

test('an entry is released when nobody reads the ZIP any more', async () => {
  const { state, content } = endless()
  let read = 0
  for await (const chunk of zipStream(entries(content))) {
    read += chunk.length
    if (read > 1_000) break
  }
  await expect.poll(() => state.isReleased).toBe(true)
})
