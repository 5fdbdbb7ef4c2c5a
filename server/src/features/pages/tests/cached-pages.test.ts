import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedServer()

const ask = ({ domain }: TestTenant, url: string, etag?: string) =>
  server.app.inject({ url, headers: { host: domain, ...(etag && { 'if-none-match': etag }) } })

test.for(['/', '/client_service', '/client_service/:id/booking', '/thank_you'])(
  'browsers cache %s and revalidate it by its ETag',
  { tags: ['13.45'] },
  async (path) => {
    const here = await server.newTenant({ app_name: 'Salone Aurora' })
    const { id } = await here.newService()
    const address = path.replace(':id', String(id))

    const first = await ask(here, address)
    expect(first.headers['cache-control']).toBe('no-cache')
    const tag = String(first.headers.etag)
    const again = await ask(here, address, `"another", ${tag}`)
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
    expect(again.headers).toMatchObject({ 'cache-control': 'no-cache', etag: tag })
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy'])

    const admin = await here.as('admin')
    await admin.put('/configs/update', { app_name: 'Salone Alba' })
    const changed = await ask(here, address, tag)
    expect(changed.statusCode).toBe(200)
    expect(changed.body).toContain('Salone Alba')
    expect(changed.headers.etag).not.toBe(tag)
  },
)

test('a booking invalidates a cached list', async () => {
  const here = await server.newTenant()
  const { id } = await here.newService()
  const { etag } = (await ask(here, `/client_service/${id}/booking`)).headers

  await here.book(id)

  expect((await ask(here, `/client_service/${id}/booking`, String(etag))).statusCode).toBe(200)
})

test.for([
  '/login',
  '/dashboard',
  '/second_factor',
  '/set_password',
  '/bookings/delete/AAAAAAAAAAAAAAAAAAAAAA',
  '/bookings/AAAAAAAAAAAAAAAAAAAAAA',
  '/nonsense',
  '/client_service/9/booking',
])('%s is not cached', { tags: ['13.45'] }, async (path) => {
  const here = await server.newTenant()
  const { headers } = await ask(here, path)
  expect(headers['cache-control']).toBe('no-store')
  expect(headers.etag).toBeUndefined()
})

test.for([
  ['/client_service/', '/client_service'],
  ['/client_service/7/booking/?giorno=2026-11-24', '/client_service/7/booking?giorno=2026-11-24'],
  ['/thank_you//', '/thank_you'],
])('an address with a closing slash, %s, leads to its page', async ([typed, page]) => {
  const here = await server.newTenant()
  const { statusCode, headers } = await server.app.inject({ url: typed!, headers: { host: here.domain } })
  expect([statusCode, headers.location]).toEqual([301, page])
})

test('the page of an unknown domain is not cached', async () => {
  const { headers } = await server.app.inject({ url: '/', headers: { host: 'unknown.example' } })
  expect(headers['cache-control']).toBe('no-store')
})
