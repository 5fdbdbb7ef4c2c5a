import { expect, test } from 'vitest'
import { NOW } from '../../test/test-server.ts'
import type { Context } from '../tenants/context.ts'
import { readJson, responseCache } from './response-cache.ts'

const until = NOW.add({ hours: 1 }).epochMilliseconds

/** Asks for the one answer of a business as it is after so many changes. Tells how often it was made. */
function asking(cache: ReturnType<typeof responseCache>, tenantId: number, value: unknown = 'x'.repeat(2_000)) {
  const asked = { made: 0, ask }
  function ask(revision: number) {
    const ctx = { tenant: { id: tenantId, revision }, now: NOW } as Context
    return cache.get(ctx, 'services', {
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

test('what is made into bytes is read from them once', async () => {
  const answer = await asking(responseCache(), 1, { id: 7 }).ask(1)

  expect(readJson(answer)).toEqual({ id: 7 })
  expect(readJson(answer)).toBe(readJson(answer))
})
