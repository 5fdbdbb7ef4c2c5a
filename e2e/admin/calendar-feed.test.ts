import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { readCalendar } from '@prenoto/test-support/formats/calendar-file.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { fitsWidth, focused, gone, seen, tabTo, told } from '../support/look.ts'
import { PHONE, test } from '../support/test.ts'

/** What a calendar program gets from the link. */
async function read(address: string) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
  const { hostname, host, port, pathname } = new URL(address)
  expect(hostname).toMatch(/\.localhost$/)
  get({ host: '127.0.0.1', port, path: pathname, headers: { host } }, async (response) =>
    resolve({ status: response.statusCode!, body: await text(response) }),
  ).on('error', reject)
  return promise
}

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Calendario esterno' })

test.for([PHONE])(
  'who works there follows the bookings in a calendar of their own, and ends it, %i px wide',
  { tags: ['4.44'] },
  async (width, { enter, newShop }) => {
    const shop = await newShop()
    await shop.book({ visit_day: shop.day(1), visit_hour: '10:00' })
    const page = await enter(shop, '/setting?sezione=calendario', { width, role: 'operator' })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const section = sectionOf(page)

    await section.getByRole('button', { name: 'Crea il link' }).click()
    const field = section.getByLabel('Link del calendario')
    await focused(field)
    const first = await field.inputValue()
    await section.getByRole('button', { name: 'Copia il link' }).click()
    await told(page, 'Link copiato.')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
    expect(await section.getByRole('link', { name: 'Apri nel calendario' }).getAttribute('href')).toBe(
      first.replace('http', 'webcal'),
    )
    expect(readCalendar((await read(first)).body).entries).toMatchObject([
      { uid: expect.stringMatching(/^[0-9a-f]{32}@prenoto$/), summary: 'Taglio: Giulia Verdi' },
    ])
    await fitsWidth(page)
    await expectAccessible(page)

    await page.reload()
    await seen(section.getByText(/^Hai un link attivo dal \d\d-\d\d-\d{4}\./))
    await gone(field)
    await section.getByRole('button', { name: 'Crea un nuovo link' }).click()
    await focused(field)
    const second = await field.inputValue()
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])

    await section.getByRole('button', { name: 'Revoca il link' }).click()
    await told(page, 'Link revocato.')
    await gone(field)
    await focused(section.getByRole('button', { name: 'Crea il link' }))
    expect((await read(second)).status).toBe(404)
  },
)

test('the link is made, copied and revoked with the keyboard alone', async ({ enter, newShop }) => {
  const page = await enter(await newShop(), '/setting?sezione=calendario')
  const section = sectionOf(page)

  await tabTo(page, section.getByRole('button', { name: 'Crea il link' }))
  await page.keyboard.press('Enter')
  const field = section.getByLabel('Link del calendario')
  await focused(field)
  expect(
    await field.evaluate((input: HTMLInputElement) => input.value.slice(input.selectionStart!, input.selectionEnd!)),
  ).toBe(await field.inputValue())
  await tabTo(page, section.getByRole('button', { name: 'Copia il link' }))
  await tabTo(page, section.getByRole('button', { name: 'Revoca il link' }))
  await page.keyboard.press('Enter')
  await focused(section.getByRole('button', { name: 'Crea il link' }))
})
