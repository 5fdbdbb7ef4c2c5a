import { expect } from 'vitest'
import { expectAccessible } from '../../support/axe.ts'
import { PASSWORD } from '../../support/business.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectVisible,
  tabTo,
  waitForPath,
  waitUntilLoaded,
} from '../../support/expectations.ts'
import { DESKTOP, PHONE, test } from '../../support/test.ts'

/** An e-mail address of the maximum length. */
const LONG = `${'nuova'.repeat(12)}@${'salone-'.repeat(8)}aurora.example`

const notSetUp = { configuration: { app_primary_color: '' } }

test('a user whose e-mail address was changed by a thief restores it before the onboarding, too, and is led to a new password', {
  tags: ['12.4'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness(notSetUp)
  const { id, email } = await business.newUser()
  const { restoring } = await business.changeEmail(id, 'ladro@altrove.example')
  const page = await open(restoring, { width: PHONE })
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Riprendi il tuo accesso' }))
  await expectVisible(page.getByText(`Torni ad accedere come ${email}.`))
  await waitUntilLoaded(page)
  await expectFitsWidth(page)
  await expectAccessible(page)
  // Opening the page has no effect.
  expect((await business.api('POST', '/login', { email: 'ladro@altrove.example', password: PASSWORD })).status).toBe(
    200,
  )

  await page.getByRole('button', { name: 'Riprendi il tuo accesso' }).click()

  await waitForPath(page, '/set_password')
  await expectVisible(page.getByText(`Per accedere come ${email}.`))
  expect((await business.api('POST', '/login', { email, password: PASSWORD })).status).toBe(401)
})

test('a new e-mail address is confirmed with the password, by keyboard and before the onboarding, too', {
  tags: ['12.5'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness(notSetUp)
  const { id } = await business.newUser()
  const { confirming } = await business.changeEmail(id, LONG)
  const page = await open(confirming, { width: DESKTOP, allowedErrors: /422|ApiError/ })
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Conferma la tua email' }))
  await expectVisible(page.getByText(`Scrivi la tua password per confermare che accedi come ${LONG}.`))
  await waitUntilLoaded(page)
  await expectFitsWidth(page)
  await expectAccessible(page)
  const password = page.getByLabel('Password')

  await tabTo(page, password)
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('La password è obbligatoria.'))
  await page.keyboard.type('sbagliata')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('La password non è corretta.'))
  await expectFocused(password)
  await password.fill(PASSWORD)
  await page.keyboard.press('Enter')

  await expectVisible(page.getByRole('heading', { level: 1, name: 'Email confermata' }))
  await expectVisible(page.getByText(`ti scriviamo a ${LONG}.`))
  const next = page.getByRole('link', { name: 'Vai all’area amministrativa' })
  await expectFocused(next)
  await expectFitsWidth(page)
  await page.keyboard.press('Enter')
  await waitForPath(page, '/login')
})
