import { expect, test } from 'vitest'
import { NOW } from '../../test/test-server.ts'
import type { Context } from '../tenants/context.ts'
import { type Json, readJson, responseCache } from './response-cache.ts'

const made = <T extends object>(value: T) => ({ value, until, source: {}, fingerprint: '1' })

const until = NOW.add({ hours: 1 }).epochMilliseconds

const ctxAt = (id: number, revision = 1, now = NOW) => ({ tenant: { id, revision }, now }) as Context

/** Asks for the one answer of a business as it is after so many changes. Tells how often it was made. */
function asking(
  cache: ReturnType<typeof responseCache>,
  tenantId: number,
  value: object = { text: 'x'.repeat(2_000) },
) {
  const asked = { made: 0, ask }
  function ask(revision = 1) {
    return cache.get(ctxAt(tenantId, revision), 'services', {
      fingerprint: async () => '1',
      make: async () => {
        asked.made += 1
        return made(value)
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

/** Some 25 kB that say little, as free hours do. */
const LONG = { slots: Array.from({ length: 2_000 }, (_, i) => `09:${i % 60}:00`) }

test('answers that are sent compressed take the room of what is sent', async () => {
  const cache = responseCache(100_000)
  const businesses = Array.from({ length: 40 }, (_, i) => asking(cache, i, LONG))

  for (const { ask } of businesses) (await ask()).in('br')
  for (const { ask } of businesses) (await ask()).in('br')

  expect(businesses.map(({ made }) => made)).toEqual(businesses.map(() => 1))
})

test('each encoding that is asked for is counted', async () => {
  const cache = responseCache(100_000)
  const businesses = Array.from({ length: 40 }, (_, i) => asking(cache, i, LONG))

  for (const { ask } of businesses) {
    const answer = await ask()
    for (const encoding of ['br', 'gzip', 'identity'] as const) answer.in(encoding)
  }
  for (const { ask } of businesses) await ask()

  expect(businesses.reduce((sum, { made }) => sum + made, 0)).toBeGreaterThan(70)
})

test('as long as nothing changes, the same answer is given, and nothing is compressed again', async () => {
  const cache = responseCache()
  const ask = (seconds: number, fingerprint: string) =>
    cache.get(ctxAt(1, 1, NOW.add({ seconds })), 'services', {
      fingerprint: async () => fingerprint,
      make: async () => ({ ...made(LONG), fingerprint }),
    })

  const first = await ask(0, '1')
  const bytes = first.in('br')
  expect(await ask(2, '1')).toBe(first)
  expect((await ask(4, '1')).in('br')).toBe(bytes)
  expect(await ask(6, '2')).not.toBe(first)
})

test('after a change here an answer that says the same is given again, without asking for its fingerprint', async () => {
  const cache = responseCache()
  let [asked, remade] = [0, 0]
  const ask = (now: string) =>
    cache.get(ctxAt(1), 'services', {
      fingerprint: async () => {
        asked += 1
        return now
      },
      make: async () => made({ now }),
      remake: async (known) => {
        remade += 1
        return known === now ? undefined : { ...made({ now }), fingerprint: now }
      },
    })

  const first = await ask('1')
  cache.invalidate(1)
  expect(await ask('1')).toBe(first)
  cache.invalidate(1)
  expect(readJson(await ask('2'))).toEqual({ now: '2' })
  expect([remade, asked]).toEqual([2, 0])
})

test('nobody waits for an answer that was begun longer ago than answers are trusted', async () => {
  const cache = responseCache()
  const silent = Promise.withResolvers<void>()
  const ask = (at: Temporal.Instant, spoken: Promise<void>, when: string) =>
    cache.get(ctxAt(1, 1, at), 'services', {
      fingerprint: async () => '1',
      make: async () => {
        await spoken
        return made({ when })
      },
    })

  const first = ask(NOW, silent.promise, 'before')
  const shared = ask(NOW.add({ milliseconds: 500 }), Promise.resolve(), 'never asked for')
  const later = ask(NOW.add({ seconds: 2 }), Promise.resolve(), 'after')

  expect(readJson(await later)).toEqual({ when: 'after' })
  silent.resolve()
  expect([readJson(await first), readJson(await shared)]).toEqual([{ when: 'before' }, { when: 'before' }])
})

test('what was made is read without parsing it, and from its bytes by whoever comes later', async () => {
  const value = { id: 7 }
  const answer: Json<object> = await responseCache().get(ctxAt(1), 'services', {
    fingerprint: async () => '1',
    make: async () => made(value),
  })

  expect(readJson(answer)).toBe(value)
  expect(answer.text()).toBe('{"id":7}')
})
