import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'

const lines: string[] = []
const server = await sharedServer({ logTo: (line) => lines.push(line), url: (await sharedServer()).url })

/** Uploads a logo of one colour, twice as wide as high. */
async function uploadLogo(here: TestTenant, background: string) {
  const bytes = await sharp({ create: { width: 400, height: 200, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('logo', new Blob([bytes as never], { type: 'image/png' }), 'logo.png')
  const { statusCode } = await (await here.as('admin')).post('/configs/upload-logo', form)
  expect(statusCode).toBe(200)
}

const readManifest = async (here: TestTenant) => (await here.page('/admin.webmanifest')).json()

/** The colour of a pixel, with the alpha channel if there is one. */
async function readPixel(here: TestTenant, path: string, { x, y }: { x: number; y: number }) {
  const { statusCode, headers, rawPayload } = await here.page(path)
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('image/png')
  const { data, info } = await sharp(rawPayload).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4
  return { side: info.width, pixel: [...data.subarray(at, at + 4)] }
}

test('only the back office can be installed, with the name, colour and icons of the business', async () => {
  const here = await server.newTenant({ app_name: 'Salone Aurora', app_primary_color: '#0f766e' })

  const { headers, body } = await here.page('/admin.webmanifest')
  const manifest = JSON.parse(body)

  expect(headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  expect(manifest).toMatchObject({
    name: 'Salone Aurora',
    start_url: '/dashboard',
    display: 'standalone',
    theme_color: '#0f766e',
  })
  for (const { src, sizes } of manifest.icons) {
    const { side, pixel } = await readPixel(here, src, { x: 0.5, y: 0.1 })
    expect(sizes).toBe(`${side}x${side}`)
    expect(pixel).toEqual([0x0f, 0x76, 0x6e, 255])
  }
  const shell = (await here.page('/dashboard')).body
  expect(shell).toContain('<link rel="manifest" href="/admin.webmanifest"/>')
  expect(shell).toMatch(/rel="apple-touch-icon" href="\/admin-icons\/touch\.png\?v=0f766e"/)
  for (const path of ['/', '/client_service', '/login']) expect((await here.page(path)).body).not.toContain('manifest')
})

/** Without the small errors of WebP. */
const readRoundedPixel = async (...of: Parameters<typeof readPixel>) =>
  (await readPixel(...of)).pixel.map((value) => Math.round(value / 51) * 51)

test('the icons show the logo on white and follow a change of it', async () => {
  const here = await server.newTenant()
  const before = await readManifest(here)
  await uploadLogo(here, '#ff0000')
  const manifest = await readManifest(here)

  const [icon] = manifest.icons
  expect(icon.src).not.toBe(before.icons[0].src)
  expect(await readRoundedPixel(here, icon.src, { x: 0.5, y: 0.5 })).toEqual([255, 0, 0, 255])
  const maskable = manifest.icons.find(({ purpose }: { purpose: string }) => purpose === 'maskable')
  expect(await readRoundedPixel(here, maskable.src, { x: 0.1, y: 0.5 })).toEqual([255, 255, 255, 255])

  await uploadLogo(here, '#0000ff')
  const [next] = (await readManifest(here)).icons
  expect(await readRoundedPixel(here, next.src, { x: 0.5, y: 0.5 })).toEqual([0, 0, 255, 255])
})

test('an icon is plain while the logo cannot be read, and the log says so', async () => {
  const here = await server.newTenant()
  await uploadLogo(here, '#ff0000')
  await here.db.deleteFrom('uploads').where('tenant_id', '=', here.id).execute()

  const [icon] = (await readManifest(here)).icons
  expect((await here.page(icon.src)).statusCode).toBe(200)
  const logged = lines.filter((line) => line.includes('the logo cannot be read')).map((line) => JSON.parse(line))
  expect(logged).toMatchObject([{ tenant: here.id, reqId: expect.any(String) }])
})

test('browsers revalidate manifest and icons; an unknown domain has none', async () => {
  const here = await server.newTenant()
  for (const path of ['/admin.webmanifest', '/admin-icons/touch.png']) {
    const { headers } = await here.page(path)
    expect(headers['cache-control']).toBe('no-cache')
    const again = await server.app.inject({ url: path, headers: { host: here.domain, 'if-none-match': headers.etag } })
    expect(again.statusCode).toBe(304)
    expect((await server.visit('unknown.example').page(path)).statusCode).toBe(403)
  }
})

test('browsers always ask for the service worker, which may call its own origin only', async () => {
  const here = await server.newTenant()
  const { statusCode, headers } = await here.page('/admin-worker.js')

  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'no-cache',
    'content-security-policy': "default-src 'none'; connect-src 'self'",
  })
})
