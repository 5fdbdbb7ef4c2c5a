import { once } from 'node:events'
import { Agent, get as httpGet } from 'node:http'
import { connect, type Socket } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { spawnServer } from '../../test/server-process.ts'
import { type TestServer, type TestTenant, testServer } from '../../test/test-server.ts'
import { waitingForLocks } from '../../test/waiting-for-locks.ts'
import { BACKLOG, limitLoad } from './overload.ts'

/** What a process takes on at once. */
const MOST = 1_000

const FOR_EVER = 24 * 3600 * 1000

let server: TestServer
let here: TestTenant
let port: number
beforeAll(async () => {
  server = await testServer({ trustedFor: FOR_EVER })
  port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0, backlog: BACKLOG })).port)
})
afterAll(async () => {
  await server.close()
})
beforeEach(async () => {
  here = await server.newTenant()
  await here.get('/client/configs')
})

const get = (path: string) => server.app.inject({ url: path, headers: { host: here.domain } })

const BODY = '{"name":""}'

/** However it was closed. */
const closed = (socket: Socket) => new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))

/** Begins to send a form, and never ends unless told to; `answer` is all that comes back. */
async function begin() {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const head = `POST /api/client/contact HTTP/1.1\r\nHost: ${here.domain}\r\nContent-Type: application/json\r\nConnection: close\r\n`
  socket.write(`${head}Content-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, 3)}`)
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  const answered = closed(socket).then(() => answer)
  const isHeld = () => !socket.destroyed && answer === ''
  return { end: () => socket.write(BODY.slice(3)), leave: () => socket.destroy(), answered, isHeld }
}

const many = (count: number) => Promise.all(Array.from({ length: count }, begin))

const statusNow = async () => (await get('/api/nothing')).statusCode

const becomes = (status: number) => expect.poll(statusNow).toBe(status)

const stillHeld = (held: Awaited<ReturnType<typeof many>>) => held.filter(({ isHeld }) => isHeld())

/** As many as a process holds. On a slow machine some wait too long for their turn, and are told to come back: others come. */
async function full() {
  let held = await many(MOST)
  const fill = async () => {
    held = stillHeld(held)
    held.push(...(await many(MOST - held.length)))
    return statusNow()
  }
  await expect.poll(fill).toBe(503)
  return held
}

test('more requests than a process can hold are told to come back, and those it holds are answered', async () => {
  const held = await full()

  const [page, call] = [await get('/'), await get('/api/client/configs')]
  for (const { statusCode, headers } of [page, call]) {
    expect(statusCode).toBe(503)
    expect(headers['retry-after']).toBe('2')
    expect(headers['cache-control']).toBe('no-store')
  }
  const detail = 'Il servizio non è al momento disponibile. Riprova tra poco.'
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain(`<p>${detail}</p>`)
  expect(call.json()).toMatchObject({ status: 503, detail })
  for (const path of ['/healthz', '/readyz', '/metrics']) expect((await get(path)).statusCode).toBe(200)

  const ending = stillHeld(held)
  for (const { end } of ending) end()
  const answers = await Promise.all(ending.map(({ answered }) => answered))
  expect(new Set(answers.map((answer) => answer.split(' ', 2)[1]))).toEqual(new Set(['422']))
  await becomes(404)
})

test('who leaves before the end of a body makes room', async () => {
  const held = await full()

  for (const { leave } of held) leave()

  await becomes(404)
})

test('who leaves before the answer makes room once what was asked for is done', async () => {
  for (let round = 0; round < 6; round++) {
    const blocker = await server.owner.connect()
    await blocker.query('begin; lock table configurations in access exclusive mode')
    const sockets = await Promise.all(
      Array.from({ length: MOST / 5 }, async () => {
        const socket = connect(port, '127.0.0.1')
        await once(socket, 'connect')
        socket.write(`GET /api/client/configs HTTP/1.1\r\nHost: ${here.domain}\r\n\r\n`)
        return socket
      }),
    )
    await expect.poll(() => waitingForLocks(server.owner)).toBeGreaterThan(0)
    for (const socket of sockets) socket.destroy()
    await blocker.query('rollback')
    blocker.release()
  }

  await becomes(404)
})

test('a process with little memory outlives those who send request after request without waiting', async () => {
  const small = spawnServer({ DATABASE_URL: server.url, NODE_OPTIONS: '--max-old-space-size=64' })
  try {
    await small.ready()
    const requests = `GET /api/client/configs HTTP/1.1\r\nHost: ${here.domain}\r\n\r\n`.repeat(5_000)
    const sockets = Array.from({ length: 4 }, () => connect(small.port(), '127.0.0.1'))
    const ends = sockets.map(closed)
    for (const socket of sockets) socket.write(requests)
    await Promise.all(ends)

    const read = async () => (await small.call({ host: here.domain, path: '/client/configs' })).status
    await expect.poll(read).toBe(200)
  } finally {
    await small.end('SIGKILL')
  }
})

test('a few requests on one connection at once are answered in their order', async () => {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.on('data', (data) => {
    text += data
  })
  const paths = ['/api/client/configs', '/api/nothing', '/healthz', '/api/client/configs']
  socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: ${here.domain}\r\n\r\n`).join(''))

  await expect.poll(() => text.match(/HTTP\/1.1 \d+/g)).toHaveLength(4)

  expect(text.match(/(?<=HTTP\/1.1 )\d+/g)).toEqual(['200', '404', '200', '200'])
  socket.destroy()
})

/** A server that thinks so many milliseconds about each answer; `begun` says how many it has thought about. */
async function laborious({ work, ...limits }: { work: number; patience?: number; requests?: number }) {
  const app = Fastify()
  let begun = 0
  const most = { requests: 1_000, requestsOfConnection: 1_000, connections: 1_000, patience: 60_000, ...limits }
  limitLoad(app, (_request, reply) => reply.code(503).send(), most)
  app.get('/', async () => {
    begun++
    const end = performance.now() + work
    while (performance.now() < end);
    return ''
  })
  app.get('/healthz', { config: { always: true } }, async () => '')
  const at = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, at, begun: () => begun }
}

/** Sends so many requests at once on one connection; `answered` once there is an answer, `statuses` are those so far. */
function ahead(at: string, requests: number) {
  const socket = connect(Number(new URL(at).port), '127.0.0.1')
  let text = ''
  socket.on('data', (data) => {
    text += data
  })
  const answered = once(socket, 'data')
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(requests))
  return { answered, statuses: () => text.match(/(?<=HTTP\/1.1 )\d+/g) ?? [], leave: () => socket.destroy() }
}

/** On a connection of its own unless the agent has one. Resolves to the status. */
async function ask(at: string, agent?: Agent): Promise<number> {
  const [answer] = await once(httpGet(at, { agent: agent ?? false }), 'response')
  await once(answer.resume(), 'end')
  return answer.statusCode
}

test('newcomers are let in beside those who never rest', async () => {
  const [busy, newcomers] = [24, 24]
  const { app, at } = await laborious({ work: 3 })
  let answers = 0
  let isOver = false
  const neverRest = async (agent: Agent) => {
    while (!isOver) {
      await ask(at, agent)
      answers++
    }
  }
  const agents = Array.from({ length: busy }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const restless = agents.map(neverRest)
  await expect.poll(() => answers).toBeGreaterThan(3 * busy)

  const before = answers
  await Promise.all(Array.from({ length: newcomers }, () => ask(at)))
  const meanwhile = answers - before

  isOver = true
  await Promise.all(restless)
  for (const agent of agents) agent.destroy()
  await app.close()
  expect(meanwhile).toBeLessThan((busy * newcomers) / 3)
})

test('who has waited too long for their turn is told to come back', async () => {
  const { app, at } = await laborious({ work: 30, patience: 50 })
  const { statuses, leave } = ahead(at, 9)

  await expect.poll(() => statuses().length).toBe(9)

  expect(statuses()[0]).toBe('200')
  expect(statuses().slice(3)).toEqual(Array(6).fill('503'))
  leave()
  await app.close()
})

test('who leaves before their turn costs no work and makes room', async () => {
  const most = 10
  const { app, at, begun } = await laborious({ work: 100, requests: most })
  const gone = ahead(at, most)
  await gone.answered
  gone.leave()
  await expect.poll(() => ask(at)).toBe(200)
  expect(begun()).toBeLessThan(most / 2)

  const { statuses, leave } = ahead(at, most)
  await expect.poll(() => statuses().length).toBe(most)

  expect(new Set(statuses())).toEqual(new Set(['200']))
  leave()
  await app.close()
})

test('whoever looks after the process does not wait for their turn', async () => {
  const { app, at } = await laborious({ work: 20 })
  const { statuses, leave } = ahead(at, 30)
  await expect.poll(() => statuses().length).toBeGreaterThan(0)

  await ask(`${at}/healthz`)

  expect(statuses().length).toBeLessThan(20)
  leave()
  await app.close()
})
