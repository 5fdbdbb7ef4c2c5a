import { dateOf } from '@prenoto/core/time/plain-date.ts'
import { NOW } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Context } from '../tenants/context.ts'
import { answerCache } from './answer-cache.ts'

/** Free hours as the cached JSON of a service has them: some 25 kB that shrink to some hundred bytes. */
const HOURS = Array.from({ length: 2_000 }, (_, i) => `09:${i % 60}:00`)

const days = { calendarIds: [1], first: dateOf('2026-11-21'), last: dateOf('2027-02-21') }

let version = '1'
beforeEach(() => {
  version = '1'
})

/** Asks for the one answer of a business, `seconds` from now; `until` is how long it holds by itself. */
function business(cache: ReturnType<typeof answerCache>, id: number, until = NOW.add({ hours: 1 })) {
  const counted = { made: 0, checked: 0, ask }
  async function ask({ seconds = 0, revision = 1, ready = Promise.resolve() } = {}) {
    const ctx = { tenant: { id, revision }, now: NOW.add({ milliseconds: seconds * 1000 }) } as Context
    const json = await cache.get(ctx, 'services', {
      findVersion: async () => {
        counted.checked += 1
        return version
      },
      make: async () => {
        counted.made += 1
        const answer = { value: { made: counted.made, HOURS }, days, version, until: until.epochMilliseconds }
        await ready
        return answer
      },
    })
    return json.read().made
  }
  return counted
}

test('gives an answer unchecked for a second, then for as long as its days keep their version', {
  tags: ['13.130'],
}, async () => {
  const here = business(answerCache(), 1)
  expect([await here.ask(), await here.ask({ seconds: 0.9 }), here.checked]).toEqual([1, 1, 0])
  expect([await here.ask({ seconds: 1 }), here.checked]).toEqual([1, 1])
  version = '2'
  expect([await here.ask({ seconds: 1.9 }), await here.ask({ seconds: 2 })]).toEqual([1, 2])
})

test('checks an answer at once after a change in this process, and after the clock was put back', async () => {
  const cache = answerCache()
  const here = business(cache, 1)
  await here.ask({ seconds: 60 })
  expect([await here.ask(), here.checked]).toEqual([1, 1])
  cache.invalidate(1)
  expect([await here.ask(), here.checked]).toEqual([1, 2])
  version = '2'
  cache.invalidate(2)
  expect(await here.ask()).toBe(1)
  cache.invalidate(1)
  expect(await here.ask()).toBe(2)
})

test('makes an answer anew for another revision and at its end', async () => {
  const here = business(answerCache(), 1, NOW.add({ seconds: 1 }))
  expect([await here.ask(), await here.ask({ revision: 2 })]).toEqual([1, 2])
  expect(await here.ask({ revision: 2, seconds: 1 })).toBe(3)
})

test('makes one answer for concurrent requests, but not for those that come a second or a change later', async () => {
  const cache = answerCache()
  const here = business(cache, 1)
  const silent = Promise.withResolvers<void>()
  const early = [here.ask({ ready: silent.promise }), here.ask({ seconds: 0.5 })]
  expect(await here.ask({ seconds: 1 })).toBe(2)
  cache.invalidate(1)
  version = '2'
  expect(await here.ask({ seconds: 1 })).toBe(3)
  silent.resolve()
  expect(await Promise.all(early)).toEqual([1, 1])
})

test('an answer that was under way during a change is checked before it is given', async () => {
  const cache = answerCache()
  const here = business(cache, 1)
  const silent = Promise.withResolvers<void>()
  const early = here.ask({ ready: silent.promise })
  version = '2'
  cache.invalidate(1)
  silent.resolve()
  expect([await early, await here.ask()]).toEqual([1, 2])
})

test('the bound is in compressed bytes, and answers of earlier revisions take none of it', async () => {
  const cache = answerCache(400_000)
  const businesses = Array.from({ length: 40 }, (_, id) => business(cache, id))
  for (let revision = 1; revision <= 3; revision++) for (const { ask } of businesses) await ask({ revision })
  for (const { ask } of businesses) await ask({ revision: 3 })
  expect(businesses.map(({ made }) => made)).toEqual(businesses.map(() => 3))
})
