import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'
import { insertDomain } from '../../operations/provider/provider.repository.ts'

const server = await sharedServer()

const ask = (host: string, url: string, headers = {}) => server.app.inject({ url, headers: { host, ...headers } })

const LOGO = '/api/client/logos/AAAAAAAAAAAAAAAAAAAAAA.webp'
const FOUND = ['/robots.txt', '/sitemap.xml', '/favicon.ico', '/card.png']

/** Adds a second domain, which is not the canonical one, and returns it. */
async function addSecondDomain(here: TestTenant) {
  const second = `www.${here.domain}`
  await insertDomain(server.owner, here.id, { domain: second })
  return second
}

test('robots.txt and the sitemap name the canonical domain', { tags: ['13.50'] }, async () => {
  const here = await server.newTenant()
  const visibleService = await here.newService()
  const hidden = await here.newService({ visible_frontend: false })
  const second = await addSecondDomain(here)

  const robots = await ask(second, '/robots.txt')
  expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(robots.body).toContain(`Sitemap: https://${here.domain}/sitemap.xml`)
  expect(robots.body).toMatch(/^User-agent: \*\nAllow: \/\n/)
  expect(robots.body).toContain('Disallow: /bookings/')

  const map = await ask(second, '/sitemap.xml')
  expect(map.headers['content-type']).toBe('application/xml; charset=utf-8')
  expect([...map.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual(
    ['/', '/client_service', '/privacy', `/client_service/${visibleService.id}/booking`].map(
      (path) => `https://${here.domain}${path}`,
    ),
  )
  expect(map.body).not.toContain(`/${hidden.id}/`)
  const again = await ask(second, '/sitemap.xml', { 'if-none-match': map.headers.etag })
  expect(again.statusCode).toBe(304)

  const editor = await here.as('editor')
  await editor.delete(`/services/${visibleService.id}`)
  expect((await ask(second, '/sitemap.xml')).body).not.toContain(`/${visibleService.id}/`)
})

test('search engines must not index a business that is not set up', async () => {
  const here = await server.newTenant({ app_primary_color: '' })
  expect((await ask(here.domain, '/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n')
  expect((await ask(here.domain, '/sitemap.xml')).statusCode).toBe(404)
})

test.for(['/set_password', '/forgot_password', '/restore_email', '/confirm_email', '/not_me'])(
  'search engines must not index %s, which a business that is not set up has, too',
  async (path) => {
    const here = await server.newTenant({ app_primary_color: '' })
    const page = await here.page(path)
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('<meta name="robots" content="noindex"/>')
  },
)

test('a business without a logo has an icon and a card in its colour', { tags: ['13.50'] }, async () => {
  const here = await server.newTenant({ app_primary_color: '#0f766e' })

  const icon = await ask(here.domain, '/favicon.ico')
  expect(icon.headers['content-type']).toBe('image/png')
  expect([icon.rawPayload.readUInt32BE(16), icon.rawPayload.readUInt32BE(20)]).toEqual([32, 32])

  const card = await ask(here.domain, '/card.png')
  expect(card.headers['content-type']).toBe('image/png')
  expect([card.rawPayload.readUInt32BE(16), card.rawPayload.readUInt32BE(20)]).toEqual([1200, 630])
  expect(card.rawPayload.includes(Buffer.from('0f766e', 'hex'))).toBe(true)
  expect(card.rawPayload.byteLength).toBeLessThan(20_000)
  expect((await here.page('/')).body).toContain(`property="og:image" content="http://${here.domain}/card.png"`)
})

test('a logo is the icon and the picture of shared links', async () => {
  const here = await server.newTenant({ app_logo: LOGO })
  const icon = await ask(here.domain, '/favicon.ico')
  expect(icon.statusCode).toBe(302)
  expect(icon.headers.location).toBe('/api/client/icons/AAAAAAAAAAAAAAAAAAAAAA.png')
  expect((await here.page('/')).body).toContain(`property="og:image" content="http://${here.domain}${LOGO}"`)
})

test.for(FOUND)('an unknown or suspended business gets 403 for %s', { tags: ['13.50'] }, async (path) => {
  const here = await server.newTenant({ app_name: 'Salone Aurora' })
  await server.owner.query('update tenants set suspended_at = now() where id = $1', [here.id])

  for (const host of ['unknown.example', here.domain]) {
    const answer = await ask(host, path)
    expect(answer.statusCode).toBe(403)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.body).not.toContain('Aurora')
  }
})
