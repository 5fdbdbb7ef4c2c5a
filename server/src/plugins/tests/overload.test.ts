import { connect } from 'node:net'
import { sharedServer } from '@prenoto/test-support/server/test-server.ts'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerBusy } from '../error-handler.ts'
import { limitBursts, limitLoad } from '../overload.ts'

const server = await sharedServer()

/** Blocks the event loop for a number of milliseconds in every iteration until `end` is called. */
function busyLoop(milliseconds: number) {
  let isOver = false
  const turn = () => {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
    if (!isOver) setTimeout(turn)
  }
  turn()
  return {
    end() {
      isOver = true
    },
  }
}

test('an overloaded process answers 503 with Retry-After except to probes, and recovers', {
  tags: ['13.149'],
}, async () => {
  const app = Fastify()
  await limitLoad(app, answerBusy, { maxEventLoopDelay: 50 })
  app.get('/*', async () => '')
  app.get('/healthz', { config: { always: true } }, async () => '')
  const requestStatus = async (path: string) => (await app.inject(path)).statusCode
  expect(await requestStatus('/')).toBe(200)

  const busy = busyLoop(200)
  await expect.poll(() => requestStatus('/')).toBe(503)
  const [page, call] = [await app.inject('/'), await app.inject('/api/services')]

  const detail = 'Il servizio non è al momento disponibile. Riprova tra poco.'
  for (const { statusCode, headers } of [page, call]) {
    expect(statusCode).toBe(503)
    expect(headers['retry-after']).toBe('2')
    expect(headers['cache-control']).toBe('no-store')
  }
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain(`<p>${detail}</p>`)
  expect(call.json()).toMatchObject({ status: 503, detail })
  expect(await requestStatus('/healthz')).toBe(200)

  busy.end()
  await expect.poll(() => requestStatus('/')).toBe(200)
  await app.close()
})

test('a client that pipelines requests without reading responses is disconnected, and others are served', {
  tags: ['13.149'],
}, async () => {
  const here = await server.newTenant()
  const socket = connect(await server.listen(), '127.0.0.1')
  const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve))

  socket.write(`GET /api/client/configs HTTP/1.1\r\nHost: ${here.domain}\r\n\r\n`.repeat(2_000))

  await expect.poll(async () => (await here.get('/client/configs')).statusCode).toBe(200)
  // A socket that does not read learns only from a reset that the server has closed the connection.
  socket.resume()
  await closed
})

test('a request begins soon beside hundreds of requests to another domain that came before', async () => {
  const app = Fastify()
  limitBursts(app)
  const begun: string[] = []
  app.addHook('onRequest', async ({ host }) => void begun.push(host))
  app.get('/', async () => '')
  await app.ready()
  const request = (host: string) => app.inject({ url: '/', headers: { host } })

  await Promise.all([...Array.from({ length: 300 }, () => request('busy.example')), request('calm.example')])

  expect(begun).toHaveLength(301)
  expect(begun.indexOf('calm.example')).toBeLessThan(20)
})

test('a few pipelined requests are answered in order', async () => {
  const here = await server.newTenant()
  const port = await server.listen()
  const socket = connect(Number(port), '127.0.0.1')
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
