import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStreamUntilServed } from '@prenoto/test-support/http/event-stream.ts'
import { type ServerProcess, spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import { type TestServer, testServer } from '@prenoto/test-support/server/test-server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Shares its database with the real process under test; creates its data and reads the results. */
let observer: TestServer
beforeAll(async () => {
  observer = await testServer()
  // The process uses the real clock, and the sessions must be valid for it, too.
  observer.clock.now = Temporal.Now.instant()
})
afterAll(() => observer.close())

const requestStatus = async (server: ServerProcess, path: string) =>
  (await fetch(`http://127.0.0.1:${server.port()}${path}`, { headers: { connection: 'close' } })).status

/** Accepts connections and never responds. */
async function aSilentMailServer() {
  const arrivals: unknown[] = []
  const listening = createServer((socket) => arrivals.push(socket.on('error', () => {}))).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return { arrivals, url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}` }
}

test('a stopping process reports it at once and answers all requests until it closes its port; open dashboards, idle connections and a silent mail server do not delay it', {
  tags: ['13.139'],
}, async () => {
  const here = await observer.newTenant()
  const { token } = await here.as('operator')
  const mail = await aSilentMailServer()
  const server = spawnServer({ DATABASE_URL: observer.url, SMTP_URL: mail.url, MAIL_FROM: 'prenoto@example.it' })
  await server.ready()
  const stream = await openStreamUntilServed(server.port(), here.domain, '/notifications/stream', {
    authorization: `Bearer ${token}`,
  })
  expect(stream.status).toBe(200)
  await here.newUser({ email: 'attesa@example.it' })
  const forgottenPassword = { host: here.domain, method: 'POST', path: '/client/forgot-password' } as const
  await server.callUntilServed({ ...forgottenPassword, payload: { email: 'attesa@example.it' } })
  await expect.poll(() => mail.arrivals.length).toBeGreaterThan(0)

  const isOver = Promise.withResolvers<void>()
  const answers: { status: number; headers: IncomingHttpHeaders }[] = []
  const failures: string[] = []
  let sent = 0
  // Like a proxy, reuses connections and sends nothing on a closed one.
  async function client() {
    for (;;) {
      sent += 1
      const i = sent
      const request = { name: 'Ugo Riva', email: `u${i}@example.it`, phone: '3331234567', message: 'M', privacy: true }
      try {
        const { status, headers } = await server.call(
          i % 3 > 0
            ? { host: here.domain, path: '/client/configs' }
            : { host: here.domain, method: 'POST', path: '/client/contact', payload: request },
        )
        answers.push({ status, headers })
      } catch (error) {
        failures.push((error as NodeJS.ErrnoException).code ?? String(error))
        return isOver.resolve()
      }
      // A steady load; a heavier one proves no more.
      await sleep(100)
    }
  }
  const clients = Promise.all(Array.from({ length: 2 }, client))
  await expect.poll(() => answers.length).toBeGreaterThan(5)

  const ended = server.end('SIGTERM')
  await expect.poll(() => requestStatus(server, '/readyz')).toBe(503)
  expect(await requestStatus(server, '/healthz')).toBe(503)
  const answersBefore = answers.length
  await isOver.promise
  await clients
  const { code } = await ended

  expect(code).toBe(0)
  await expect.poll(() => stream.ended).toBe(true)
  expect(failures).toEqual(failures.map(() => 'ECONNREFUSED'))
  const isServed = ({ status }: { status: number }) => status === 200 || status === 201
  // A slow machine is overloaded, which the answer says; draining refuses nothing.
  expect(answers.filter((answer) => !isServed(answer) && !answer.headers['retry-after'])).toEqual([])
  expect(answers.slice(answersBefore).filter(isServed)).not.toEqual([])
  expect(answers.at(-1)!.headers).toMatchObject({ connection: 'close' })
  const stored = await here.db.selectFrom('contact_requests').select('id').execute()
  expect(stored).toHaveLength(answers.filter(({ status }) => status === 201).length)
})
