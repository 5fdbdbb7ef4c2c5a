import { openStream } from '@prenoto/test-support/http/event-stream.ts'
import { sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'
import { hashToken } from '../accounts/session/access-token.ts'
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
      log: server.app.log,
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

const aSubscriber = (subscriber: Partial<Subscriber> = {}): Subscriber => ({
  userId: 1,
  session: 'session',
  send: () => {},
  catchUp: () => {},
  checkSession: () => {},
  end: () => {},
  ...subscriber,
})

test('an unsubscribed client gets no events, others do', () => {
  const hub = eventHub()
  const got: string[] = []
  const subscriber = (name: string) => aSubscriber({ send: () => void got.push(name) })
  const unsubscribe = hub.subscribe(7, subscriber('gone'))
  hub.subscribe(7, subscriber('here'))

  unsubscribe()
  hub.message(JSON.stringify({ tenant: 7, booking: 1, notifications: [] }))

  expect(got).toEqual(['here'])
})

test('a new stream replaces the oldest of its session, its user, its business or the largest business', () => {
  const hub = eventHub({ perSession: 2, perUser: 3, perBusiness: 4, total: 6 })
  const open = new Set<string>()
  const subscribe = (tenantId: number, userId: number, session: string, name: string) => {
    open.add(name)
    const end = () => void open.delete(name)
    hub.subscribe(tenantId, aSubscriber({ userId, session, end }))
  }

  subscribe(7, 1, 'a', 'first of a session')
  subscribe(7, 1, 'a', 'a')
  subscribe(7, 1, 'a', 'first of a user')
  expect([...open]).toEqual(['a', 'first of a user'])
  subscribe(7, 1, 'b', 'b')
  subscribe(7, 1, 'c', 'c')
  expect([...open]).toEqual(['first of a user', 'b', 'c'])
  subscribe(7, 2, 'd', 'd')
  subscribe(7, 3, 'e', 'e')
  expect([...open]).toEqual(['b', 'c', 'd', 'e'])
  for (const name of ['x', 'y', 'z']) subscribe(8, 4, name, name)
  expect([...open]).toEqual(['c', 'd', 'e', 'x', 'y', 'z'])
})

test('a session holds ten streams; the eleventh ends the first with its connection and tells it to stay closed', async () => {
  const here = await server.newTenant()
  const { token } = await here.as('operator')
  await server.listen()
  const streams: Awaited<ReturnType<typeof openStream>>[] = []
  for (let i = 0; i < 11; i++)
    streams.push(
      await openStream(server.app, here.domain, '/notifications/stream', { authorization: `Bearer ${token}` }),
    )
  const [first, ...others] = streams

  await expect.poll(() => first!.ended).toBe(true)

  expect(first!.headers.connection).toBe('close')
  expect(first!.events).toEqual([{ event: 'replaced', data: {} }])
  expect(others.filter(({ ended }) => ended)).toEqual([])
  for (const { close } of others) close()
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
