import { sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'
import { toOrigin } from '../../../tenants/domain-name.ts'
import { insertDomain } from '../../operations/provider/provider.repository.ts'

const server = await sharedServer()

test('a page on a second domain has a canonical link to the first one', async () => {
  const here = await server.newTenant()
  const second = `www.${here.domain}`
  await insertDomain(server.owner, here.id, { domain: second })

  const page = await server.app.inject({ url: '/client_service', headers: { host: second } })

  expect(page.statusCode).toBe(200)
  expect(page.body).toContain(`<link rel="canonical" href="https://${here.domain}/client_service"/>`)
  expect(page.body).not.toContain(second)
})

test.each([
  ['salone.it', 'https://salone.it'],
  ['localhost', 'http://localhost:3000'],
  ['nuovo.localhost', 'http://nuovo.localhost:3000'],
  ['localhost.it', 'https://localhost.it'],
])('links to %s begin with %s', (domain, origin) => expect(toOrigin(domain, 3000)).toBe(origin))
