import { expect, test } from 'vitest'
import { fairQueue, QueueFull, type QueueLimits } from './fair-queue.ts'

const WIDE: QueueLimits = { atOnce: 2, atOncePerKey: 1, waiting: 100, waitingPerKey: 100, patience: 60_000 }
const ALWAYS = new AbortController().signal

/** A queue whose work ends when it is told to, and which keeps a diary of what has begun. */
function aQueue(limits: Partial<QueueLimits> = {}) {
  const queue = fairQueue({ ...WIDE, ...limits })
  const begun: string[] = []
  return {
    begun,
    bring(name: string, key: number, signal = ALWAYS) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const done = queue.run(key, signal, () => {
        begun.push(name)
        return promise
      })
      done.catch(() => {})
      return { done, end: resolve, fail: reject }
    },
  }
}

/** Whatever is about to begin has begun. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('few run at once, in all and for one key; the others begin as these end', async () => {
  const { bring, begun } = aQueue()
  const a1 = bring('a1', 1)
  const a2 = bring('a2', 1)
  const b1 = bring('b1', 2)
  const c1 = bring('c1', 3)
  await settled()
  expect(begun).toEqual(['a1', 'b1'])

  b1.end()
  await settled()
  expect(begun).toEqual(['a1', 'b1', 'c1'])

  a1.end()
  await settled()
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2'])
  for (const { end } of [a2, c1]) end()
  await Promise.all([a1.done, a2.done, b1.done, c1.done])
})

test('keys take turns, however much one of them has brought before', async () => {
  const { bring, begun } = aQueue({ atOnce: 1 })
  const works = ['a1', 'a2', 'a3', 'b1', 'c1', 'b2'].map((name) => bring(name, name.charCodeAt(0)))

  for (const { end } of works) end()
  await Promise.all(works.map(({ done }) => done))

  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2'])
})

test('what fails gives its turn on, and says how it failed', async () => {
  const { bring, begun } = aQueue({ atOnce: 1 })
  const [first, second] = [bring('first', 1), bring('second', 2)]

  first.fail(new Error('torn'))
  await expect(first.done).rejects.toThrow('torn')
  second.end()
  await second.done

  expect(begun).toEqual(['first', 'second'])
})

test('where no place is left nobody waits: in all', async () => {
  const { bring } = aQueue({ atOnce: 1, waiting: 2 })
  for (const key of [1, 2, 3]) bring('x', key)

  await expect(bring('too many', 4).done).rejects.toThrow(QueueFull)
})

test('where no place is left nobody waits: for one key', async () => {
  const { bring, begun } = aQueue({ waitingPerKey: 1 })
  for (const name of ['a1', 'a2']) bring(name, 1)

  await expect(bring('a3', 1).done).rejects.toThrow(QueueFull)
  bring('b1', 2)
  await settled()

  expect(begun).toEqual(['a1', 'b1'])
})

test('whoever leaves while waiting gives up the place, and is never called', async () => {
  const { bring, begun } = aQueue({ atOnce: 1, waiting: 1 })
  const leaver = new AbortController()
  const first = bring('first', 1)
  const second = bring('second', 2, leaver.signal)

  leaver.abort(new Error('gone'))
  await expect(second.done).rejects.toThrow('gone')
  const third = bring('third', 3)
  first.end()
  third.end()
  await third.done

  expect(begun).toEqual(['first', 'third'])
})

test('whoever has left before is not let in', async () => {
  const { bring, begun } = aQueue()

  await expect(bring('x', 1, AbortSignal.abort(new Error('gone'))).done).rejects.toThrow('gone')

  expect(begun).toEqual([])
})

test('nobody waits for ever', async () => {
  const { bring, begun } = aQueue({ atOnce: 1, waiting: 1, patience: 20 })
  const first = bring('first', 1)

  await expect(bring('second', 2).done).rejects.toThrow(QueueFull)
  const third = bring('third', 3)
  first.end()
  third.end()
  await third.done

  expect(begun).toEqual(['first', 'third'])
})
