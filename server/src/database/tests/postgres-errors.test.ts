import { expect, test } from 'vitest'
import { isUnavailable } from '../postgres-errors.ts'

test.for(['Query read timeout', 'Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])(
  '%s: the next attempt may succeed',
  (message) => {
    expect(isUnavailable(new Error(message))).toBe(true)
  },
)

test('what is wrong with a statement stays wrong', () => {
  expect(isUnavailable(Object.assign(new Error('syntax error'), { code: '42601' }))).toBe(false)
  expect(isUnavailable(new Error('Query read'))).toBe(false)
})
