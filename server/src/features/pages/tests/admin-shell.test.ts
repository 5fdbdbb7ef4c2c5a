import { sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedServer()

const here = await server.newTenant({ app_name: 'Salone Aurora', app_primary_color: '#0f766e' })

const screens = [
  '/onboarding',
  '/dashboard',
  '/appointments/7',
  '/user',
  '/service',
  '/day_off',
  '/calendar',
  '/setting',
  '/customer',
  '/customer/7',
  '/contact_requests',
  '/audit',
  '/guida',
  '/guida/chiudere-per-ferie',
]

test.for(screens)(
  '%s returns the shell of the back office with the name and colour of the business',
  { tags: ['2.39'] },
  async (path) => {
    const { statusCode, body, headers } = await here.page(path)

    expect(statusCode).toBe(200)
    expect(body).toContain('· Salone Aurora</title>')
    expect(body).toContain('rel="icon"')
    expect(body).toContain('--brand:#0f766e')
    expect(body).toMatch(/<script type="module" src="\/assets\/entry-admin-[\w-]+\.js"/)
    expect(body).not.toContain('entry-public')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['cache-control']).toBe('no-store')
  },
)

test('public pages load no scripts of the back office', async () => {
  for (const path of ['/', '/client_service', '/login'])
    expect((await here.page(path)).body).not.toContain('entry-admin')
})

test('an unknown domain has no back office', async () => {
  const { statusCode, body } = await server.visit('unknown.example').page('/dashboard')

  expect(statusCode).toBe(403)
  expect(body).toContain('Dominio non riconosciuto')
})

test.for(['/dashboards', '/customer/x', '/appointments'])(
  '%s is not a screen of the back office',
  { tags: ['2.39'] },
  async (path) => {
    expect((await here.page(path)).statusCode).toBe(404)
  },
)
