import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const fetched = vi.fn<typeof fetch>()
const readAgain = vi.fn(async () => false)

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  vi.spyOn(Math, 'random').mockReturnValue(1)
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('document', { visibilityState: 'visible' })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  fetched.mockReset()
  readAgain.mockClear()
})

async function watchOutage() {
  const outage = await import('./server-status.ts')
  outage.refetchOnRecovery(readAgain)
  return outage
}

const answer = () => new Response('{}')

test('probes with growing pauses until the server answers, then has failed queries read again', {
  tags: ['13.1'],
}, async () => {
  const { checkServer, isServerDown } = await watchOutage()
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  checkServer()
  const probes: number[] = []
  for (let second = 0; second < 15; second += 1) {
    await vi.advanceTimersByTimeAsync(second === 0 ? 0 : 1_000)
    probes.push(fetched.mock.calls.length)
  }
  expect(probes).toEqual([1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4])
  expect(isServerDown()).toBe(true)

  fetched.mockImplementation(async () => answer())
  await vi.advanceTimersByTimeAsync(16_000)

  expect(isServerDown()).toBe(false)
  expect(readAgain).toHaveBeenCalledExactlyOnceWith(true)
})

test('probes at once when another call was answered', { tags: ['13.1'] }, async () => {
  const { checkServer, probeNow, isServerDown } = await watchOutage()
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockImplementation(async () => answer())
  checkServer()
  await vi.advanceTimersByTimeAsync(0)
  expect(isServerDown()).toBe(true)

  probeNow()
  await vi.advanceTimersByTimeAsync(0)

  expect(isServerDown()).toBe(false)
})

test('calls when the server is back after an outage, and not when it was there all along', async () => {
  const { onRecovery } = await watchOutage()
  const act = vi.fn()
  fetched.mockImplementation(async () => answer())
  onRecovery(act)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(act).not.toHaveBeenCalled()

  fetched.mockResolvedValueOnce(new Response('', { status: 503 }))
  onRecovery(act)()
  onRecovery(act)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(act).toHaveBeenCalledTimes(2)
})

test('a single failed call is no outage while the server answers', { tags: ['13.1'] }, async () => {
  const { checkServer, isServerDown } = await watchOutage()
  fetched.mockImplementation(async () => answer())
  checkServer()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(isServerDown()).toBe(false)
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(readAgain).toHaveBeenCalledExactlyOnceWith(false)
})
