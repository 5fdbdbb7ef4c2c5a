import { NOW, sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedServer()

test('security.txt names the provider as the contact on every domain, for less than a year', async () => {
  const response = await server.app.inject({
    method: 'GET',
    url: '/.well-known/security.txt',
    headers: { host: 'unknown.example' },
  })

  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(response.body).toMatch(/^Contact: mailto:\S+@\S+\nExpires: \S+\nPreferred-Languages: it, en\n$/)
  const expires = Temporal.Instant.from(/Expires: (\S+)/.exec(response.body)![1]!)
  expect(Temporal.Instant.compare(expires, NOW)).toBe(1)
  expect(Temporal.Instant.compare(expires, NOW.add({ hours: 365 * 24 }))).toBe(-1)
})
