import { text } from 'node:stream/consumers'
import type { FirstSteps } from '@prenoto/core/dashboard/first-steps.endpoints.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../../support/axe.ts'
import type { Business } from '../../support/business.ts'
import { expectFitsWidth, expectFocused, expectHidden, expectVisible, pressEnter } from '../../support/expectations.ts'
import { openScreen } from '../../support/menu.ts'
import { PHONE, test } from '../../support/test.ts'

/** 120 letters. */
const LONG_NAME = `Parrucchieri ${'e barbieri '.repeat(9)}di Bologna`.padEnd(120, '!')

/** Reads the first steps, or changes them. */
async function firstSteps(business: Business, change?: object): Promise<FirstSteps> {
  const headers = { authorization: `Bearer ${await business.token()}` }
  return (await business.api(change ? 'PUT' : 'GET', '/dashboard/first-steps', change, headers)).body
}

async function pagesInPrint(page: Page) {
  const pdf = await page.pdf({ preferCSSPageSize: true })
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)!.length
}

test('the dashboard shows the first steps until an admin hides them; one is to share the site or a service by link, QR code and a poster of one page', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness({ configuration: { app_name: LONG_NAME, app_primary_color: '#fffde7' } })
  await firstSteps(business, { is_shown: true })
  const page = await openAdmin(business, '/dashboard', { width: PHONE })
  const steps = page.getByRole('region', { name: 'Primi passi' })
  await expectVisible(steps.getByText('0 di 6'))
  await expectFitsWidth(page)
  await expectAccessible(page)
  await pressEnter(steps.getByRole('link', { name: 'Condividi il tuo sito' }))
  const link = page.getByLabel('Link', { exact: true })
  await expect.poll(() => link.inputValue()).toBe(business.at(''))
  await page.getByLabel('Frase').fill('Ti aspettiamo: prenota da qui')
  await expectFitsWidth(page)
  expect(await pagesInPrint(page)).toBe(1)

  await pressEnter(page.getByRole('button', { name: 'Pagina da condividere' }))
  await page.getByRole('option', { name: 'Taglio' }).click()
  await expect.poll(() => link.inputValue()).toBe(business.bookingPage())
  await expectVisible(page.getByRole('img', { name: `Codice QR di ${business.bookingPage()}` }))
  for (const [type, signature] of [
    ['PNG', /PNG\r\n/],
    ['SVG', /^<svg /],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: `Scarica ${type}` }).click()
    expect(await text(await (await download).createReadStream())).toMatch(signature)
  }

  for (const [name, source] of [
    ['Google', 'google'],
    ['Instagram', 'instagram'],
  ] as const) {
    const address = `${business.bookingPage()}?da=${source}`
    expect(await page.getByLabel(`Link per ${name}`, { exact: true }).inputValue()).toBe(address)
    await page.getByText(`Come si mette su ${name}`).click()
  }
  await expectVisible(page.getByText('Premi «Link» e poi «Aggiungi link esterno».'))
  await expectFitsWidth(page)
  await expectAccessible(page)

  await page.emulateMedia({ media: 'print' })
  await expectVisible(page.locator('[data-sheet]').getByText('Ti aspettiamo: prenota da qui'))
  await expectHidden(link)
  await page.emulateMedia({ media: 'screen' })
  for (const is_shown of [false, true]) {
    await page.getByRole('switch', { name: 'Primi passi nella dashboard' }).click()
    await expect.poll(() => firstSteps(business)).toMatchObject({ is_shown, done: { share: true } })
  }
  await openScreen(page, 'Dashboard')
  expect(await page.locator('[data-sheet]').count()).toBe(0)
  await expectVisible(steps.getByText('1 di 6'))
  await pressEnter(steps.getByRole('button', { name: 'Nascondi' }))
  await expectHidden(steps)
  await expectFocused(page.getByRole('heading', { level: 1 }))
  expect(await firstSteps(business)).toMatchObject({ is_shown: false, done: { share: true } })
})
