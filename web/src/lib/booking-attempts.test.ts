import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from './api-client.ts'
import { bookingAttempts, insist, isRefusal, makeOnce } from './booking-attempts.ts'

const booking = { name: 'Ada', visit_day: '2026-11-28', visit_hour: '09:30:00' }

afterEach(() => vi.unstubAllGlobals())

describe('the key of a booking', () => {
  test('stays while the same booking is tried again', () => {
    const attempts = bookingAttempts()
    expect(attempts.keyFor({ ...booking })).toBe(attempts.keyFor({ ...booking }))
  })

  test.each([{ name: 'Bea' }, { visit_day: '2026-11-29' }, { visit_hour: '10:00:00' }])(
    'is another for %j',
    (change) => {
      const attempts = bookingAttempts()
      expect(attempts.keyFor({ ...booking, ...change })).not.toBe(attempts.keyFor(booking))
    },
  )

  test('is the old one again when a change is taken back, whose answer may be lost', () => {
    const attempts = bookingAttempts()
    const first = attempts.keyFor(booking)
    attempts.keyFor({ ...booking, name: 'Bea' })
    expect(attempts.keyFor(booking)).toBe(first)
  })

  test('is another once the booking is settled', () => {
    const attempts = bookingAttempts()
    const first = attempts.keyFor(booking)
    attempts.settle(booking)
    expect(attempts.keyFor(booking)).not.toBe(first)
  })

  test('is random where randomUUID is missing', () => {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(171) })
    expect(bookingAttempts().keyFor(booking)).toMatch(/^(ab-?){16}$/)
  })
})

describe('a failed booking', () => {
  test.each([400, 404, 409, 413, 422])('is settled by %d', (status) =>
    expect(isRefusal(new ApiError('no', status))).toBe(true),
  )
  test.each([408, 425, 429, 500, 503])('may still go through after %d', (status) =>
    expect(isRefusal(new ApiError('no', status))).toBe(false),
  )
  test('may have been carried out when no answer came', () => expect(isRefusal(new ApiError('no'))).toBe(false))
})

describe('a call whose answer is lost', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Fails with these, one after the other, then succeeds. */
  const callThatFails = (...statuses: (number | undefined)[]) => {
    const call = vi.fn(async () => 'made')
    for (const status of statuses) call.mockRejectedValueOnce(new ApiError('no', status))
    return call
  }
  const outcome = async (call: () => Promise<string>) => {
    const ended = insist(call).catch((error: ApiError) => error)
    await vi.runAllTimersAsync()
    return ended
  }

  test('is made again', async () => {
    const call = callThatFails(undefined, 503)
    expect(await outcome(call)).toBe('made')
    expect(call).toHaveBeenCalledTimes(3)
  })

  test('is given up after the third time', async () => {
    const call = callThatFails(undefined, 502, 504)
    expect(await outcome(call)).toMatchObject({ status: 504 })
    expect(call).toHaveBeenCalledTimes(3)
  })

  test.each([400, 404, 409, 422, 429, 500])('is not made again after %d, which is an answer', async (status) => {
    const call = callThatFails(status)
    expect(await outcome(call)).toMatchObject({ status })
    expect(call).toHaveBeenCalledTimes(1)
  })
})

test('what is made once keeps its key while answers are lost, and has another one when that is settled', async () => {
  const attempts = bookingAttempts()
  const keys: string[] = []
  const make = (answer: () => Promise<string>) =>
    makeOnce(attempts, { ...booking }, ({ headers, body }) => {
      expect(body).toEqual(booking)
      keys.push(headers['idempotency-key'])
      return answer()
    })

  await expect(make(() => Promise.reject(new ApiError('lost')))).rejects.toThrow()
  expect(await make(async () => 'made')).toBe('made')
  await expect(make(() => Promise.reject(new ApiError('No.', 409)))).rejects.toThrow('No.')
  await make(async () => 'made')

  const [lost, made, refused, afterwards] = keys
  expect(made).toBe(lost)
  expect(new Set([made, refused, afterwards]).size).toBe(3)
})
