import { sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'
import { hashToken } from '../session/access-token.ts'
import { eventHub, type Subscriber } from './event-hub.ts'
import { eventStream } from './event-stream.ts'

const server = await sharedServer()

/** An open stream and the subscribers of its hub. */
async function aStream() {
  const here = await server.newTenant()
  const staff = await here.as('operator')
  const user = await here.db.selectFrom('users').selectAll().where('id', '=', staff.id).executeTakeFirstOrThrow()
  const hub = eventHub()
  const subscribers = new Set<Subscriber>()
  const subscribe: typeof hub.subscribe = (tenantId, subscriber) => {
    subscribers.add(subscriber)
    const unsubscribe = hub.subscribe(tenantId, subscriber)
    return () => {
      subscribers.delete(subscriber)
      unsubscribe()
    }
  }
  const stream = eventStream(
    { ...here.ctx(), user },
    {
      events: { ...hub, subscribe },
      clock: () => server.clock.now,
      tokenHash: hashToken(staff.token),
      lastSeen: undefined,
      heartbeat: 30,
    },
  )
  let text = ''
  stream.on('data', (chunk) => {
    text += chunk
  })
  return { staff, stream, subscribers, read: () => text }
}

test('an open stream sends heartbeats and ends with the session', async () => {
  const { staff, stream, read } = await aStream()
  await expect.poll(read).toContain(': still here\n\n')
  expect(stream.readableEnded).toBe(false)

  await staff.post('/logout', {})
  await expect.poll(() => stream.readableEnded).toBe(true)
})

test('a disconnected client is unsubscribed', async () => {
  const { stream, subscribers } = await aStream()
  expect(subscribers.size).toBe(1)

  stream.destroy()

  await expect.poll(() => subscribers.size).toBe(0)
})

test('an unsubscribed client gets no events, others do', () => {
  const hub = eventHub()
  const got: string[] = []
  const subscriber = (name: string): Subscriber => ({
    userId: 1,
    send: () => void got.push(name),
    catchUp: () => {},
    checkSession: () => {},
    end: () => {},
  })
  const unsubscribe = hub.subscribe(7, subscriber('gone'))
  hub.subscribe(7, subscriber('here'))

  unsubscribe()
  hub.message(JSON.stringify({ tenant: 7, booking: 1, notifications: [] }))

  expect(got).toEqual(['here'])
})

test('a HEAD request opens no stream', { tags: ['7.33'] }, async () => {
  const here = await server.newTenant()
  const { token } = await here.as('operator')

  const answer = await server.app.inject({
    method: 'HEAD',
    url: '/api/notifications/stream',
    headers: { host: here.domain, authorization: `Bearer ${token}` },
  })

  expect(answer.statusCode).toBe(404)
})
