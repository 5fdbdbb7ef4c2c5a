import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatDay } from '@prenoto/core/time/format.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { bookAsGiulia } from '../support/booking-form.ts'
import { holdScripts } from '../support/hold-scripts.ts'
import { alive, clickOncePainted, focused, seen } from '../support/look.ts'
import type { Shop } from '../support/shop.ts'
import { DESK, PHONE, test } from '../support/test.ts'

/** The site of an owner, who lets nothing onto their pages but what they need. */
async function openOwnersSite() {
  let shop: Shop | undefined
  const server = createServer((request, response) => {
    const origin = shop ? new URL(shop.at('/')).origin : "'none'"
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; img-src data:; script-src ${origin}; frame-src ${origin}`,
    )
    response.end(`<!doctype html><html lang="it"><meta name="viewport" content="width=device-width, initial-scale=1">
      <link rel="icon" href="data:,"><title>Da noi</title><h1>Da noi</h1>${request.url === '/in-basso' ? '<p>Su<br>'.repeat(60) : ''}
      <p><a href="#chi">Chi siamo</a>
      ${shop ? `<script src="${origin}/embed.js" async></script>` : ''}<p><a href="#dove">Dove siamo</a>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    at: (host: string) => `http://${host}.localhost:${port}`,
    shows: (shown: Shop) => {
      shop = shown
    },
    close: () => {
      server.close()
    },
  }
}

/** Runs before each page: what browsers do who keep nothing for a site within another. */
function refuseStorage() {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
}

const isAsHighAsItsContent = (page: Page) =>
  expect
    .poll(async () => {
      const content = await page.frames()[1]!.evaluate(() => ({
        height: Math.ceil(document.getElementById('root')!.getBoundingClientRect().height),
        scrolls: document.documentElement.scrollHeight > innerHeight,
      }))
      const { height } = (await page.locator('iframe').boundingBox())!
      return !content.scrolls && height === content.height
    })
    .toBe(true)

test('a visitor books within the site of the business, and nobody else may show the pages', {
  tags: ['13.78', '13.150'],
}, async ({ open, newShop, onTestFinished }) => {
  const site = await openOwnersSite()
  onTestFinished(site.close)
  const shop = await newShop({ configuration: { app_embed_origins: site.at('salone') } })
  const page = await open(site.at('salone'), {
    width: PHONE,
    tolerates: /frame-ancestors|Failed to load resource|Blocked autofocusing/,
  })
  await page.addInitScript(refuseStorage)
  site.shows(shop)
  await page.goto(site.at('salone'))
  const within = page.frameLocator('iframe[title="Prenotazioni online"]')

  await seen(within.getByRole('article', { name: 'Taglio' }))
  expect(await within.getByRole('contentinfo').count()).toBe(0)
  await isAsHighAsItsContent(page)
  await page.getByRole('link', { name: 'Chi siamo' }).focus()
  await page.keyboard.press('Tab')
  await focused(page.locator('iframe'))

  // What is clicked before any script has run stays there as well.
  const runScripts = await holdScripts(page)
  await within.getByRole('link', { name: 'Prenota ora' }).click()
  await clickOncePainted(within.getByRole('button', { name: '15:00' }))
  await expect.poll(() => page.frames()[1]?.url()).toContain('ora=15')
  runScripts()
  const title = within.getByRole('heading', { name: 'Completa la prenotazione' })
  await focused(title)
  await expect.poll(async () => Math.round((await title.boundingBox())!.y)).toBe(16)
  await isAsHighAsItsContent(page)

  await bookAsGiulia(within)
  await seen(within.getByRole('heading', { name: 'Prenotazione effettuata con successo' }))
  expect(page.url()).toBe(`${site.at('salone')}/`)
  await expect.poll(async () => (await page.locator('iframe').boundingBox())!.y).toBeGreaterThanOrEqual(0)
  const { body: service } = await shop.api('GET', `/client/services/${shop.serviceId}`)
  expect(service.available_slots[0].slots).not.toContain('15:00:00')
  await page.setViewportSize({ width: DESK, height: 800 })
  await isAsHighAsItsContent(page)

  // So does a press: what is refused is told there.
  const runThem = await holdScripts(page)
  await page.goto(site.at('salone'), { waitUntil: 'commit' })
  await clickOncePainted(within.getByRole('link', { name: 'Prenota ora' }))
  await clickOncePainted(within.getByRole('button', { name: '16:00' }))
  await clickOncePainted(within.getByRole('button', { name: 'Prenota', exact: true }))
  await seen(within.getByText('Il nome è obbligatorio.'))
  runThem()
  await focused(within.getByLabel('Nome *', { exact: true }))
  await bookAsGiulia(within)
  await seen(within.getByRole('heading', { name: 'Prenotazione effettuata con successo' }))

  await within.getByRole('link', { name: 'Torna alla home' }).click()
  await page.waitForURL(shop.at('/'))

  await page.goto(site.at('altri'))
  await seen(page.locator('iframe'))
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)
})

test('the month opens where it was asked for within the site of the business, which stays where it is', {
  tags: ['13.165'],
}, async ({ open, newShop, onTestFinished }) => {
  const site = await openOwnersSite()
  onTestFinished(site.close)
  const shop = await newShop({ configuration: { app_embed_origins: site.at('salone') } })
  const page = await open(site.at('salone'), { width: PHONE, tolerates: /frame-ancestors|Failed to load resource/ })
  site.shows(shop)
  await page.goto(`${site.at('salone')}/in-basso`)
  const within = page.frameLocator('iframe[title="Prenotazioni online"]')
  await within.getByRole('link', { name: 'Prenota ora' }).click()
  const opener = within.getByRole('button', { name: 'Mese' })
  await alive(opener)
  await isAsHighAsItsContent(page)
  await page.evaluate((top) => scrollBy(0, top - 300), (await opener.boundingBox())!.y)
  const scrolled = () => page.evaluate(() => scrollY)
  const before = await scrolled()

  await opener.click()
  const month = within.getByRole('dialog')
  await seen(month)
  await expect
    .poll(async () => {
      const { y, height } = (await month.boundingBox())!
      return y >= 0 && y + height <= 740
    })
    .toBe(true)
  expect(await scrolled()).toBe(before)

  // Pressed and held, a day stays under the pointer.
  await month
    .getByRole('button', { name: /slot disponibili/ })
    .nth(2)
    .hover()
  await page.mouse.down()
  expect(await scrolled()).toBe(before)
  await page.mouse.up()
  await focused(within.getByRole('heading', { name: formatDay(shop.day(2)) }))
})
