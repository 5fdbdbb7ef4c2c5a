import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { arrivedAt, seen } from '../support/look.ts'
import { test } from '../support/test.ts'

const CLIENT = join(import.meta.dirname, '../../web/dist/client')

type Manifest = Record<string, { file: string; imports?: string[]; dynamicImports?: string[] }>

/** What is loaded before the module runs, itself included. */
function withImports(manifest: Manifest, name: string, found = new Set<string>()) {
  if (!found.has(name))
    for (const other of manifest[found.add(name) && name]!.imports ?? []) withImports(manifest, other, found)
  return found
}

const weigh = (manifest: Manifest, names: Iterable<string>) =>
  [...names].reduce((sum, name) => {
    const { file } = manifest[name]!
    // Too small to be worth compressing.
    const { size } = statSync(join(CLIENT, `${file}.gz`), { throwIfNoEntry: false }) ?? statSync(join(CLIENT, file))
    return sum + size
  }, 0)

test('the dashboard shows after at most 200 kB of JavaScript, whatever the other screens weigh', {
  tags: ['13.133'],
}, () => {
  const manifest: Manifest = JSON.parse(readFileSync(join(CLIENT, '.vite/admin.json'), 'utf8'))
  const first = withImports(manifest, 'src/admin/entry-admin.tsx')
  withImports(manifest, 'src/admin/pages/dashboard-page.tsx', first)

  expect(weigh(manifest, first)).toBeLessThanOrEqual(200_000)
  expect(
    weigh(
      manifest,
      Object.keys(manifest).filter((name) => manifest[name]!.file.endsWith('.js')),
    ),
  ).toBeGreaterThan(200_000)
})

test('whoever saves data is sent no screen that they do not open', async ({ enter, newShop }) => {
  const page = await enter(await newShop(), '/dashboard', { clock: true })
  await page.clock.fastForward(10_000)
  await page.getByRole('complementary').getByRole('link', { name: 'Servizi' }).click()
  await seen(page.getByRole('button', { name: 'Nuovo servizio' }))

  const others = (await page.requests()).filter((request) => /(users|settings|customer)-page-/.test(request.url()))
  expect(others).toEqual([])
})

test('a screen whose code could not come without a network opens by itself when the network is back', {
  tags: ['13.186'],
}, async ({ enter, newShop }) => {
  const page = await enter(await newShop(), '/dashboard', {
    tolerates: /ERR_INTERNET_DISCONNECTED|No response from the server|dynamically imported module/,
  })
  await page.context().setOffline(true)
  await page.getByRole('complementary').getByRole('link', { name: 'Servizi' }).click()
  await seen(page.getByText('Non è stato possibile aprire la pagina.'))

  await page.context().setOffline(false)
  await seen(page.getByRole('button', { name: 'Nuovo servizio' }))
})

test('a screen whose code does not come says so, and opens when it is asked for again', {
  tags: ['13.4', '13.133'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  const page = await enter(shop, '/dashboard', { tolerates: /ERR_FAILED|dynamically imported module/ })
  const code = /\/assets\/managed-services-page-.*\.js/
  await page.route(code, (route) => route.abort())

  await page.getByRole('complementary').getByRole('link', { name: 'Servizi' }).click()
  await arrivedAt(page, '/service')
  await seen(page.getByText('Non è stato possibile aprire la pagina.'))

  await page.unroute(code)
  await page.getByRole('button', { name: 'Riprova' }).click()
  await seen(page.getByRole('button', { name: 'Nuovo servizio' }))
})
