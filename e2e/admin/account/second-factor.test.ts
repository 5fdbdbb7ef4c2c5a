import { formatDate } from '@prenoto/core/time/format.ts'
import { totpCode } from '@prenoto/test-support/http/totp-code.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible, expectGoodScreen } from '../../support/axe.ts'
import { type Business, PASSWORD } from '../../support/business.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectMessage,
  expectVisible,
  waitForHydration,
  waitForPath,
} from '../../support/expectations.ts'
import { goTo } from '../../support/menu.ts'
import { DESKTOP, PHONE, test } from '../../support/test.ts'

const SETTINGS = '/setting?sezione=verifica'

/** Logs in on the log-in page; the second step opens. */
async function logIn(page: Page, business: Business) {
  await waitForHydration(page)
  await page.getByLabel('Mail').fill(business.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await waitForPath(page, '/second_factor')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Verifica in due passaggi' }))
}

/** As after 'Logout', which the next page to open takes for granted. */
const logOut = (page: Page) =>
  page.evaluate(() => {
    localStorage.setItem('logged_out', 'true')
    localStorage.removeItem('access_token')
    sessionStorage.clear()
  })

/** A passkey in Chromium that verifies its user. */
async function addAuthenticator(page: Page) {
  const debug = await page.context().newCDPSession(page)
  await debug.send('WebAuthn.enable')
  const { authenticatorId } = await debug.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { debug, authenticatorId }
}

/** A code that the server has not accepted yet: that of the next period, which it accepts as well. */
const nextCode = (secret: string) => totpCode(secret, Temporal.Now.instant().add({ seconds: 30 }))

test('an administrator adds an authenticator app, requires it of a user, logs in with it and with a recovery code, and resets that of the user', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness()
  const page = await openAdmin(business, SETTINGS, { width: PHONE, allowedErrors: /4\d\d|ApiError/ })
  const section = page.getByRole('region', { name: 'Verifica in due passaggi' })
  const rule = section.getByRole('switch', { name: 'Richiedi il secondo fattore' })
  await rule.click()
  await expectMessage(page, 'Prima attiva la verifica in due passaggi per il tuo accesso, così non resti fuori.')
  await expect.poll(() => rule.isChecked()).toBe(false)

  await section.getByRole('button', { name: 'Attiva l’app' }).click()
  await expectVisible(section.getByRole('img', { name: 'Codice QR per l’app di autenticazione' }))
  const code = section.getByLabel('Codice dell’app')
  await expectFocused(code)
  await expectAccessible(page)
  await expectFitsWidth(page)
  const secret = await section.getByLabel('Chiave').inputValue()
  await code.fill('000000')
  await page.keyboard.press('Enter')
  await expectVisible(section.getByText('Il codice non è corretto o è già stato usato.'))
  await code.fill(totpCode(secret))
  await page.keyboard.press('Enter')
  await expectFocused(section.getByRole('heading', { name: 'I tuoi codici di recupero' }))
  const codes = await section.getByRole('list', { name: 'Codici di recupero' }).getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  await expectGoodScreen(page)
  await page.emulateMedia({ media: 'print' })
  const printed = await page.locator('body').innerText()
  const date = formatDate(business.today)
  expect(printed.split(/\s*\n\s*/).filter(Boolean)).toEqual([
    'Codici di recupero',
    `Salone Aurora · ${business.admin.email} · creati ${date}`,
    ...codes,
  ])
  await page.emulateMedia({ media: 'screen' })
  const download = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Scarica' }).click()
  expect((await download).suggestedFilename()).toBe('codici-di-recupero.txt')
  await section.getByRole('button', { name: 'Li ho conservati' }).click()
  await expectVisible(section.getByText('Te ne restano 10.'))
  await rule.click()
  await expect.poll(() => rule.isChecked()).toBe(true)

  const lia = await openAdmin(business, '/dashboard', { role: 'operator', width: PHONE, allowedErrors: /428|401/ })
  await expectVisible(lia.getByRole('heading', { level: 1, name: 'Attiva la verifica in due passaggi' }))
  await expectGoodScreen(lia)
  await lia.getByRole('button', { name: 'Attiva l’app' }).click()
  await lia.getByLabel('Codice dell’app').fill(totpCode(await lia.getByLabel('Chiave').inputValue()))
  await lia.keyboard.press('Enter')
  await lia.getByRole('button', { name: 'Li ho conservati' }).click()
  await expectVisible(lia.getByRole('heading', { level: 1, name: 'Dashboard' }))

  await logOut(page)
  await page.goto(business.at('/login'))
  await logIn(page, business)
  const field = page.getByLabel('Codice', { exact: true })
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code')
  expect(await field.getAttribute('inputmode')).toBe('numeric')
  await expectGoodScreen(page)
  await page.reload()
  await field.fill('123 45')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('Il codice ha sei cifre.'))
  await field.fill(nextCode(secret))
  await page.keyboard.press('Enter')
  await waitForPath(page, '/dashboard')

  await logOut(page)
  await page.goto(business.at('/login'))
  await logIn(page, business)
  await page.getByRole('button', { name: 'Usa un codice di recupero' }).click()
  const recovery = page.getByLabel('Codice di recupero')
  await expectFocused(recovery)
  await expectAccessible(page)
  await recovery.fill(codes[0]!)
  await page.keyboard.press('Enter')
  await waitForPath(page, '/dashboard')

  await expectVisible(page.getByRole('heading', { level: 1, name: 'Dashboard' }))
  await page.setViewportSize({ width: DESKTOP, height: 800 })
  await goTo(page, '/user')
  const row = page.getByRole('row').filter({ hasText: 'Ugo' })
  await expectVisible(row.getByText('Secondo fattore attivo'))
  await row.click()
  await page.getByRole('button', { name: 'Azzera il secondo fattore' }).click()
  const dialog = page.getByRole('dialog', { name: 'Azzera il secondo fattore' })
  await expectVisible(dialog)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Azzera', exact: true }).click()
  await expectMessage(page, 'Secondo fattore azzerato.')
  await waitForPath(lia, '/login')
})

test('a passkey is added, opens a session after a failure and an expired challenge, and is removed after it has proved the user again', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness()
  const page = await openAdmin(business, SETTINGS, {
    width: PHONE,
    allowedErrors: /4\d\d|503|ApiError|NotAllowedError/,
  })
  const { debug, authenticatorId } = await addAuthenticator(page)
  const section = page.getByRole('region', { name: 'Verifica in due passaggi' })
  await section.getByRole('button', { name: 'Aggiungi una passkey' }).click()
  await expectFocused(section.getByLabel('Nome della passkey'))
  await page.keyboard.type('Telefono di Anna')
  await page.keyboard.press('Enter')
  await expectMessage(page, 'Passkey aggiunta.')
  await section.getByRole('button', { name: 'Li ho conservati' }).click()
  await expectVisible(section.getByRole('listitem').filter({ hasText: 'Telefono di Anna' }))
  await expectAccessible(page)
  await expectFitsWidth(page)

  await logOut(page)
  await page.goto(business.at('/login'))
  await logIn(page, business)
  await page.route('**/api/login/passkey', (route) =>
    route.fulfill({ status: 503, json: { detail: 'Riprova tra poco.' } }),
  )
  await page.getByRole('button', { name: 'Continua con la passkey' }).click()
  await expectVisible(page.getByRole('alert').filter({ hasText: 'Riprova tra poco.' }))
  await page.unroute('**/api/login/passkey')
  await business.expireChallenges()
  await page.getByRole('button', { name: 'Continua con la passkey' }).click()
  await waitForPath(page, '/login')
  await expectVisible(page.getByRole('alert').filter({ hasText: 'La verifica è scaduta: accedi di nuovo.' }))
  await expectFitsWidth(page)
  await page.goto(business.at('/second_factor'))
  await waitForPath(page, '/login')
  await expectVisible(page.getByLabel('Mail'))
  expect(await page.getByRole('alert').count()).toBe(0)
  await logIn(page, business)
  await page.getByRole('button', { name: 'Continua con la passkey' }).click()
  await waitForPath(page, '/dashboard')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Dashboard' }))

  await goTo(page, SETTINGS)
  await business.expireProofs()
  await debug.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  const remove = section.getByRole('button', { name: 'Togli la passkey Telefono di Anna' })
  await remove.click()
  const dialog = page.getByRole('dialog', { name: 'Conferma che sei tu' })
  await expectFocused(dialog.getByLabel('Password'))
  const use = dialog.getByRole('button', { name: 'Usa la passkey' })
  await expectVisible(use)
  await page.keyboard.press('Tab')
  await expectFocused(use)
  await page.keyboard.press('Enter')
  await expectVisible(dialog.getByRole('alert').filter({ hasText: 'La passkey non è stata usata' }))
  await expectFitsWidth(page)
  await expectAccessible(page)
  await expectFocused(use)
  await debug.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await page.keyboard.press('Enter')
  await expectHidden(dialog)
  await expectMessage(page, 'Passkey tolta.')
  await expectVisible(section.getByRole('button', { name: 'Attiva l’app' }))
})
