import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formatDay } from '@prenoto/core/time/format.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { bookAsGiulia } from '../support/booking-form.ts'
import type { Business } from '../support/business.ts'
import {
  clickOncePainted,
  expectFocused,
  expectHidden,
  expectVisible,
  waitForHydration,
} from '../support/expectations.ts'
import { holdScripts } from '../support/hold-scripts.ts'
import { DESKTOP, PHONE, test } from '../support/test.ts'

/** The embedding site, with the strictest policy that works. */
async function openEmbeddingSite() {
  let business: Business | undefined
  const server = createServer((_request, response) => {
    const origin = business ? new URL(business.at('/')).origin : "'none'"
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; img-src data:; script-src ${origin}; frame-src ${origin}`,
    )
    response.end(`<!doctype html><html lang="it"><meta name="viewport" content="width=device-width, initial-scale=1">
      <link rel="icon" href="data:,"><title>Da noi</title><h1>Da noi</h1>${'<p>Su<br>'.repeat(60)}
      <p><a href="#chi">Chi siamo</a>
      ${business ? `<script src="${origin}/embed.js" async></script>` : ''}<p><a href="#dove">Dove siamo</a>`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    at: (host: string) => `http://${host}.localhost:${port}`,
    shows: (expectedText: Business) => {
      business = expectedText
    },
    close: () => {
      server.close()
    },
  }
}

/** Runs before each page loads; blocks storage as some browsers do in embedded pages. */
function blockStorage() {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      },
    })
}

const expectContentHeight = (page: Page) =>
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

test('a visitor books within the embedding site of the business, where the month opens at its button and nothing scrolls, and no other site may embed it', {
  tags: ['13.78', '13.150', '13.165'],
}, async ({ open, newBusiness, onTestFinished }) => {
  const site = await openEmbeddingSite()
  onTestFinished(site.close)
  const business = await newBusiness({ configuration: { app_embed_origins: site.at('salone') } })
  const page = await open(site.at('salone'), {
    width: PHONE,
    allowedErrors: /frame-ancestors|Failed to load resource|Blocked autofocusing/,
  })
  await page.addInitScript(blockStorage)
  site.shows(business)
  await page.goto(site.at('salone'))
  const within = page.frameLocator('iframe[title="Prenotazioni online"]')

  // Chromium does not paint a frame of another site that is out of view.
  await page.locator('iframe').evaluate((frame) => frame.scrollIntoView())
  await expectVisible(within.getByRole('article', { name: 'Taglio' }))
  expect(await within.getByRole('contentinfo').count()).toBe(0)
  await expectContentHeight(page)
  // A message that does not come from the frame changes nothing.
  await page.evaluate(async () => {
    const { promise: received, resolve } = Promise.withResolvers<Event>()
    addEventListener('message', resolve, { once: true })
    postMessage({ prenoto: 'height', height: 9_999 }, '*')
    await received
  })
  expect((await page.locator('iframe').boundingBox())!.height).toBeLessThan(9_999)
  await page.getByRole('link', { name: 'Chi siamo' }).focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('iframe')

  // A click, and the error of a form, before hydration stay in the frame as well.
  const runScripts = await holdScripts(page)
  await within.getByRole('link', { name: 'Prenota ora' }).click()
  await clickOncePainted(within.getByRole('button', { name: '15:00' }))
  await expect.poll(() => page.frames()[1]?.url()).toContain('ora=15')
  await clickOncePainted(within.getByRole('button', { name: 'Prenota', exact: true }))
  await expectVisible(within.getByText('Il nome è obbligatorio.'))
  runScripts()
  await expectFocused(within.getByLabel('Nome *', { exact: true }))

  const opener = within.getByRole('button', { name: 'Mese' })
  await waitForHydration(page.frames()[1]!)
  await expectContentHeight(page)
  await page.evaluate((top) => scrollBy(0, top - 300), (await opener.boundingBox())!.y)
  const scrolled = () => page.evaluate(() => scrollY)
  const before = await scrolled()
  await opener.click()
  const month = within.getByRole('dialog')
  await expectVisible(month)
  await expect
    .poll(async () => {
      const { y, height } = (await month.boundingBox())!
      return y >= 0 && y + height <= 740
    })
    .toBe(true)
  expect(await scrolled()).toBe(before)
  // A day stays under the pointer while it is pressed.
  await month
    .getByRole('button', { name: /slot disponibili/ })
    .nth(2)
    .hover()
  await page.mouse.down()
  expect(await scrolled()).toBe(before)
  await page.mouse.up()
  await expectFocused(within.getByRole('heading', { name: formatDay(business.day(2)) }))

  await within.getByRole('button', { name: '16:00' }).click()
  const title = within.getByRole('heading', { name: 'Completa la prenotazione' })
  await expectFocused(title)
  await expect.poll(async () => Math.round((await title.boundingBox())!.y)).toBe(16)
  await expectContentHeight(page)
  await expectHidden(within.getByLabel('Ricorda i miei dati su questo dispositivo'))

  await bookAsGiulia(page.frames()[1]!)
  await expectVisible(within.getByRole('heading', { name: 'Prenotazione effettuata con successo' }))
  expect(page.url()).toBe(`${site.at('salone')}/`)
  await expect.poll(async () => (await page.locator('iframe').boundingBox())!.y).toBeGreaterThanOrEqual(0)
  expect(await business.bookings()).toMatchObject([{ visit_day: business.day(2), visit_hour: '16:00:00' }])
  await page.setViewportSize({ width: DESKTOP, height: 800 })
  await expectContentHeight(page)

  await within.getByRole('link', { name: 'Torna alla home' }).click()
  await page.waitForURL(business.at('/'))

  await page.goto(site.at('altri'))
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)
  const link = page.getByRole('link', { name: 'Prenota online' })
  await expectVisible(link)
  await expectHidden(page.locator('iframe'))
  expect(await link.getAttribute('href')).toBe(business.at('/client_service?da=sito'))
})
