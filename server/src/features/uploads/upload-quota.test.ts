import { once } from 'node:events'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { endUndoTime } from '@prenoto/test-support/server/end-undo-time.ts'
import { type TestServer, type TestTenant, testServer } from '@prenoto/test-support/server/test-server.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bucketStore } from './file-store.ts'

const MEGABYTE = 1024 * 1024
const QUOTA_EXCEEDED = 'Lo spazio per le immagini è esaurito: per averne altro scrivi a aiuto@prenoto.example.'

let server: TestServer
let here: TestTenant
let picture: Buffer
let log = ''
beforeAll(async () => {
  server = await testServer({
    work: true,
    uploadLimits: { quotaMb: 1 },
    logTo: (line) => {
      log += line
    },
  })
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1d4ed8' } })
    .png()
    .toBuffer()
})
beforeEach(async () => {
  here = await server.newTenant()
})
afterAll(() => server.close())

type Staff = Awaited<ReturnType<TestTenant['as']>>

function send(staff: Pick<Staff, 'post'>, path: string, field: string) {
  const form = new FormData()
  form.append(field, new Blob([picture as never]), 'x.png')
  return staff.post(path, form)
}
const sendPhoto = (staff: Staff) => send(staff, '/user/upload-photo', 'photo')
const sendLogo = (staff: Staff) => send(staff, '/configs/upload-logo', 'logo')
const sendImage = (staff: Staff) => send(staff, '/upload', 'file')

/** Fills the quota except for a number of bytes. */
async function fillUpTo(freeBytes: number, of = here) {
  await of.db
    .insertInto('uploads')
    .values({
      tenant_id: of.id,
      storage_key: 'full',
      purpose: 'logo',
      content_type: 'image/webp',
      bytes: MEGABYTE - freeBytes,
    })
    .execute()
}

const listRows = (of = here) =>
  of.db.selectFrom('uploads').select(['storage_key', 'purpose', 'is_stored']).where('tenant_id', '=', of.id).execute()

const listFiles = (of = here) => readdir(join(server.uploads, String(of.id))).catch(() => [])

describe('a tenant that has used up its quota', () => {
  test.each([
    ['photo', sendPhoto],
    ['logo', sendLogo],
    ['file', sendImage],
  ])("sees the provider's address when it uploads a %s, and nothing is stored", async (field, sendIt) => {
    const admin = await here.as('admin')
    await fillUpTo(0)

    const answer = await sendIt(admin)

    expect(answer.json()).toMatchObject({
      status: 422,
      detail: QUOTA_EXCEEDED,
      errors: [{ path: field, message: QUOTA_EXCEEDED }],
    })
    expect(await listFiles()).toEqual([])
    expect(await listRows()).toHaveLength(1)
  })

  test('does not affect other tenants', async () => {
    const elsewhere = await server.newTenant()
    await fillUpTo(0)

    expect((await sendPhoto(await elsewhere.as('operator'))).statusCode).toBe(200)
  })

  test('can upload again after files are deleted', async () => {
    const admin = await here.as('admin')
    await fillUpTo(10_000)
    const statuses = []
    // Each photo replaces the previous one, so the quota always suffices.
    for (let i = 0; i < 4; i++) statuses.push((await sendPhoto(admin)).statusCode)

    expect(statuses).toEqual([200, 200, 200, 200])
    // A logo is three files, and previous logos stay.
    expect((await sendLogo(admin)).statusCode).toBe(422)
  })
})

test('two concurrent uploads do not exceed the quota together', async () => {
  const [ada, lia] = [await here.as('admin'), await here.as('admin')]
  await fillUpTo(6_000)

  const answers = await Promise.all([ada, lia, ada, lia].map(sendImage))

  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422, 422])
  expect(await listFiles()).toHaveLength(1)
})

test('small files count with their disk blocks', async () => {
  const admin = await here.as('admin')
  await fillUpTo(4_000)

  expect((await sendImage(admin)).statusCode).toBe(422)
})

describe('unused files', () => {
  test('are deleted with their user after the undo period', async () => {
    const [admin, operator] = [await here.as('admin'), await here.as('operator')]
    await sendPhoto(operator)

    await admin.delete(`/users/${operator.id}`)
    expect(await listFiles()).toHaveLength(1)
    await endUndoTime(server)

    await expect.poll(() => listFiles()).toEqual([])
    await expect.poll(() => listRows()).toEqual([])
  })

  test('are deleted when a user changes the photo twice concurrently', async () => {
    const operator = await here.as('operator')

    await Promise.all([sendPhoto(operator), sendPhoto(operator), sendPhoto(operator)])

    const { photo_url } = (await operator.get('/user/userInfo')).json()
    expect(await listFiles()).toEqual([photo_url.split('/').at(-1)])
    expect(await listRows()).toHaveLength(1)
  })

  test('are deleted when their user is removed during the upload', async () => {
    const [admin, operator] = [await here.as('admin'), await here.as('operator')]
    // The photo is resized meanwhile.
    const sent = sendPhoto(operator)
    await admin.delete(`/users/${operator.id}`)

    expect([200, 404, 401]).toContain((await sent).statusCode)
    await endUndoTime(server)
    await expect.poll(() => listFiles()).toEqual([])
    expect(await listRows()).toEqual([])
  })

  test('are deleted after a crash before or after writing the file', async () => {
    const admin = await here.as('admin')
    const [torn, lost] = ['t', 'l'].map((letter) => `${letter.repeat(22)}.webp`) as [string, string]
    const crash = {
      tenant_id: here.id,
      purpose: 'image',
      content_type: 'image/webp',
      bytes: 9,
      is_stored: false,
    } as const
    const then = '2020-01-01T00:00:00Z'
    await here.db
      .insertInto('uploads')
      .values([torn, lost].map((storage_key) => ({ ...crash, storage_key, created_at: then })))
      .execute()
    await mkdir(join(server.uploads, String(here.id)), { recursive: true })
    await writeFile(join(server.uploads, String(here.id), torn), 'x')
    expect((await admin.get(`/uploads/${torn}`)).statusCode).toBe(404)

    const { imageUrl } = (await sendImage(admin)).json()

    expect(await listFiles()).toEqual([imageUrl.split('/').at(-1)])
    expect(await listRows()).toMatchObject([{ is_stored: true }])
  })
})

describe('a store that cannot be written', () => {
  test('is answered with 503 and leaves no rows behind once it works again', async () => {
    const admin = await here.as('admin')
    const inTheWay = join(server.uploads, String(here.id))
    await mkdir(dirname(inTheWay), { recursive: true })
    await writeFile(inTheWay, 'not a folder')
    log = ''

    const answer = await sendPhoto(admin)

    expect(answer.json()).toMatchObject({
      status: 503,
      detail: 'Le immagini non sono al momento raggiungibili. Riprova tra poco.',
    })
    expect(answer.headers['retry-after']).toBe('10')
    expect(log.match(/"request failed"/g)).toHaveLength(1)
    expect(log).toMatch(/ENOTDIR|EEXIST/)
    expect((await admin.get('/user/userInfo')).json().photo_url).toBe('')

    await rm(inTheWay)
    await here.db.updateTable('uploads').set({ created_at: '2020-01-01T00:00:00Z' }).execute()
    const { photo_url } = (await sendPhoto(admin)).json()
    expect(await listRows()).toEqual([{ storage_key: photo_url.split('/').at(-1), purpose: 'photo', is_stored: true }])
  })

  test('does not block other requests, even if the bucket never responds', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}))
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/prenoto`
    const files = bucketStore({ endpoint, region: 'r', accessKeyId: 'a', secretAccessKey: 'b' }, 1_000)
    const cut = await testServer({ url: server.url, files, uploadLimits: { concurrent: 1, queued: 0 } })
    try {
      const away = cut.visit(here.domain, { authorization: `Bearer ${(await here.as('admin')).token}` })
      let isAnswered = false
      const first = send(away, '/upload', 'file').finally(() => {
        isAnswered = true
      })
      await expect.poll(() => listRows()).toHaveLength(1)

      const next = await send(away, '/upload', 'nothing')
      expect(next.statusCode).toBe(422)
      expect(isAnswered).toBe(false)

      expect((await first).statusCode).toBe(503)
    } finally {
      await cut.close()
      silent.close()
    }
  })
})
