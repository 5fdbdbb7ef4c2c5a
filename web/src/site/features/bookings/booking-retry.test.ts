import { parsePlainDate } from '@prenoto/core/time/plain-date.ts'
import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const SERVICE = 7

const booking = {
  name: 'Giulia',
  surname: 'Verdi',
  email: 'giulia@posta.example',
  telephone: '3331234567',
  privacy: true as const,
  notes: '',
  visit_day: parsePlainDate('2026-11-28'),
  visit_hour: parsePlainTime('10:00'),
}
const later = { ...booking, visit_hour: parsePlainTime('11:00') }

/** The requests or responses that the network loses in the next calls. */
let losses: ('response' | 'request')[] = []
let booked: { key: string; body: string }[] = []
let cancelled: string[] = []

const response = (status: number, body?: object) => new Response(body && JSON.stringify(body), { status })

/** A server that makes one booking for a key and one for a slot. */
function respond(address: string, init: RequestInit) {
  if (init.method === 'DELETE') {
    if (cancelled.includes(address)) return response(404, {})
    cancelled.push(address)
    return response(204)
  }
  const key = (init.headers as Record<string, string>)['idempotency-key']!
  const body = init.body as string
  const { visit_hour } = JSON.parse(body)
  const earlier = booked.find((one) => one.key === key)
  if (earlier && earlier.body !== body) return response(422, { errors: [{ path: 'idempotency-key', message: 'no' }] })
  if (!earlier && booked.some((one) => JSON.parse(one.body).visit_hour === visit_hour)) return response(409, {})
  if (!earlier) booked.push({ key, body })
  return response(201, { id: 1, visit_hour })
}

beforeEach(() => {
  vi.useFakeTimers()
  const items = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => items.set(name, value),
    removeItem: (name: string) => items.delete(name),
  })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const loss = losses.shift()
    const responded = loss === 'request' ? undefined : respond(address, init)
    if (loss || !responded) throw new TypeError('Failed to fetch')
    return responded
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  ;[losses, booked, cancelled] = [[], [], []]
})

/** Loads the modules again, as a reload does. Only the items of the tab remain. */
async function loadPage() {
  vi.resetModules()
  const { unansweredRequests, bookWithRetry } = await import('./book-with-retry.ts')
  const { cancelWithRetry } = await import('./cancel-with-retry.ts')
  const outcome = async <T>(call: Promise<T>) => {
    const ended = call.catch((error: { status?: number }) => ({ failed: error.status ?? 'no response' }))
    await vi.runAllTimersAsync()
    return ended
  }
  return {
    unanswered: () => unansweredRequests(SERVICE).map(({ visit_hour }) => visit_hour),
    book: (body: typeof booking) => outcome(bookWithRetry(SERVICE, body)),
    cancel: (hiddenId: string) => outcome(cancelWithRetry(hiddenId)),
  }
}

describe('a booking whose response is lost', () => {
  test('is requested up to three times and made once', { tags: ['13.9'] }, async () => {
    const page = await loadPage()
    losses = ['response', 'response']
    expect(await page.book(booking)).toMatchObject({ visit_hour: '10:00:00' })
    expect(booked).toHaveLength(1)
    expect(page.unanswered()).toEqual([])
  })

  test('is made once when the visitor repeats it after a reload', { tags: ['13.9'] }, async () => {
    const page = await loadPage()
    losses = ['response', 'response', 'response']
    expect(await page.book(booking)).toEqual({ failed: 'no response' })

    const reloaded = await loadPage()
    expect(reloaded.unanswered()).toEqual(['10:00:00'])
    expect(await reloaded.book(booking)).toMatchObject({ visit_hour: '10:00:00' })
    expect(booked).toHaveLength(1)
  })

  test('is returned when the visitor then chooses another slot, if the server had made it', async () => {
    const page = await loadPage()
    losses = ['response', 'response', 'response']
    await page.book(booking)
    const reloaded = await loadPage()
    expect(await reloaded.book(later)).toMatchObject({ visit_hour: '10:00:00' })
    expect(booked).toHaveLength(1)
  })

  test('is replaced by another slot if the server had not made it, and cannot be made later', {
    tags: ['13.9'],
  }, async () => {
    const page = await loadPage()
    losses = ['request', 'request', 'request']
    await page.book(booking)
    expect(await page.book(later)).toMatchObject({ visit_hour: '11:00:00' })

    const { key } = booked[0]!
    const lateRequest = { method: 'POST', headers: { 'idempotency-key': key }, body: JSON.stringify(booking) }
    expect((await fetch('/api/client/bookings/create/7', lateRequest)).status).toBe(422)
  })

  test('does not share its idempotency key with the next booking', async () => {
    const page = await loadPage()
    await page.book(booking)
    expect(await page.book(later)).toMatchObject({ visit_hour: '11:00:00' })
    expect(booked).toHaveLength(2)
  })
})

test('a refused slot is not requested again', async () => {
  booked = [{ key: 'of another visitor', body: JSON.stringify({ visit_hour: '10:00:00' }) }]
  const page = await loadPage()
  expect(await page.book(booking)).toEqual({ failed: 409 })
  expect(page.unanswered()).toEqual([])
  expect(await page.book(later)).toMatchObject({ visit_hour: '11:00:00' })
})

test('two tabs that start with the same idempotency key both book', async () => {
  const page = await loadPage()
  losses = ['request', 'request', 'request']
  await page.book(booking)
  // A duplicated tab starts with a copy of the items.
  const item = 'booking_attempt_7'
  const copy = sessionStorage.getItem(item)!
  await page.book(booking)

  const { key } = JSON.parse(copy)
  sessionStorage.setItem(item, JSON.stringify({ key, unanswered: [] }))
  const duplicate = await loadPage()
  expect(await duplicate.book(later)).toMatchObject({ visit_hour: '11:00:00' })
  expect(booked).toHaveLength(2)
})

describe('a cancellation', () => {
  test('is repeated when its response is lost, and succeeds if the server had carried it out', {
    tags: ['13.10'],
  }, async () => {
    const page = await loadPage()
    losses = ['response', 'request']
    expect(await page.cancel('abc')).toBeUndefined()
    expect(cancelled).toHaveLength(1)
  })

  test('succeeds on a later attempt if the server had carried out one without a response', {
    tags: ['13.10'],
  }, async () => {
    const page = await loadPage()
    losses = ['response', 'request', 'request']
    expect(await page.cancel('abc')).toEqual({ failed: 'no response' })
    expect(await page.cancel('abc')).toBeUndefined()
  })

  test('of an unknown booking fails', async () => {
    const page = await loadPage()
    await page.cancel('abc')
    expect(await page.cancel('abc')).toEqual({ failed: 404 })
  })
})
