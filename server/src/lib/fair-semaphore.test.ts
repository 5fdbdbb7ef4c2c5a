import { expect, test } from 'vitest'
import { fairSemaphore } from './fair-semaphore.ts'

const LIMITS = { perKey: 2, total: 3, maxQueuedPerKey: 2, timeout: 60_000 }

/** Runs pending callbacks. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

function newSemaphore(limits = {}) {
  const semaphore = fairSemaphore({ ...LIMITS, ...limits })
  const results: string[] = []
  const releases = new Map<string, () => void>()
  const acquire = (key: number, name: string, signal?: AbortSignal) =>
    semaphore.acquire(key, signal).then(
      (release) => {
        results.push(name)
        releases.set(name, release)
      },
      (error) => results.push(`${name}: ${error.status ?? error.message}`),
    )
  return { results, acquire, release: (name: string) => releases.get(name)!() }
}

test('a key runs its limit, queues the next callers and rejects those beyond the queue', async () => {
  const { results, acquire, release } = newSemaphore()

  for (const name of ['a', 'b', 'c', 'd', 'e']) void acquire(1, name)
  await settle()
  expect(results).toEqual(['a', 'b', 'e: 503'])

  release('b')
  await settle()
  expect(results.at(-1)).toBe('c')
  release('a')
  await settle()
  expect(results.at(-1)).toBe('d')
})

test('a rush on one key leaves permits to the others, and queues are served round-robin', async () => {
  const { results, acquire, release } = newSemaphore()
  for (const name of ['a', 'b', 'c', 'd']) void acquire(1, name)

  void acquire(2, 'x')
  void acquire(2, 'y')
  void acquire(3, 'z')
  await settle()
  expect(results).toEqual(['a', 'b', 'x'])

  release('a')
  await settle()
  release('x')
  await settle()
  release('b')
  await settle()
  expect(results.slice(3).sort()).toEqual(['c', 'y', 'z'])
})

test('a waiter that times out is rejected and blocks no later one', async () => {
  const { results, acquire, release } = newSemaphore({ perKey: 1, timeout: 10 })
  void acquire(1, 'a')
  await acquire(1, 'b')
  expect(results).toEqual(['a', 'b: 503'])

  release('a')
  await acquire(1, 'c')
  expect(results.at(-1)).toBe('c')
})

test('an aborted waiter frees its place in the queue and never gets a permit', async () => {
  const { results, acquire, release } = newSemaphore({ perKey: 1, maxQueuedPerKey: 1 })
  const aborting = new AbortController()
  for (const [name, signal] of [['a'], ['b', aborting.signal], ['c']] as const) void acquire(1, name, signal)

  aborting.abort(new Error('left'))
  void acquire(1, 'd')
  await settle()
  release('a')
  await settle()

  expect(results).toEqual(['a', 'c: 503', 'b: left', 'd'])
})

test('a caller that has aborted before is rejected', async () => {
  const { results, acquire } = newSemaphore()

  await acquire(1, 'a', AbortSignal.abort(new Error('left')))

  expect(results).toEqual(['a: left'])
})

test('a full total queue rejects other keys too, until a waiter gets its permit', async () => {
  const limits = { perKey: 1, total: 1, maxQueued: 2, rejection: () => new Error('full') }
  const { results, acquire, release } = newSemaphore(limits)
  for (const key of [1, 2, 3, 4]) void acquire(key, `key ${key}`)
  await settle()
  expect(results).toEqual(['key 1', 'key 4: full'])

  release('key 1')
  void acquire(4, 'key 4 again')
  await settle()
  release('key 2')
  await settle()
  release('key 3')
  await settle()

  expect(results.slice(2)).toEqual(['key 2', 'key 3', 'key 4 again'])
})
