import { sendForm } from '@prenoto/test-support/http/upload-form.ts'
import { type TestServer, type TestTenant, testServer } from '@prenoto/test-support/server/test-server.ts'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { UploadLimits } from './open-uploads.ts'

let small: Buffer
beforeAll(async () => {
  small = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1d4ed8' } })
    .png()
    .toBuffer()
})

let server: TestServer
let log: string
afterEach(() => server.close())

async function start(uploadLimits: Partial<UploadLimits>) {
  log = ''
  server = await testServer({
    uploadLimits,
    logTo: (line) => {
      log += line
    },
    logLevel: 'debug',
  })
  await server.listen()
}

type Form = ReturnType<typeof sendForm>

/** A client that uploads pictures for a business; `hold` sends all but the last bytes. */
async function aSender(here: TestTenant) {
  const { token } = await here.as('admin')
  const form = { host: here.domain, path: '/upload', field: 'file', headers: { authorization: `Bearer ${token}` } }
  return {
    send: () => sendForm(server.app, { ...form, bytes: small }).answer,
    hold: (withheld = 10) => sendForm(server.app, { ...form, bytes: small, withheld }),
  }
}

const awaitStatus = async (answer: Promise<{ status: number }>) => (await answer).status

/** Waits until one of the forms is refused; the others are in the queue or being processed by then. */
async function oneRefused(forms: Form[]) {
  const { form, answer } = await Promise.race(forms.map(async (form) => ({ form, answer: await form.answer })))
  expect(answer.status).toBe(503)
  return { answer, others: forms.filter((other) => other !== form) }
}

describe('concurrent uploads', () => {
  test('wait in a short queue and are refused with Retry-After beyond it', async () => {
    await start({ concurrent: 1, queued: 1 })
    const { send, hold } = await aSender(await server.newTenant())

    const { answer, others } = await oneRefused([hold(), hold(), hold()])
    for (const { finish } of others) finish()

    expect(answer).toMatchObject({
      headers: { 'retry-after': '10' },
      body: { status: 503, detail: 'Stanno arrivando troppe immagini insieme: riprova tra qualche secondo.' },
    })
    for (const { answer } of others) expect(await awaitStatus(answer)).toBe(201)
    expect(await awaitStatus(send())).toBe(201)
  })

  test('wait no longer than the queue timeout', async () => {
    await start({ concurrent: 1, queued: 5, queueTimeout: 50 })
    const { hold } = await aSender(await server.newTenant())

    const { others } = await oneRefused([hold(), hold()])
    for (const { finish } of others) finish()

    expect(await awaitStatus(others[0]!.answer)).toBe(201)
  })

  test('uploads of one tenant do not block other tenants', async () => {
    await start({ concurrent: 2, concurrentPerBusiness: 1, queued: 10, queuedPerBusiness: 2 })
    const greedy = await aSender(await server.newTenant())
    const other = await aSender(await server.newTenant())
    const { others: heldUploads } = await oneRefused([greedy.hold(), greedy.hold(), greedy.hold(), greedy.hold()])

    expect(await awaitStatus(other.send())).toBe(201)

    for (const { finish } of heldUploads) finish()
    for (const { answer } of heldUploads) expect(await awaitStatus(answer)).toBe(201)
  })

  test('need authorization before they wait in the queue', async () => {
    await start({ concurrent: 1, queued: 0 })
    const here = await server.newTenant()
    const { token: operator } = await here.as('operator')
    const { send } = await aSender(here)
    const form = { host: here.domain, field: 'logo', path: '/configs/upload-logo', bytes: small, withheld: 10 }

    const stranger = sendForm(server.app, form)
    const forbidden = sendForm(server.app, { ...form, headers: { authorization: `Bearer ${operator}` } })

    expect(await awaitStatus(stranger.answer)).toBe(401)
    expect(await awaitStatus(forbidden.answer)).toBe(404)
    expect(await awaitStatus(send())).toBe(201)
  })
})

test('a user may upload thirty images in ten minutes from all addresses, without affecting colleagues', async () => {
  server = await testServer({ rateLimits: true })
  const here = await server.newTenant()
  const [busy, other] = [await here.as('operator'), await here.as('operator')]
  const upload = ({ token }: { token: string }, remoteAddress: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/user/upload-photo',
      headers: { host: here.domain, authorization: `Bearer ${token}` },
      remoteAddress,
    })

  for (let i = 0; i < 30; i++) expect((await upload(busy, `203.0.113.${i}`)).statusCode).toBe(415)
  const refused = await upload(busy, '203.0.113.99')

  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await upload(other, '203.0.113.1')).statusCode).toBe(415)
})

describe('a client that disconnects', () => {
  test('while waiting frees its place in the queue', async () => {
    await start({ concurrent: 1, queued: 2, queuedPerBusiness: 1 })
    const [one, two, three] = [
      await aSender(await server.newTenant()),
      await aSender(await server.newTenant()),
      await aSender(await server.newTenant()),
    ]
    const { others: ahead } = await oneRefused([one.hold(), one.hold(), one.hold()])
    const { others: waiting } = await oneRefused([two.hold(), two.hold()])

    waiting[0]!.abort()
    await expect.poll(() => log).toContain('upload aborted by the client')
    const { others: instead } = await oneRefused([three.hold(), three.hold()])
    for (const { finish } of [...ahead, ...instead]) finish()

    for (const { answer } of [...ahead, ...instead]) expect(await awaitStatus(answer)).toBe(201)
  })

  test('during the upload releases its permit', async () => {
    await start({ concurrent: 1, queued: 0 })
    const { send, hold } = await aSender(await server.newTenant())
    const { others } = await oneRefused([hold(), hold()])

    others[0]!.abort()

    await expect.poll(() => awaitStatus(send())).toBe(201)
  })
})

describe('a permit is released', () => {
  test.each([
    ['a body that is not completed', 10],
    ['a form that never begins', Number.POSITIVE_INFINITY],
  ])('after %s', async (_, withheld) => {
    await start({ concurrent: 1, receiveTimeout: 300 })
    const { send, hold } = await aSender(await server.newTenant())

    const { answer } = hold(withheld)
    const next = send()

    expect(await answer).toMatchObject({
      status: 408,
      headers: { connection: 'close' },
      body: { detail: expect.stringContaining('Il file ha impiegato troppo tempo ad arrivare') },
    })
    expect(await awaitStatus(next)).toBe(201)
  })
})
