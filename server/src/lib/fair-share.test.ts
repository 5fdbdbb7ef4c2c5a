import { expect, test } from 'vitest'
import { fairShare } from './fair-share.ts'

const LIMITS = { each: 2, all: 3, waiting: 2, patience: 60_000 }

/** Lets everything that can begin do so. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

function aShare(limits = {}) {
  const share = fairShare({ ...LIMITS, ...limits })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const take = (key: number, name: string, signal?: AbortSignal) =>
    share.take(key, signal).then(
      (end) => {
        begun.push(name)
        ends.set(name, end)
      },
      (error) => begun.push(`${name}: ${error.status ?? error.message}`),
    )
  return { begun, take, end: (name: string) => ends.get(name)!() }
}

test('of one key a few are at it at once, the others wait in line, and whoever finds it full is told so', async () => {
  const { begun, take, end } = aShare()

  for (const name of ['a', 'b', 'c', 'd', 'e']) void take(1, name)
  await settle()
  expect(begun).toEqual(['a', 'b', 'e: 503'])

  end('b')
  await settle()
  expect(begun.at(-1)).toBe('c')
  end('a')
  await settle()
  expect(begun.at(-1)).toBe('d')
})

test('a rush on one key leaves the others theirs, and lines take turns', async () => {
  const { begun, take, end } = aShare()
  for (const name of ['a', 'b', 'c', 'd']) void take(1, name)

  void take(2, 'x')
  void take(2, 'y')
  void take(3, 'z')
  await settle()
  expect(begun).toEqual(['a', 'b', 'x'])

  end('a')
  await settle()
  end('x')
  await settle()
  end('b')
  await settle()
  expect(begun.slice(3).sort()).toEqual(['c', 'y', 'z'])
})

test('who waits too long is told so, and holds nobody up', async () => {
  const { begun, take, end } = aShare({ each: 1, patience: 10 })
  void take(1, 'a')
  await take(1, 'b')
  expect(begun).toEqual(['a', 'b: 503'])

  end('a')
  await take(1, 'c')
  expect(begun.at(-1)).toBe('c')
})

test('whoever leaves the line makes room in it, and is never called', async () => {
  const { begun, take, end } = aShare({ each: 1, waiting: 1 })
  const leaving = new AbortController()
  for (const [name, signal] of [['a'], ['b', leaving.signal], ['c']] as const) void take(1, name, signal)

  leaving.abort(new Error('left'))
  void take(1, 'd')
  await settle()
  end('a')
  await settle()

  expect(begun).toEqual(['a', 'c: 503', 'b: left', 'd'])
})

test('whoever has left before is not let in', async () => {
  const { begun, take } = aShare()

  await take(1, 'a', AbortSignal.abort(new Error('left')))

  expect(begun).toEqual(['a: left'])
})

test('where all lines together are bounded, another key finds no place either, until one is given up', async () => {
  const { begun, take, end } = aShare({ each: 1, all: 1, waitingInAll: 2, refusal: () => new Error('full') })
  for (const key of [1, 2, 3, 4]) void take(key, `key ${key}`)
  await settle()
  expect(begun).toEqual(['key 1', 'key 4: full'])

  end('key 1')
  void take(4, 'key 4 again')
  await settle()
  end('key 2')
  await settle()
  end('key 3')
  await settle()

  expect(begun.slice(2)).toEqual(['key 2', 'key 3', 'key 4 again'])
})
