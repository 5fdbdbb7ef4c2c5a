import { expect, test } from 'vitest'
import { NOW } from '../../test/test-server.ts'
import type { Context } from '../tenants/context.ts'
import { type Json, readJson, responseCache } from './response-cache.ts'

const until = NOW.add({ hours: 1 }).epochMilliseconds

const ctxAt = (id: number, revision = 1, now = NOW) => ({ tenant: { id, revision }, now }) as Context

/** Asks for the one answer of a business as it is after so many changes. Tells how often it was made. */
function asking(cache: ReturnType<typeof responseCache>, tenantId: number, value: unknown = 'x'.repeat(2_000)) {
  const asked = { made: 0, ask }
  function ask(revision: number) {
    return cache.get(ctxAt(tenantId, revision), 'services', {
      fingerprint: async () => '1',
      make: async () => {
        asked.made += 1
        return { value, until }
      },
    })
  }
  return asked
}

test('what a business showed before its changes takes no room from others', async () => {
  const cache = responseCache(10_000)
  const [calm, busy] = [asking(cache, 1), asking(cache, 2)]
  await calm.ask(1)

  for (let revision = 1; revision <= 20; revision++) await busy.ask(revision)

  await calm.ask(1)
  expect(busy.made).toBe(20)
  expect(calm.made).toBe(1)
})

test('a short answer holds on to no memory but its own', async () => {
  const answer = await asking(responseCache(), 1, { id: 7 }).ask(1)

  expect(String(answer)).toBe('{"id":7}')
  expect(answer.buffer.byteLength).toBe(8)
})

test('nobody waits for an answer that was begun longer ago than answers are trusted', async () => {
  const cache = responseCache()
  const silent = Promise.withResolvers<string>()
  const ask = (at: Temporal.Instant, fingerprint: Promise<string>, value: string) =>
    cache.get(ctxAt(1, 1, at), 'services', {
      fingerprint: () => fingerprint,
      make: async () => ({ value, until }),
    })

  const first = ask(NOW, silent.promise, 'before')
  const shared = ask(NOW.add({ milliseconds: 500 }), Promise.resolve('2'), 'never asked for')
  const later = ask(NOW.add({ seconds: 2 }), Promise.resolve('2'), 'after')

  expect(String(await later)).toBe('"after"')
  silent.resolve('1')
  expect([String(await first), String(await shared)]).toEqual(['"before"', '"before"'])
})

test('what is made into bytes is read from them once, and the memory for that is bounded', async () => {
  const answer: Json<object> = await responseCache().get(ctxAt(1), 'services', {
    fingerprint: async () => '1',
    make: async () => ({ value: { id: 7 }, until }),
  })

  expect(readJson(answer)).toEqual({ id: 7 })
  const once = readJson(answer)
  expect(readJson(answer)).toBe(once)
  for (let i = 0; i < 5; i++) readJson(Buffer.from(JSON.stringify({ text: 'x'.repeat(900_000) })))
  expect(readJson(answer)).toEqual(once)
  expect(readJson(answer)).not.toBe(once)
})
