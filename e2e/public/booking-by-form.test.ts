import { formatDay } from '@prenoto/core/time/format.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { holdScripts } from '../support/hold-scripts.ts'
import { alive, arrivedAt, fitsWidth, focused, gone, seen } from '../support/look.ts'
import { giulia, type Shop } from '../support/shop.ts'
import { PHONE, test } from '../support/test.ts'

/** A booking page whose script is late, or never comes. */

const field = (page: Page, label: string) => page.getByLabel(`${label} *`, { exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Prenota', exact: true })

async function fillIn(page: Page) {
  await field(page, 'Nome').fill(giulia.name)
  await field(page, 'Cognome').fill(giulia.surname)
  await field(page, 'Email').fill(giulia.email)
  await field(page, 'Telefono').fill(giulia.telephone)
  await page.getByLabel(/Privacy Policy/).check()
}

async function stillFilledIn(page: Page) {
  const labels = ['Nome', 'Cognome', 'Email', 'Telefono']
  expect(await Promise.all(labels.map((label) => field(page, label).inputValue()))).toEqual(Object.values(giulia))
  expect(await page.getByLabel(/Privacy Policy/).isChecked()).toBe(true)
}

const unscripted = { javaScript: false, tolerates: /status of 4(09|22)/ }

const manyPlaces = {
  configuration: { app_simultaneous_bookings_enabled: true },
  calendar: { simultaneous_bookings_number: 5 },
}

test.for([PHONE])(
  'without JavaScript a visit is booked, %i px wide',
  { tags: ['13.152'] },
  async (width, { open, newShop }) => {
    const shop = await newShop()
    const page = await open(shop.bookingPage(), { ...unscripted, width })
    await gone(send(page))
    await page.getByRole('button', { name: formatDay(shop.day(1)) }).click()
    await page.getByRole('button', { name: '15:00' }).click()
    await seen(page.getByText(`${formatDay(shop.day(1))} alle 15:00`))
    await fitsWidth(page)
    await field(page, 'Nome').fill(giulia.name)
    await page.keyboard.press('Enter')

    await seen(page.getByText('Il cognome è obbligatorio.'))
    await seen(page.getByText('Devi accettare la Privacy Policy.'))
    await focused(field(page, 'Cognome'))
    expect(await field(page, 'Nome').inputValue()).toBe(giulia.name)
    await fitsWidth(page)
    await fillIn(page)
    await send(page).click()

    await arrivedAt(page, '/thank_you')
    await seen(page.getByRole('heading', { name: 'Prenotazione effettuata con successo' }))
    await seen(page.locator('noscript > p').filter({ hasText: 'sono nell’email di conferma' }))
    expect(await shop.bookings()).toMatchObject([{ name: 'Giulia', visit_day: shop.day(1), visit_hour: '15:00:00' }])
  },
)

test('without JavaScript a slot lost to somebody else is told, and the others are one press away', async ({
  open,
  newShop,
}) => {
  const shop = await newShop()
  const page = await open(at(shop, '10:00'), { ...unscripted, width: 360 })
  await fillIn(page)
  await shop.book({ name: 'Paolo', visit_day: shop.today, visit_hour: '10:00:00' })

  await send(page).click()

  await seen(page.getByRole('alert'))
  await focused(page.getByRole('alert'))
  await stillFilledIn(page)
  await seen(page.getByText('alle 10:00 non più disponibile'))
  await gone(send(page))
  await page.getByRole('link', { name: 'Scegli un altro orario' }).click()
  expect(new URL(page.url()).hash).toBe('#slots-title')
  await page.getByRole('button', { name: '11:00' }).click()
  await fillIn(page)
  await send(page).click()
  await arrivedAt(page, '/thank_you')
  expect((await shop.bookings()).map(({ visit_hour }) => visit_hour)).toEqual(['10:00:00', '11:00:00'])
})

test('what was refused before the page had come alive is told until another hour is chosen', async ({
  open,
  newShop,
}) => {
  const shop = await newShop()
  const page = await open(shop.at('/privacy'), { tolerates: /status of 409/ })
  const release = await holdScripts(page)
  await page.goto(at(shop, '10:00'), { waitUntil: 'commit' })
  await fillIn(page)
  await shop.book({ name: 'Paolo', visit_day: shop.today, visit_hour: '10:00:00' })
  await send(page).click({ noWaitAfter: true })
  await seen(page.getByRole('alert').getByText('Lo slot scelto non è più disponibile.'))
  release()
  await alive(page.locator('html'))
  await page.getByRole('link', { name: 'Scegli un altro orario' }).click()
  await focused(page.getByRole('heading', { name: formatDay(shop.today) }))

  await page.getByRole('button', { name: '11:00' }).click()

  await gone(page.getByText('Lo slot scelto non è più disponibile.'))
  await stillFilledIn(page)
  await send(page).click()
  await arrivedAt(page, '/thank_you')
  expect((await shop.bookings()).map(({ visit_hour }) => visit_hour)).toEqual(['10:00:00', '11:00:00'])
})

test('a press before the page has come alive books, and the thanks tell of no other visit', {
  tags: ['13.152'],
}, async ({ open, newShop }) => {
  const shop = await newShop()
  const earlier = { hidden_id: 'x'.repeat(22), visit_day: shop.day(2), visit_hour: '09:00:00', service_name: 'Altro' }
  const kept = { booked: JSON.stringify({ ...earlier, service_price: '1.00', calendar_name: '', email: 'g…@x.it' }) }
  const page = await open(shop.at('/privacy'), { kept })
  const release = await holdScripts(page)
  await page.goto(at(shop, '10:00'), { waitUntil: 'commit' })
  await fillIn(page)

  await send(page).dblclick({ noWaitAfter: true })

  await expect.poll(() => new URL(page.url()).pathname).toBe('/thank_you')
  release()
  await alive(page.locator('html'))
  await seen(page.getByText('sono nell’email di conferma'))
  await gone(page.getByText('Altro'))
  expect(await shop.bookings()).toHaveLength(1)
})

test('what the browser has sent by itself, its answer lost, is not booked once more by the page’s script', {
  tags: ['13.152'],
}, async ({ open, newShop }) => {
  const shop = await newShop(manyPlaces)
  const page = await open(at(shop, '10:00'))
  const key = await page.locator('input[name=key]').inputValue()
  const visit = { ...giulia, privacy: true, visit_day: shop.today, visit_hour: '10:00' }
  await shop.api('POST', `/client/bookings/create/${shop.serviceId}`, visit, { 'idempotency-key': key })
  await fillIn(page)

  await send(page).click()

  await arrivedAt(page, '/thank_you')
  await seen(page.getByText(formatDay(shop.today)))
  expect(await shop.bookings()).toHaveLength(1)
})

test('whoever comes back to a page whose form has booked books another visit', async ({ open, newShop }) => {
  const shop = await newShop(manyPlaces)
  const page = await open(at(shop, '10:00'))
  for (const bookings of [1, 2]) {
    await fillIn(page)
    await send(page).click()
    await arrivedAt(page, '/thank_you')
    expect(await shop.bookings()).toHaveLength(bookings)
    await page.goBack()
    await alive(page.locator('html'))
    await page.getByRole('button', { name: '10:00' }).click()
  }
})

test('a refused form that has come alive is one like any other', async ({ open, newShop }) => {
  const shop = await newShop()
  const page = await open(shop.at('/privacy'), { tolerates: /status of 422/ })
  const release = await holdScripts(page)
  await page.goto(at(shop, '10:00'), { waitUntil: 'commit' })
  await fillIn(page)
  await field(page, 'Telefono').fill('12')
  await send(page).click({ noWaitAfter: true })
  await seen(page.getByText('Numero troppo corto.'))
  release()
  await alive(page.locator('html'))
  await focused(field(page, 'Telefono'))
  await expectAccessible(page)

  await field(page, 'Telefono').fill(giulia.telephone)
  await gone(page.getByText('Numero troppo corto.'))
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await stillFilledIn(page)
  await send(page).click()

  await arrivedAt(page, '/thank_you')
  expect(await shop.bookings()).toMatchObject([{ name: 'Giulia', visit_hour: '10:00:00' }])
})

const at = (shop: Shop, hour: string) => `${shop.bookingPage()}?giorno=${shop.today}&ora=${hour}`
