import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { expectVisible, waitForPath } from '../support/expectations.ts'
import { test } from '../support/test.ts'

const CLIENT = join(import.meta.dirname, '../../web/dist/client')

type Manifest = Record<string, { file: string; imports?: string[]; dynamicImports?: string[] }>

/** The scripts that are loaded before the entry module runs, including it. */
function withImports(manifest: Manifest, name: string, found = new Set<string>()) {
  if (!found.has(name))
    for (const other of manifest[found.add(name) && name]!.imports ?? []) withImports(manifest, other, found)
  return found
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

test('no screen is prefetched when the browser saves data', async ({ openAdmin, newBusiness }) => {
  const page = await openAdmin(await newBusiness(), '/dashboard', { clock: true })
  await page.clock.fastForward(10_000)
  await page.getByRole('complementary').getByRole('link', { name: 'Servizi' }).click()
  await expectVisible(page.getByRole('button', { name: 'Nuovo servizio' }))

  const others = (await page.requests()).filter((request) => /(users|settings|customer)-page-/.test(request.url()))
  expect(others).toEqual([])
})

test('a screen whose code failed to load offline opens when the network is back', {
  tags: ['13.186'],
}, async ({ openAdmin, newBusiness }) => {
  const page = await openAdmin(await newBusiness(), '/dashboard', {
    allowedErrors: /ERR_INTERNET_DISCONNECTED|No response from the server|dynamically imported module/,
  })
  await page.context().setOffline(true)
  await page.getByRole('complementary').getByRole('link', { name: 'Servizi' }).click()
  await expectVisible(page.getByText('Non è stato possibile aprire la pagina.'))

  await page.context().setOffline(false)
  await expectVisible(page.getByRole('button', { name: 'Nuovo servizio' }))
})

test('a screen whose code fails to load shows an error, and opens on retry', {
  tags: ['13.4', '13.133'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  const page = await openAdmin(business, '/dashboard', { allowedErrors: /ERR_FAILED|dynamically imported module/ })
  const code = /\/assets\/managed-services-page-.*\.js/
  await page.route(code, (route) => route.abort())

  await page.getByRole('complementary').getByRole('link', { name: 'Servizi' }).click()
  await waitForPath(page, '/service')
  await expectVisible(page.getByText('Non è stato possibile aprire la pagina.'))

  await page.unroute(code)
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expectVisible(page.getByRole('button', { name: 'Nuovo servizio' }))
})
