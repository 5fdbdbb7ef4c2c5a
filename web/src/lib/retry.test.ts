import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from './api-client.ts'
import { isRefusal, newKey, withRetry } from './retry.ts'

afterEach(() => vi.unstubAllGlobals())

test('creates a random idempotency key where crypto.randomUUID is missing', () => {
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(171) })
  expect(newKey()).toMatch(/^(ab-?){16}$/)
})

describe('a failed call', () => {
  test.each([400, 404, 409, 413, 422])('was refused for good with status %d', (status) =>
    expect(isRefusal(new ApiError('no', status))).toBe(true),
  )
  test.each([408, 425, 429, 500, 503])('may succeed later with status %d', (status) =>
    expect(isRefusal(new ApiError('no', status))).toBe(false),
  )
  test('may have been handled when no response arrived', () => expect(isRefusal(new ApiError('no'))).toBe(false))
})

describe('withRetry', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Fails once with each of these statuses, then succeeds. */
  const callThatFails = (...statuses: (number | undefined)[]) => {
    const call = vi.fn(async () => 'made')
    for (const status of statuses) call.mockRejectedValueOnce(new ApiError('no', status))
    return call
  }
  const outcome = async (call: () => Promise<string>) => {
    const ended = withRetry(call).catch((error: ApiError) => error)
    await vi.runAllTimersAsync()
    return ended
  }

  test('repeats a call until a response arrives', async () => {
    const call = callThatFails(undefined, 503)
    expect(await outcome(call)).toBe('made')
    expect(call).toHaveBeenCalledTimes(3)
  })

  test('throws the last error after three attempts', { tags: ['13.9'] }, async () => {
    const call = callThatFails(undefined, 502, 504)
    expect(await outcome(call)).toMatchObject({ status: 504 })
    expect(call).toHaveBeenCalledTimes(3)
  })

  test.each([400, 404, 409, 422, 429, 500])(
    'does not repeat a call after a response with status %d',
    async (status) => {
      const call = callThatFails(status)
      expect(await outcome(call)).toMatchObject({ status })
      expect(call).toHaveBeenCalledTimes(1)
    },
  )
})
