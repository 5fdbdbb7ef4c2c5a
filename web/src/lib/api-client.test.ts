import { readPublicService } from '@prenoto/core/bookings/offered-visit.endpoints.ts'
import { sendContactRequest } from '@prenoto/core/contact/contact.endpoints.ts'
import { listPublicServices } from '@prenoto/core/services/services.endpoints.ts'
import { uploadPicture } from '@prenoto/core/uploads/uploads.endpoints.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError, api, apiUpload, getMessage } from './api-client.ts'

const storage = () => {
  const items = new Map<string, string>()
  return {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => items.set(name, value),
    removeItem: (name: string) => items.delete(name),
  }
}

const fetched = vi.fn<typeof fetch>()
const assign = vi.fn()

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { assign })
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetAllMocks()
})

const answer = (status: number, body?: unknown) =>
  fetched.mockResolvedValueOnce(new Response(body === undefined ? null : JSON.stringify(body), { status }))

const readService = () => api(readPublicService, { params: { serviceId: 7 }, query: {} })
const catchFailure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: ApiError) => error,
  )
const lastCall = () => {
  const [address, init] = fetched.mock.lastCall!
  return { address, ...init, headers: init!.headers as Record<string, string> }
}

describe('an API call', () => {
  test('requests its path below /api, with its query', { tags: ['7.1'] }, async () => {
    answer(200, { services: [], last_id: null, has_more: false })
    await api(listPublicServices, { query: { per_page: 10, last_id: 3 } })
    expect(lastCall()).toMatchObject({ address: '/api/client/services?per_page=10&last_id=3', method: 'GET' })
  })

  test('omits a missing cursor', async () => {
    answer(200, { services: [], last_id: null, has_more: false })
    await api(listPublicServices, { query: { per_page: 10, last_id: undefined } })
    expect(lastCall().address).toBe('/api/client/services?per_page=10')
  })

  test('sends the stored token, or no authorization header without one', { tags: ['7.1', '9.3'] }, async () => {
    answer(200, {})
    await readService()
    expect(lastCall().headers).not.toHaveProperty('authorization')
    localStorage.setItem('access_token', 'secret')
    answer(200, {})
    await readService()
    expect(lastCall().headers).toHaveProperty('authorization', 'Bearer secret')
  })

  test('sends its body as JSON', { tags: ['7.1'] }, async () => {
    answer(201, { id: 1 })
    const body = { name: 'Ada', email: 'ada@x.it', phone: '33312345678', privacy: true } as const
    await api(sendContactRequest, { headers: {}, body })
    expect(JSON.parse(lastCall().body as string)).toEqual(body)
    expect(lastCall().headers).toHaveProperty('content-type', 'application/json')
  })

  test('times out after ten seconds', { tags: ['7.1', '9.1'] }, async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    answer(200, {})
    await readService()
    expect(timeout).toHaveBeenCalledWith(10_000)
  })

  test('times out after a minute when it uploads a file', { tags: ['9.1'] }, async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    answer(200, { picture: '' })
    await apiUpload(uploadPicture, new File(['a'], 'a.png'))
    expect(timeout.mock.results.map(({ value }) => value)).toContain(lastCall().signal)
    expect(timeout).toHaveBeenCalledWith(60_000)
  })
})

describe('the error of a failed call', () => {
  test('has the detail, status and field problems of the response', { tags: ['4.15', '8.7'] }, async () => {
    const errors = [{ path: 'email', message: 'Inserisci un’email valida.' }]
    answer(422, { detail: 'Dati non validi.', errors })
    expect(await catchFailure(readService())).toMatchObject({ message: 'Dati non validi.', status: 422, errors })
  })

  test.each(['', '<h1>Bad gateway</h1>', '"text"', '{}'])(
    'says An error occurred when the response has no detail: %j',
    { tags: ['8.4'] },
    async (body) => {
      fetched.mockResolvedValueOnce(new Response(body, { status: 502 }))
      expect(getMessage(await catchFailure(readService()))).toBe('An error occurred')
    },
  )

  test('says that the server did not respond, and has no status', { tags: ['8.5'] }, async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const error = await catchFailure(readService())
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ message: 'No response from the server', status: undefined })
  })

  test('is unexpected when it is not an ApiError', { tags: ['8.6'] }, () =>
    expect(getMessage(new RangeError('x'))).toBe('An unexpected error occurred'),
  )
})

describe('an unknown domain (403)', () => {
  test('is flagged, and the browser goes to /invalid-domain', { tags: ['2.99', '8.1', '9.4'] }, async () => {
    answer(403, { detail: 'Dominio non riconosciuto o disattivato.' })
    expect(await catchFailure(readService())).toMatchObject({ status: 403 })
    expect(sessionStorage.getItem('invalid_domain')).toBe('true')
    expect(assign).toHaveBeenCalledWith('/invalid-domain')
  })

  test.each([200, 404, 500])('loses the flag after a response with status %d', { tags: ['8.2'] }, async (status) => {
    sessionStorage.setItem('invalid_domain', 'true')
    answer(status, {})
    await catchFailure(readService())
    expect(sessionStorage.getItem('invalid_domain')).toBe('false')
    expect(assign).not.toHaveBeenCalled()
  })
})
