import { dateOf } from '@prenoto/core/time/plain-date.ts'
import { timeOf } from '@prenoto/core/time/plain-time.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

const SERVICE = 7

const booking = {
  name: 'Giulia',
  surname: 'Verdi',
  email: 'giulia@posta.example',
  telephone: '3331234567',
  privacy: true as const,
  notes: '',
  visit_day: dateOf('2026-11-28'),
  visit_hour: timeOf('10:00'),
}
const later = { ...booking, visit_hour: timeOf('11:00') }

/** What happens to the next calls: the answer is lost, or the call itself. */
let mishaps: ('answer' | 'call')[] = []
let made: { key: string; body: string }[] = []
let cancelled: string[] = []

const answer = (status: number, body?: object) => new Response(body && JSON.stringify(body), { status })

/** The server's side of it: one booking for a key, refused for another one; a slot is had by one. */
function answerOf(address: string, init: RequestInit) {
  if (init.method === 'DELETE') {
    if (cancelled.includes(address)) return answer(404, {})
    cancelled.push(address)
    return answer(204)
  }
  const key = (init.headers as Record<string, string>)['idempotency-key']!
  const body = init.body as string
  const { visit_hour } = JSON.parse(body)
  const earlier = made.find((one) => one.key === key)
  if (earlier && earlier.body !== body) return answer(422, { errors: [{ path: 'idempotency-key', message: 'no' }] })
  if (!earlier && made.some((one) => JSON.parse(one.body).visit_hour === visit_hour)) return answer(409, {})
  if (!earlier) made.push({ key, body })
  return answer(201, { id: 1, visit_hour })
}

beforeEach(() => {
  vi.useFakeTimers()
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
  })
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const mishap = mishaps.shift()
    const answered = mishap === 'call' ? undefined : answerOf(address, init)
    if (mishap || !answered) throw new TypeError('Failed to fetch')
    return answered
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  ;[mishaps, made, cancelled] = [[], [], []]
})

/** The scripts of a page that was just loaded: they remember nothing but what the tab has kept. */
async function loadPage() {
  vi.resetModules()
  const { unansweredRequests, bookWithRetry } = await import('./book-with-retry.ts')
  const { cancelWithRetry } = await import('./cancel-with-retry.ts')
  const outcome = async <T>(call: Promise<T>) => {
    const ended = call.catch((error: { status?: number }) => ({ failed: error.status ?? 'no answer' }))
    await vi.runAllTimersAsync()
    return ended
  }
  return {
    asked: () => unansweredRequests(SERVICE).map(({ visit_hour }) => visit_hour),
    book: (body: typeof booking) => outcome(bookWithRetry(SERVICE, body)),
    cancel: (hiddenId: string) => outcome(cancelWithRetry(hiddenId)),
  }
}

describe('a booking whose answer is lost', () => {
  test('is asked for again, twice, and made once', { tags: ['13.9'] }, async () => {
    const page = await loadPage()
    mishaps = ['answer', 'answer']
    expect(await page.book(booking)).toMatchObject({ visit_hour: '10:00:00' })
    expect(made).toHaveLength(1)
    expect(page.asked()).toEqual([])
  })

  test('is the same one when it is asked for after a reload', { tags: ['13.9'] }, async () => {
    const page = await loadPage()
    mishaps = ['answer', 'answer', 'answer']
    expect(await page.book(booking)).toEqual({ failed: 'no answer' })

    const reloaded = await loadPage()
    expect(reloaded.asked()).toEqual(['10:00:00'])
    expect(await reloaded.book(booking)).toMatchObject({ visit_hour: '10:00:00' })
    expect(made).toHaveLength(1)
  })

  test('is what another slot leads to, if it was made', async () => {
    const page = await loadPage()
    mishaps = ['answer', 'answer', 'answer']
    await page.book(booking)
    const reloaded = await loadPage()
    expect(await reloaded.book(later)).toMatchObject({ visit_hour: '10:00:00' })
    expect(made).toHaveLength(1)
  })

  test('makes way for another slot, if it was not, and cannot come later', { tags: ['13.9'] }, async () => {
    const page = await loadPage()
    mishaps = ['call', 'call', 'call']
    await page.book(booking)
    expect(await page.book(later)).toMatchObject({ visit_hour: '11:00:00' })

    const { key } = made[0]!
    const straggler = { method: 'POST', headers: { 'idempotency-key': key }, body: JSON.stringify(booking) }
    expect((await fetch('/api/client/bookings/create/7', straggler)).status).toBe(422)
  })

  test('is nobody’s key twice: the next booking is another one', async () => {
    const page = await loadPage()
    await page.book(booking)
    expect(await page.book(later)).toMatchObject({ visit_hour: '11:00:00' })
    expect(made).toHaveLength(2)
  })
})

test('a refused slot is not asked for any more', async () => {
  made = [{ key: 'of somebody else', body: JSON.stringify({ visit_hour: '10:00:00' }) }]
  const page = await loadPage()
  expect(await page.book(booking)).toEqual({ failed: 409 })
  expect(page.asked()).toEqual([])
  expect(await page.book(later)).toMatchObject({ visit_hour: '11:00:00' })
})

test('two tabs that began with one key both book', async () => {
  const page = await loadPage()
  mishaps = ['call', 'call', 'call']
  await page.book(booking)
  // A duplicated tab begins with a copy of what was kept.
  const place = 'booking_attempt_7'
  const copy = sessionStorage.getItem(place)!
  await page.book(booking)

  const { key } = JSON.parse(copy)
  sessionStorage.setItem(place, JSON.stringify({ key, asked: [] }))
  const duplicate = await loadPage()
  expect(await duplicate.book(later)).toMatchObject({ visit_hour: '11:00:00' })
  expect(made).toHaveLength(2)
})

describe('a cancellation', () => {
  test('whose answer is lost is asked for again, and done when it was carried out', { tags: ['13.10'] }, async () => {
    const page = await loadPage()
    mishaps = ['answer', 'call']
    expect(await page.cancel('abc')).toBeUndefined()
    expect(cancelled).toHaveLength(1)
  })

  test('that was given up is known to be done when it is asked for later', { tags: ['13.10'] }, async () => {
    const page = await loadPage()
    mishaps = ['answer', 'call', 'call']
    expect(await page.cancel('abc')).toEqual({ failed: 'no answer' })
    expect(await page.cancel('abc')).toBeUndefined()
  })

  test('of what nobody knows fails', async () => {
    const page = await loadPage()
    await page.cancel('abc')
    expect(await page.cancel('abc')).toEqual({ failed: 404 })
  })
})
