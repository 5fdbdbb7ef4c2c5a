import { sendForm } from '@prenoto/test-support/http/upload-form.ts'
import { setPoints } from '@prenoto/test-support/server/set-points.ts'
import { sharedServer, type TestTenant, testServer } from '@prenoto/test-support/server/test-server.ts'
import sharp from 'sharp'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

let small: Buffer
beforeAll(async () => {
  small = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1d4ed8' } })
    .png()
    .toBuffer()
})

let log = ''
const server = await sharedServer({
  url: (await sharedServer()).url,
  rateLimits: true,
  uploadLimits: { concurrent: 1, queued: 2, queuedPerBusiness: 1 },
  logTo: (line) => {
    log += line
  },
  logLevel: 'debug',
})
await server.listen()

type Form = ReturnType<typeof sendForm>

/** A client that uploads pictures for a business; `hold` sends all but the last bytes. */
async function aSender(here: TestTenant, at = server) {
  const { token } = await here.as('admin')
  const form = { host: here.domain, path: '/upload', field: 'file', headers: { authorization: `Bearer ${token}` } }
  return {
    send: () => sendForm(at.app, { ...form, bytes: small }).answer,
    hold: (withheld = 10) => sendForm(at.app, { ...form, bytes: small, withheld }),
  }
}

const awaitStatus = async (answer: Promise<{ status: number }>) => (await answer).status

/** Waits until one of the forms is refused; the others are in the queue or being processed by then. */
async function oneRefused(forms: Form[]) {
  const { form, answer } = await Promise.race(forms.map(async (form) => ({ form, answer: await form.answer })))
  expect(answer.status).toBe(503)
  return { answer, others: forms.filter((other) => other !== form) }
}

test('concurrent uploads wait in a short queue and are refused with Retry-After beyond it', async () => {
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

test('uploads of one tenant wait no longer than the queue timeout and do not block other tenants', async () => {
  const fair = await testServer({
    url: server.url,
    uploadLimits: { concurrent: 2, concurrentPerBusiness: 1, queued: 10, queuedPerBusiness: 2, queueTimeout: 50 },
  })
  onTestFinished(() => fair.close())
  await fair.listen()
  const greedy = await aSender(await server.newTenant(), fair)
  const other = await aSender(await server.newTenant(), fair)
  const { others: heldUploads } = await oneRefused([greedy.hold(), greedy.hold()])

  expect(await awaitStatus(other.send())).toBe(201)

  heldUploads[0]!.finish()
  expect(await awaitStatus(heldUploads[0]!.answer)).toBe(201)
})

test('uploads need authorization before they wait in the queue', async () => {
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

test('a user may upload thirty images in ten minutes from all addresses, without affecting colleagues', async () => {
  const here = await server.newTenant()
  const [busy, other] = [await here.as('operator'), await here.as('operator')]
  const upload = ({ token }: { token: string }, remoteAddress: string) =>
    server.app.inject({
      method: 'POST',
      url: '/api/user/upload-photo',
      headers: { host: here.domain, authorization: `Bearer ${token}` },
      remoteAddress,
    })

  await setPoints(server, { [`upload:${here.id}/user ${busy.id}`]: 29 })
  expect((await upload(busy, '203.0.113.1')).statusCode).toBe(415)
  const refused = await upload(busy, '203.0.113.99')

  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await upload(other, '203.0.113.1')).statusCode).toBe(415)
})

test('a client that disconnects frees its place in the queue or its permit', async () => {
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
  for (const { abort } of ahead) abort()

  instead[0]!.finish()
  expect(await awaitStatus(instead[0]!.answer)).toBe(201)
  expect(await awaitStatus(one.send())).toBe(201)
})

test('a permit is released after a body that is not completed and after a form that never begins', async () => {
  const impatient = await testServer({ url: server.url, uploadLimits: { concurrent: 1, receiveTimeout: 300 } })
  onTestFinished(() => impatient.close())
  await impatient.listen()
  const { send, hold } = await aSender(await server.newTenant(), impatient)
  for (const withheld of [10, Number.POSITIVE_INFINITY]) {
    const { answer } = hold(withheld)
    const next = send()

    expect(await answer).toMatchObject({
      status: 408,
      headers: { connection: 'close' },
      body: { detail: expect.stringContaining('Il file ha impiegato troppo tempo ad arrivare') },
    })
    expect(await awaitStatus(next)).toBe(201)
  }
})
