import { expect } from 'vitest'
import { expectAccessible, expectGoodScreen } from '../support/axe.ts'
import { expectFitsWidth, expectFocused, expectVisible, tabTo, waitForPath } from '../support/expectations.ts'
import { readMails } from '../support/read-mails.ts'
import { storePicture } from '../support/store-picture.ts'
import { demo, PHONE, test } from '../support/test.ts'

const EMAIL = 'titolare@aurora.example'

const PROVIDER = 'apri.localhost'

test('an owner opens a business with the keyboard, from the provider’s page to the choice of a password', async ({
  open,
}) => {
  const page = await open(demo('/', PROVIDER), { width: PHONE, allowedErrors: /422/ })
  const button = (name: string) => page.getByRole('button', { name })

  const name = page.getByLabel('Nome dell’attività')
  const address = page.getByLabel('Indirizzo del sito')
  await tabTo(page, button('Mandami il link'))
  await page.keyboard.press('Enter')
  await expectFocused(name)
  await expectGoodScreen(page)
  await page.keyboard.type('Caffè & Chiòme')
  expect(await address.inputValue()).toBe('caffe-chiome')
  await expectVisible(page.getByRole('status').getByText('caffe-chiome.apri.localhost è libero.'))
  await tabTo(page, address)
  await page.keyboard.type('admin')
  await expectVisible(page.getByRole('status').getByText(/admin\.apri\.localhost: .*riservato/))
  // A typed address is no longer replaced by suggestions.
  await tabTo(page, name, 'Shift+Tab')
  await page.keyboard.type('Chiome Belle')
  expect(await address.inputValue()).toBe('admin')
  await tabTo(page, page.getByLabel('La tua email'))
  await page.keyboard.type(EMAIL)
  await tabTo(page, page.getByLabel(/Accetto le/))
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expectFocused(address)
  await expectVisible(page.getByText('Questo indirizzo è riservato: scegline un altro.').first())
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('chiome-belle')
  await page.keyboard.press('Enter')
  await waitForPath(page, '/sent')
  await expectFitsWidth(page)
  await expectAccessible(page)

  await expect.poll(() => readMails('sign-up')).toHaveLength(1)
  const { html, text } = (await readMails('sign-up'))[0]!
  await page.route(demo('/email', PROVIDER), (route) => route.fulfill({ contentType: 'text/html', body: html! }))
  await page.goto(demo('/email', PROVIDER))
  for (const width of [PHONE, 700]) {
    await page.setViewportSize({ width, height: 800 })
    await expectFitsWidth(page)
    // Only margins differ with the width.
    if (width === PHONE) await expectAccessible(page)
    await storePicture('sign-up', width, () => page.screenshot({ fullPage: true }))
  }

  await page.goto(/http:\S+\/sign_up\/\S+/.exec(text!)![0])
  await expectGoodScreen(page)
  await tabTo(page, button('Conferma e apri'))
  await page.keyboard.press('Enter')
  await waitForPath(page, '/set_password')
  expect(new URL(page.url()).hostname).toBe('chiome-belle.apri.localhost')
})
