import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from 'playwright-core'
import { expect } from 'vitest'
import { expectVisible, waitForPath, waitForScreen } from '../support/expectations.ts'
import { openScreen } from '../support/menu.ts'
import { test } from '../support/test.ts'

const CLIENT = join(import.meta.dirname, '../../web/dist/client')

type Manifest = Record<string, { file: string; imports?: string[]; dynamicImports?: string[] }>

/** The scripts that are loaded before the entry module runs, including it. */
function withImports(manifest: Manifest, name: string, files = new Set<string>()) {
  if (!files.has(name))
    for (const other of manifest[files.add(name) && name]!.imports ?? []) withImports(manifest, other, files)
  return files
}

const totalBytes = (manifest: Manifest, names: Iterable<string>) =>
  [...names].reduce((sum, name) => {
    const { file } = manifest[name]!
    // Small files are not compressed.
    const { size } = statSync(join(CLIENT, `${file}.gz`), { throwIfNoEntry: false }) ?? statSync(join(CLIENT, file))
    return sum + size
  }, 0)

test('the dashboard loads at most 200 kB of JavaScript, however large the other screens are', {
  tags: ['13.133'],
}, () => {
  const manifest: Manifest = JSON.parse(readFileSync(join(CLIENT, '.vite/admin.json'), 'utf8'))
  const first = withImports(manifest, 'src/admin/entry-admin.tsx')
  withImports(manifest, 'src/admin/pages/dashboard-page.tsx', first)

  expect(totalBytes(manifest, first)).toBeLessThanOrEqual(200_000)
  expect(
    totalBytes(
      manifest,
      Object.keys(manifest).filter((name) => manifest[name]!.file.endsWith('.js')),
    ),
  ).toBeGreaterThan(200_000)
})

test('no script for browsers uses Temporal, which Safari lacks', () => {
  const scripts = globSync('**/*.js', { cwd: CLIENT })
  expect(scripts.length).toBeGreaterThan(100)
  expect(scripts.filter((name) => readFileSync(join(CLIENT, name), 'utf8').includes('Temporal'))).toEqual([])
})

test('a browser that saves data loads no screen in advance, and reads the data of a screen once; one whose code fails to load opens on retry, or once the network is back', {
  tags: ['13.4', '13.133', '13.186'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  const page = await openAdmin(business, '/dashboard', {
    clock: true,
    allowedErrors: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|No response from the server|dynamically imported module/,
  })
  await page.clock.fastForward(10_000)
  await openScreen(page, 'Servizi')
  await expectVisible(page.getByRole('button', { name: 'Nuovo servizio' }))
  const others = (await page.requests()).filter((request) => /(users|settings|customer)-page-/.test(request.url()))
  expect(others).toEqual([])

  const stream = page.waitForResponse(/\/notifications\/stream$/)
  const readUser = async (route: Route) => {
    await stream
    // The page has handled the response.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
    await route.continue()
  }
  await page.route(/\/userInfo$/, readUser, { times: 1 })
  const reads: string[] = []
  page.on('request', (request) => /\/dashboard\/summary$/.test(request.url()) && reads.push(request.url()))
  await page.goto(business.at('/dashboard'))
  await waitForScreen(page)
  await page.clock.fastForward(1000)
  expect(reads, 'the event stream was open').toHaveLength(1)

  const failure = page.getByText('Non è stato possibile aprire la pagina.')
  const links = page.getByRole('complementary')
  const code = /\/assets\/calendars-page-.*\.js/
  await page.route(code, (route) => route.abort())
  await links.getByRole('link', { name: 'Calendari' }).click()
  await waitForPath(page, '/calendar')
  await expectVisible(failure)
  await page.unroute(code)
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expectVisible(page.getByRole('button', { name: 'Nuovo calendario' }))

  await page.context().setOffline(true)
  await links.getByRole('link', { name: 'Giorni di chiusura' }).click()
  await expectVisible(failure)
  await page.context().setOffline(false)
  await expectVisible(page.getByRole('button', { name: 'Nuova chiusura' }))
})
