import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { serveFiles } from '../pages.ts'
import { shareAssets, sharedAssetsFolder } from '../shared-assets.ts'

const HOUR = 3600_000
const SCRIPT = 'console.log("release 1")'

/** A DATA_DIR and the assets of a release, whose only script is `script-1.js`. */
async function newRelease() {
  const folder = await mkdtemp(join(tmpdir(), 'prenoto-assets-'))
  const built = join(folder, 'built')
  await mkdir(built)
  await writeFile(join(built, 'script-1.js'), SCRIPT)
  await writeFile(join(built, 'script-1.js.br'), 'compressed')
  onTestFinished(() => rm(folder, { recursive: true }))
  return { dataDir: join(folder, 'data'), built }
}

async function share({ dataDir, built }: Awaited<ReturnType<typeof newRelease>>) {
  const stop = await shareAssets({ dataDir, built, log: pino({ level: 'silent' }) })
  stop()
  return sharedAssetsFolder(dataDir)
}

test('a server answers for assets that another release has shared since its start', async () => {
  const other = await newRelease()
  const folder = sharedAssetsFolder(other.dataDir)
  const app = fastify()
  onTestFinished(() => app.close())
  await mkdir(folder, { recursive: true })
  await serveFiles(app, folder)
  const get = (url: string, headers = {}) => app.inject({ url, headers })
  expect((await get('/assets/script-1.js')).statusCode).toBe(404)

  await share(other)

  const response = await get('/assets/script-1.js')
  expect(response.body).toBe(SCRIPT)
  expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  const compressed = await get('/assets/script-1.js', { 'accept-encoding': 'br' })
  expect([compressed.headers['content-encoding'], compressed.body]).toEqual(['br', 'compressed'])
  expect((await get('/assets/..%2fbuilt/script-1.js')).statusCode).toBeGreaterThanOrEqual(400)
  expect((await get('/embed.js')).headers['cross-origin-resource-policy']).toBe('cross-origin')
})

test('assets are deleted a day after the last server of their release has renewed them', async () => {
  const release = await newRelease()
  const folder = await share(release)
  const setAge = (name: string, hours: number) => {
    const time = new Date(Date.now() - hours * HOUR)
    return utimes(join(folder, name), time, time)
  }
  await writeFile(join(folder, 'script-0.js'), '')
  await setAge('script-0.js', 25)
  await setAge('script-1.js', 48)

  await share(release)
  expect((await readdir(folder)).sort()).toEqual(['script-0.js', 'script-1.js', 'script-1.js.br'])

  await setAge('script-0.js', 27)
  await share(release)
  expect((await readdir(folder)).sort()).toEqual(['script-1.js', 'script-1.js.br'])
})

test('a server starts without the shared folder if it cannot be written', async () => {
  const release = await newRelease()
  await writeFile(release.dataDir, 'not a folder')

  await expect(share(release)).resolves.toBeDefined()
})
