import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { NOW } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Context } from '../tenants/context.ts'
import { answerCache } from './answer-cache.ts'

/** Free slots like those of a service: about 25 kB, some hundred bytes when compressed. */
const HOURS = Array.from({ length: 2_000 }, (_, i) => `09:${i % 60}:00`)

const days = { calendarIds: [1], first: parsePlainDate('2026-11-21'), last: parsePlainDate('2027-02-21') }

let version = '1'
beforeEach(() => {
  version = '1'
})

/** Requests the answer of a business `seconds` from now; `until` is the end of its validity without changes. */
function business(cache: ReturnType<typeof answerCache>, id: number, until = NOW.add({ hours: 1 })) {
  const counts = { answers: 0, checks: 0, ask }
  async function ask({ seconds = 0, revision = 1, ready = Promise.resolve() } = {}) {
    const ctx = { tenant: { id, revision }, now: NOW.add({ milliseconds: seconds * 1000 }) } as Context
    const json = await cache.get(ctx, 'services', {
      findVersion: async () => {
        counts.checks += 1
        return version
      },
      make: async () => {
        counts.answers += 1
        const answer = { value: { answers: counts.answers, HOURS }, days, version, until: until.epochMilliseconds }
        await ready
        return answer
      },
    })
    return json.read().answers
  }
  return counts
}

test('returns an answer unchecked for a second, then as long as the version of its days stays the same', {
  tags: ['13.130'],
}, async () => {
  const here = business(answerCache(), 1)
  expect([await here.ask(), await here.ask({ seconds: 0.9 }), here.checks]).toEqual([1, 1, 0])
  expect([await here.ask({ seconds: 1 }), here.checks]).toEqual([1, 1])
  version = '2'
  expect([await here.ask({ seconds: 1.9 }), await here.ask({ seconds: 2 })]).toEqual([1, 2])
})

test('checks an answer at once after a change in this process, and after the clock was set back', async () => {
  const cache = answerCache()
  const here = business(cache, 1)
  await here.ask({ seconds: 60 })
  expect([await here.ask(), here.checks]).toEqual([1, 1])
  cache.invalidate(1)
  expect([await here.ask(), here.checks]).toEqual([1, 2])
  version = '2'
  cache.invalidate(2)
  expect(await here.ask()).toBe(1)
  cache.invalidate(1)
  expect(await here.ask()).toBe(2)
})

test('renews an answer for another revision and at the end of its validity', async () => {
  const here = business(answerCache(), 1, NOW.add({ seconds: 1 }))
  expect([await here.ask(), await here.ask({ revision: 2 })]).toEqual([1, 2])
  expect(await here.ask({ revision: 2, seconds: 1 })).toBe(3)
})

test('shares one renewal among concurrent requests, not with those a second or a change later', async () => {
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

test('an answer that was being made during a change is checked before it is returned', async () => {
  const cache = answerCache()
  const here = business(cache, 1)
  const silent = Promise.withResolvers<void>()
  const early = here.ask({ ready: silent.promise })
  version = '2'
  cache.invalidate(1)
  silent.resolve()
  expect([await early, await here.ask()]).toEqual([1, 2])
})

test('the size limit counts compressed bytes and no answers of earlier revisions', async () => {
  const cache = answerCache(400_000)
  const businesses = Array.from({ length: 40 }, (_, id) => business(cache, id))
  for (let revision = 1; revision <= 3; revision++) for (const { ask } of businesses) await ask({ revision })
  for (const { ask } of businesses) await ask({ revision: 3 })
  expect(businesses.map(({ answers }) => answers)).toEqual(businesses.map(() => 3))
})
