import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../test/test-server.ts'
import { hashToken } from '../session/access-token.ts'
import { eventHub } from './event-hub.ts'
import { newsStream } from './event-stream.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

async function aStream() {
  const here = await server.newTenant()
  const staff = await here.as('operator')
  const user = await here.db.selectFrom('users').selectAll().where('id', '=', staff.id).executeTakeFirstOrThrow()
  const news = eventHub()
  const stream = newsStream(
    { ...here.ctx(), user },
    { news, clock: () => server.clock.now, tokenHash: hashToken(staff.token), lastSeen: undefined, heartbeat: 30 },
  )
  let text = ''
  stream.on('data', (chunk) => {
    text += chunk
  })
  return { here, staff, news, stream, read: () => text }
}

test('an open stream shows signs of life, and ends with the session', async () => {
  const { staff, stream, read } = await aStream()
  await sleep(120)
  expect(read()).toContain(': still here\n\n')
  expect(stream.readableEnded).toBe(false)

  await staff.post('/logout', {})
  await sleep(120)
  expect(stream.readableEnded).toBe(true)
})

test('a reader who went away is forgotten', async () => {
  const { here, staff, news, stream, read } = await aStream()
  stream.destroy()
  await sleep(10)
  const before = read()
  news.message(JSON.stringify({ tenant: here.id, booking: 1, notifications: [[staff.id, 1]] }))
  await sleep(60)
  expect(read()).toBe(before)
})

test('asking for the head of the stream begins none', async () => {
  const here = await server.newTenant()
  const { token } = await here.as('operator')

  const answer = await server.app.inject({
    method: 'HEAD',
    url: '/api/notifications/stream',
    headers: { host: here.domain, authorization: `Bearer ${token}` },
  })

  expect(answer.statusCode).toBe(404)
})
