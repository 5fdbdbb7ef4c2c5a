import { performance } from 'node:perf_hooks'
import { expect, test, vi } from 'vitest'
import { inTurns, mapInTurns } from './in-turns.ts'

/** Blocks the event loop as a computation does, milliseconds. */
function compute(duration: number) {
  const end = performance.now() + duration
  while (performance.now() < end);
}

test('other work runs while a long loop computes', async () => {
  let turns = 0
  const other = setInterval(() => (turns += 1), 1)
  for await (const _ of inTurns(Array.from({ length: 100 }))) compute(2)
  clearInterval(other)
  // 200 ms of computation with a pause every 5 ms.
  expect(turns).toBeGreaterThanOrEqual(10)
})

test('a short loop ends without a pause', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  let isOver = false
  setImmediate(() => (isOver = true))
  expect(await mapInTurns([1, 2, 3], (number) => number * 2)).toEqual([2, 4, 6])
  expect(isOver).toBe(false)
  now.mockRestore()
})

test('an iterable is read no further than the loop goes', async () => {
  let reads = 0
  function* numbers() {
    for (;;) {
      reads += 1
      yield reads
    }
  }
  for await (const number of inTurns(numbers())) if (number === 5) break
  expect(reads).toBe(5)
})
