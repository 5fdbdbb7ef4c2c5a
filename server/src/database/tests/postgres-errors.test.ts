import { expect, test } from 'vitest'
import { isUnavailable } from '../postgres-errors.ts'

test.for(['Query read timeout', 'Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])(
  '"%s" is retried',
  (message) => {
    expect(isUnavailable(new Error(message))).toBe(true)
  },
)

test('an error of a statement is not retried', () => {
  expect(isUnavailable(Object.assign(new Error('syntax error'), { code: '42601' }))).toBe(false)
  expect(isUnavailable(new Error('Query read'))).toBe(false)
})
