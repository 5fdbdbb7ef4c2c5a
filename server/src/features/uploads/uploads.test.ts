import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import { pngBomb } from '@prenoto/test-support/formats/png-bomb.ts'
import { declaredEndpoints, endpointName } from '@prenoto/test-support/http/endpoints.ts'
import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
let staff: Awaited<ReturnType<TestTenant['as']>>
beforeEach(async () => {
  here = await server.newTenant()
  staff = await here.as('admin')
})

const blank = (width = 800, height = 600) => sharp({ create: { width, height, channels: 3, background: '#1d4ed8' } })

function send(path: string, field: string, bytes: Buffer | string, { name = 'foto.png', type = 'image/png' } = {}) {
  const form = new FormData()
  form.append(field, new Blob([bytes as never], { type }), name)
  return staff.post(path, form)
}
const sendPhoto = (bytes: Buffer | string, file?: object) => send('/user/upload-photo', 'photo', bytes, file)
const fetchImage = async (url: string, token = staff.token) =>
  server.app.inject({ url, headers: { host: here.domain, ...(token && { authorization: `Bearer ${token}` }) } })

describe('an image', () => {
  test('loses its metadata but stays upright', async () => {
    const jpeg = await blank(300, 200)
      .withExif({ IFD0: { Copyright: 'segreto' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect((await sharp(jpeg).metadata()).exif).toBeDefined()

    const image = await fetchImage((await sendPhoto(jpeg)).json().photo_url)

    const metadata = await sharp(image.rawPayload).metadata()
    expect(metadata).toMatchObject({ width: 200, height: 300 })
    expect([metadata.exif, metadata.xmp, metadata.icc, metadata.orientation]).toEqual(Array(4).fill(undefined))
    expect(image.rawPayload.includes('segreto')).toBe(false)
  })

  test('with animation becomes a still picture', async () => {
    const frames = Buffer.concat([await blank(20, 20).raw().toBuffer(), randomBytes(20 * 20 * 3)])
    const gif = await sharp(frames, { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } as never })
      .gif({ loop: 0, delay: [100, 100] })
      .toBuffer()
    expect((await sharp(gif).metadata()).pages).toBe(2)
    const image = await fetchImage((await sendPhoto(gif)).json().photo_url)
    expect((await sharp(image.rawPayload, { animated: true }).metadata()).pages ?? 1).toBe(1)
  })

  test('is served only to logged-in users of the tenant and not cached by proxies', async () => {
    const url = (await sendPhoto(await blank().png().toBuffer())).json().photo_url
    const elsewhere = await server.newTenant()
    const stranger = await elsewhere.as('admin')

    const colleague = await fetchImage(url, (await here.as('operator')).token)
    expect(colleague.statusCode).toBe(200)
    expect(colleague.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=86400, immutable',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'content-disposition': 'inline; filename="immagine.webp"',
    })
    expect((await fetchImage(url, '')).statusCode).toBe(401)
    expect((await fetchImage(url, stranger.token)).statusCode).toBe(401)
    expect((await elsewhere.withToken(stranger.token).get(url.slice(4))).statusCode).toBe(404)
  })

  test('with an invented name is not found', async () => {
    for (const key of ['..%2F..%2Fetc%2Fpasswd', '..%2F', 'x.webp', '%00'])
      expect([404, 400]).toContain((await staff.get(`/uploads/${key}`)).statusCode)
  })
})

describe('a photo', () => {
  test('replaces the user’s previous one, which is deleted', { tags: ['4.14', '7.6'] }, async () => {
    const first = (await sendPhoto(await blank().png().toBuffer())).json().photo_url
    const second = (await sendPhoto(await blank(50, 50).png().toBuffer())).json().photo_url

    expect((await staff.get('/user/userInfo')).json().photo_url).toBe(second)
    expect((await fetchImage(first)).statusCode).toBe(404)
    expect(await readdir(`${server.uploads}/${here.id}`)).toEqual([second.split('/').at(-1)])
  })
})

test('any other image gets an address', { tags: ['7.29'] }, async () => {
  const answer = await send('/upload', 'file', await blank(3000, 10).png().toBuffer())
  expect(answer.statusCode).toBe(201)
  const image = await fetchImage(answer.json().imageUrl)
  expect(await sharp(image.rawPayload).metadata()).toMatchObject({ width: 2048 })
})

const TYPE = 'Formato non supportato: carica un’immagine PNG, JPEG, WebP, GIF o AVIF.'
const tooLarge = Buffer.concat([await blank(9, 9).png().toBuffer(), Buffer.alloc(6 * 2 ** 20)])
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

/** Documents of customers and imported files are no pictures, and have tests of their own. */
const takingFiles = declaredEndpoints.flatMap(({ file, ...endpoint }) =>
  file && !/:|imports/.test(endpoint.path) ? [{ ...endpoint, file }] : [],
)

test('some endpoints accept a file', () => {
  expect(takingFiles.map(endpointName)).toEqual(
    expect.arrayContaining(['POST /upload', 'POST /user/upload-photo', 'POST /configs/upload-logo']),
  )
})

describe.for(takingFiles.map((endpoint) => [endpointName(endpoint), endpoint] as const))('%s', ([, endpoint]) => {
  const { path, file: field } = endpoint
  const sendFile = (bytes: Buffer | string, file?: object) => send(path, field, bytes, file)

  test('re-encodes an image', async () => {
    const answer = await sendFile(await blank().png().toBuffer(), { name: 'x.bin', type: 'text/plain' })
    const [url] = Object.values(answer.json()) as [string]
    const image = await fetchImage(url)

    expect(answer.statusCode).toBe(endpoint.status)
    expect(image.statusCode).toBe(200)
    expect(image.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' })
    const { format: resized, width, height } = await sharp(image.rawPayload).metadata()
    expect(resized).toBe('webp')
    expect(width / height).toBeCloseTo(4 / 3, 1)
  })

  test('rejects a drawing, a file of more than 5 MB and a file in another field', { tags: ['4.45'] }, async () => {
    expect((await sendFile(svg)).json()).toMatchObject({
      status: 415,
      detail: TYPE,
      errors: [{ path: field, message: TYPE }],
    })
    expect((await sendFile(tooLarge)).json()).toMatchObject({
      status: 413,
      detail: 'Il file è troppo grande: al massimo 5 MB.',
    })
    expect((await send(path, 'other', 'x')).json()).toMatchObject({
      status: 422,
      errors: [{ path: field, message: 'Scegli un file.' }],
    })
  })
})

/** Writes another size into the header of a picture of 9 × 9 pixels. */
const pretendSize: Record<string, (bytes: Buffer, size: { width: number; height: number }) => void> = {
  avif(bytes, { width, height }) {
    const at = bytes.indexOf('ispe') + 8
    bytes.writeUInt32BE(width, at)
    bytes.writeUInt32BE(height, at + 4)
  },
  gif(bytes, { width, height }) {
    for (const at of [6, bytes.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 9, 0, 9, 0])) + 5]) {
      bytes.writeUInt16LE(width, at)
      bytes.writeUInt16LE(height, at + 2)
    }
  },
  'progressive jpeg'(bytes, { width, height }) {
    const at = bytes.indexOf(Buffer.from([0xff, 0xc2])) + 5
    bytes.writeUInt16BE(height, at)
    bytes.writeUInt16BE(width, at + 2)
  },
  'interlaced png'(bytes, { width, height }) {
    bytes.writeUInt32BE(width, 16)
    bytes.writeUInt32BE(height, 20)
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  },
}

/** All endpoints process files with the same code, so slow cases are tested at one of them. */
describe('an endpoint that accepts a file', () => {
  const sendFile = (bytes: Buffer | string, file?: object) => send('/upload', 'file', bytes, file)

  test('re-encodes an image of each format', { tags: ['4.45'] }, async () => {
    for (const format of ['png', 'jpeg', 'webp', 'gif', 'avif'] as const) {
      const answer = await sendFile(await blank(80, 60).toFormat(format).toBuffer(), {
        name: 'x.bin',
        type: 'text/plain',
      })
      expect([format, answer.statusCode]).toEqual([format, 201])
      const image = await fetchImage(answer.json().imageUrl)

      expect(await sharp(image.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 80, height: 60 })
    }
  })

  test.each([
    ['a drawing under another name', `<?xml version="1.0"?>${svg}`],
    ['a document called .png', '%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a program', '\x7fELF\x02\x01\x01'],
  ])('rejects %s with a message', { tags: ['4.45'] }, async (_, content) => {
    const answer = await sendFile(Buffer.from(content, 'latin1'))
    expect(answer.json()).toMatchObject({ status: 415, detail: TYPE })
  })

  test('rejects empty and torn forms, and those with hundreds of fields or a content-length above the limit', async () => {
    const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await sendFile('')).json()).toMatchObject({ status: 422, detail: 'Scegli un file.' })
    expect((await staff.post('/upload', { file: 'x' })).json()).toMatchObject({ status: 415 })
    expect([400, 422]).toContain((await staff.post('/upload', 'no boundary at all', multipart)).statusCode)

    const many = new FormData()
    for (let i = 0; i < 300; i++) many.append(`field-${i}`, 'x')
    many.append('file', new Blob([await blank(9, 9).png().toBuffer()] as never[]), 'x.png')
    expect((await staff.post('/upload', many)).json()).toMatchObject({
      status: 400,
      detail: 'Il file non è arrivato per intero: riprova.',
    })
    const long = { ...multipart, 'content-length': String(6 * 2 ** 20) }
    expect((await staff.post('/upload', '--x', long)).json()).toMatchObject({ status: 413 })
  })

  test('rejects truncated images and files that only begin like an image', { tags: ['4.45'] }, async () => {
    const noise = sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })
    const halves = []
    for (const format of ['png', 'jpeg', 'webp', 'gif', 'avif'] as const) {
      const whole = await noise.clone().toFormat(format).toBuffer()
      halves.push(whole.subarray(0, whole.length / 2))
    }
    for (const bytes of [
      ...halves,
      Buffer.from('\x89PNG\r\n\x1a\n<svg/>', 'latin1'),
      Buffer.from('GIF89a<script>', 'latin1'),
      Buffer.from('\xff\xd8\xff%PDF-1.7', 'latin1'),
    ]) {
      const answer = await sendFile(bytes)
      expect(answer.json()).toMatchObject({ status: 422, detail: 'L’immagine è danneggiata e non può essere letta.' })
    }
  })

  test('rejects forty megapixels without decoding them', { tags: ['4.45'] }, async () => {
    const bomb = pngBomb(8000, 5000)
    const before = process.memoryUsage().rss
    const answers = await Promise.all(Array.from({ length: 4 }, () => sendFile(bomb)))
    for (const answer of answers)
      expect(answer.json()).toMatchObject({
        status: 422,
        detail: 'L’immagine è troppo grande: usane una fino a 25 megapixel.',
      })
    expect(process.memoryUsage().rss - before).toBeLessThan(120 * 2 ** 20)
  })

  test.each([
    ['avif', 5, blank(9, 9).avif({ effort: 0 })],
    ['gif', 12, blank(9, 9).gif()],
    ['progressive jpeg', 12, blank(9, 9).jpeg({ progressive: true })],
    ['interlaced png', 12, blank(9, 9).png({ progressive: true })],
  ])('has a lower pixel limit for formats that need more memory: %s', async (name, megapixels, image) => {
    const bytes = await image.toBuffer()
    pretendSize[name]!(bytes, { width: 4000, height: 3300 })
    const answer = await sendFile(bytes)
    expect(answer.json()).toMatchObject({
      status: 422,
      detail: `L’immagine è troppo grande: usane una fino a ${megapixels} megapixel.`,
    })
  })

  test('accepts an image of 24 megapixels', async () => {
    expect((await sendFile(pngBomb(6000, 4000))).statusCode).toBe(201)
  })
})
