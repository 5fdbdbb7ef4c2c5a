import { expect } from 'vitest'
import { PASSWORD } from '../../support/business.ts'
import { expectFocused, expectHidden, expectMessage, expectVisible, waitForPath } from '../../support/expectations.ts'
import { PHONE, test } from '../../support/test.ts'

const TITLE = 'Conferma che sei tu'
const allowedErrors = /4\d\d|ApiError/

test('a change asks for the password after a while and keeps the form when the user cancels', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness()
  const page = await openAdmin(business, '/user', { width: PHONE, allowedErrors })
  const dialog = page.getByRole('dialog', { name: TITLE })
  const panel = page.getByRole('dialog', { name: 'Nuovo utente' })
  const password = dialog.getByLabel('Password')
  await business.expireProofs()
  await page.getByRole('button', { name: 'Nuovo utente' }).click()
  await panel.getByLabel('Nome', { exact: true }).fill('Carla')
  await panel.getByLabel('Cognome').fill('Neri')
  await panel.getByLabel('Email').fill('carla@salone.example')
  const add = panel.getByRole('button', { name: 'Aggiungi utente' })

  await add.click()
  await expectVisible(dialog)
  await expectFocused(password)
  expect(await dialog.locator('[autocomplete=username]').inputValue()).toBe(business.admin.email)
  await page.keyboard.press('Escape')
  await expectHidden(dialog)
  await expectFocused(add)
  expect(await panel.getByLabel('Cognome').inputValue()).toBe('Neri')
  expect(await page.getByRole('alert').count()).toBe(0)

  await page.keyboard.press('Enter')
  await expectFocused(password)
  await page.keyboard.type('sbagliata')
  await page.keyboard.press('Enter')
  await expectVisible(dialog.getByText('La password non è corretta.'))
  await expectFocused(password)
  await password.fill(PASSWORD)
  await page.keyboard.press('Enter')

  await expectMessage(page, 'Utente creato con successo')
  await expectHidden(dialog)
  await expectHidden(panel)
})

test('two calls ask once, a proof in one tab is enough for the other, and one in a session that has ended leads to the log-in', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness()
  const page = await openAdmin(business, '/reports', { allowedErrors })
  const tab = await page.context().newPage()
  await tab.goto(business.at('/reports'))
  const dialog = page.getByRole('dialog', { name: TITLE })
  const other = tab.getByRole('dialog', { name: TITLE })
  await business.expireProofs()
  await tab.getByRole('button', { name: 'Tutti i clienti' }).click()
  await expectVisible(other)
  const both = [page.waitForEvent('download'), page.waitForEvent('download'), tab.waitForEvent('download')]
  // Two clicks in the same tick, since the dialog makes the page inert.
  await page.getByRole('region', { name: 'Scarica per il foglio di calcolo' }).evaluate((exports) => {
    for (const button of exports.querySelectorAll('button')) button.click()
  })
  await expectVisible(dialog)
  expect(await dialog.count()).toBe(1)

  await dialog.getByLabel('Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Conferma' }).click()

  await Promise.all(both)
  await expectHidden(dialog)
  await expectHidden(other)

  await business.expireProofs()
  await page.getByRole('button', { name: 'Tutti i clienti' }).click()
  await dialog.getByLabel('Password').fill(PASSWORD)
  await business.logOutEverywhere(business.admin.email)
  await page.keyboard.press('Enter')
  await waitForPath(page, '/login')
})
