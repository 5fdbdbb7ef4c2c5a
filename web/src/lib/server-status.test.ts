import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const fetched = vi.fn<typeof fetch>()
const refetch = vi.fn(async () => false)

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
  refetch.mockClear()
})

async function loadModule() {
  const status = await import('./server-status.ts')
  status.refetchOnRecovery(refetch)
  return status
}

const answer = () => new Response('{}')

test('probes with growing pauses until the server responds, then refetches failed queries', {
  tags: ['13.1'],
}, async () => {
  const { checkServer, isServerDown } = await loadModule()
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
  expect(refetch).toHaveBeenCalledExactlyOnceWith(true)
})

test('probes at once after another call has got a response', { tags: ['13.1'] }, async () => {
  const { checkServer, probeNow, isServerDown } = await loadModule()
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockImplementation(async () => answer())
  checkServer()
  await vi.advanceTimersByTimeAsync(0)
  expect(isServerDown()).toBe(true)

  probeNow()
  await vi.advanceTimersByTimeAsync(0)

  expect(isServerDown()).toBe(false)
})

test('onRecovery calls back after an outage, and not while the server responds', async () => {
  const { onRecovery } = await loadModule()
  const then = vi.fn()
  fetched.mockImplementation(async () => answer())
  onRecovery(then)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(then).not.toHaveBeenCalled()

  fetched.mockResolvedValueOnce(new Response('', { status: 503 }))
  onRecovery(then)()
  onRecovery(then)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(then).toHaveBeenCalledTimes(2)
})

test('onRecovery calls back when the network returns during the first probe', async () => {
  const { onRecovery } = await loadModule()
  const then = vi.fn()
  vi.stubGlobal('navigator', { onLine: false })
  fetched.mockImplementation(async () => answer())
  onRecovery(then)
  await vi.advanceTimersByTimeAsync(0)
  expect(then).toHaveBeenCalledOnce()
})

test('probes with pauses while queries fail in a browser without a network that reaches the server', async () => {
  const { checkServer } = await loadModule()
  vi.stubGlobal('navigator', { onLine: false })
  refetch.mockResolvedValueOnce(true).mockResolvedValueOnce(true)
  fetched.mockImplementation(async () => answer())
  checkServer()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(fetched).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetched).toHaveBeenCalledTimes(3)
})

test('reports no outage after one failed call while the server responds', { tags: ['13.1'] }, async () => {
  const { checkServer, isServerDown } = await loadModule()
  fetched.mockImplementation(async () => answer())
  checkServer()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(isServerDown()).toBe(false)
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(refetch).toHaveBeenCalledExactlyOnceWith(false)
})
