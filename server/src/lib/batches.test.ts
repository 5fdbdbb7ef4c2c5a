import { expect, test } from 'vitest'
import { inBatches } from './batches.ts'

test('callers that wait for a failed query fail at once, and the next call sends a new one', async () => {
  const queries: string[][] = []
  const first = Promise.withResolvers<Map<string, string>>()
  const find = inBatches((keys) => {
    queries.push(keys)
    return queries.length === 1 ? first.promise : Promise.resolve(new Map([['c', 'C']]))
  })
  const answers = Promise.allSettled([find('a'), find('b')])

  first.reject(new Error('The database does not respond'))

  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(queries).toEqual([['a']])
  expect(await find('c')).toBe('C')
})
