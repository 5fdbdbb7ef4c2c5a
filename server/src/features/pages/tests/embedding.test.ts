import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedServer()

const IN_A_FRAME = { 'sec-fetch-dest': 'iframe' }
const ORIGINS = 'https://www.salone.it\nhttp://localhost:8080'

const ask = ({ domain }: TestTenant, url: string, headers: object = {}) =>
  server.app.inject({ url, headers: { host: domain, ...headers } })

const ancestorsIn = (policy: unknown) => /frame-ancestors ([^;]*)/.exec(String(policy))![1]

test('the sites that the owner lists may embed the list, a service and the thank-you page, without header and footer', {
  tags: ['13.79'],
}, async () => {
  const here = await server.newTenant({ app_embed_origins: ORIGINS })
  const { id } = await here.newService()
  const booking = `/client_service/${id}/booking`

  for (const path of ['/client_service', booking, `${booking}?giorno=2026-11-24&ora=15:00`, '/thank_you']) {
    const alone = await ask(here, path)
    expect(ancestorsIn(alone.headers['content-security-policy'])).toBe("'none'")
    expect(alone.headers['x-frame-options']).toBe('DENY')
    expect(alone.body).toContain('<footer')
    expect(alone.headers.vary).toContain('sec-fetch-dest')

    const framed = await ask(here, path, { ...IN_A_FRAME, 'if-none-match': alone.headers.etag })
    expect(framed.statusCode).toBe(200)
    expect(ancestorsIn(framed.headers['content-security-policy'])).toBe('https://www.salone.it http://localhost:8080')
    expect(framed.headers).not.toHaveProperty('x-frame-options')
    expect(framed.body).not.toContain('<footer')
    expect(framed.body).toContain('<base target="_top"')
    // Each form has its own idempotency key.
    if (path.includes('ora=')) continue
    const again = await ask(here, path, { ...IN_A_FRAME, 'if-none-match': framed.headers.etag })
    expect(again.statusCode).toBe(304)
    expect(again.headers['content-security-policy']).toBe(framed.headers['content-security-policy'])
  }
})

test('other pages cannot be embedded', { tags: ['13.79'] }, async () => {
  const here = await server.newTenant({ app_embed_origins: ORIGINS })
  for (const path of [
    '/',
    '/login',
    '/dashboard',
    '/setting',
    '/privacy',
    '/nonsense',
    '/bookings/delete/AAAAAAAAAAAAAAAAAAAAAA',
  ]) {
    const { headers } = await ask(here, path, IN_A_FRAME)
    expect(ancestorsIn(headers['content-security-policy']), path).toBe("'none'")
    expect(headers['x-frame-options'], path).toBe('DENY')
  }
})

test('no page can be embedded until the owner lists a site', {
  tags: ['13.79'],
}, async () => {
  const here = await server.newTenant()
  const admin = await here.as('admin')
  const framed = () => ask(here, '/client_service', IN_A_FRAME)
  expect(ancestorsIn((await framed()).headers['content-security-policy'])).toBe("'none'")

  await admin.put('/configs/update', { app_embed_origins: ' www.Salone.it/prenota ' })
  expect((await here.get('/client/configs')).json().app_embed_origins).toBe('https://www.salone.it')
  expect(ancestorsIn((await framed()).headers['content-security-policy'])).toBe('https://www.salone.it')

  await admin.put('/configs/update', { app_embed_origins: '' })
  expect(ancestorsIn((await framed()).headers['content-security-policy'])).toBe("'none'")
})

test.for(['https://a.it; script-src *', '*', 'http://salone.it', "'self'"])(
  'rejects an invalid site: %s',
  { tags: ['13.79'] },
  async (app_embed_origins) => {
    const here = await server.newTenant()
    const answer = await (await here.as('admin')).put('/configs/update', { app_embed_origins })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual([
      { path: 'app_embed_origins', message: 'Scrivi indirizzi come https://www.tuosito.it, uno per riga.' },
    ])
  },
)

test('the embedding script is public and cached for an hour', { tags: ['13.78'] }, async () => {
  const { statusCode, headers } = await ask(await server.newTenant(), '/embed.js')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toContain('javascript')
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect(headers['cache-control']).toBe('public, max-age=3600')
  expect(headers).not.toHaveProperty('set-cookie')
})
