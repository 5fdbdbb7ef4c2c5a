import { expect, test } from 'vitest'
import { fairShare } from './fair-share.ts'

const LIMITS = { each: 2, all: 3, waiting: 2, patience: 60_000 }

/** Lets everything that can begin do so. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

function aShare(limits = {}) {
  const share = fairShare({ ...LIMITS, ...limits })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const take = (key: number, name: string) =>
    share.take(key).then(
      (end) => {
        begun.push(name)
        ends.set(name, end)
      },
      (error) => begun.push(`${name}: ${error.status}`),
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
