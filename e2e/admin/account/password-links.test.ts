import { expect } from 'vitest'
import { expectAccessible } from '../../support/axe.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectMessage,
  expectVisible,
  tabTo,
  waitForPath,
  waitUntilLoaded,
} from '../../support/expectations.ts'
import { DESKTOP, demo, PHONE, test } from '../../support/test.ts'

const NEW = 'Nuova-2026!'
const SENT =
  'Se l’indirizzo appartiene a un utente, riceverai tra poco un’email con il link per scegliere una nuova password.'

/** The pages that password links open. */
const PATHS = ['/set_password', '/forgot_password', '/restore_email', '/confirm_email', '/not_me']

test('a second link opened in the same window replaces the first, and with it a user chooses a password after its errors', {
  tags: ['10.3'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const [other, { id, email }] = [await business.newUser(), await business.newUser({ password_hash: null })]
  const page = await open(await business.passwordLink(other.id), { width: PHONE })
  await expectVisible(page.getByText(`Per accedere come ${other.email}.`))
  await page.goto(await business.passwordLink(id))
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Imposta la tua password' }))
  await expectVisible(page.getByText(`Per accedere come ${email}.`))
  await waitUntilLoaded(page)
  await expectFitsWidth(page)
  await expectAccessible(page)

  const password = page.getByLabel('Nuova password')
  const repeated = page.getByLabel('Conferma password')
  const save = page.getByRole('button', { name: 'Salva e accedi' })
  await save.click()
  await expectVisible(page.getByText('La password è obbligatoria.'))
  await expectFocused(password)
  await password.fill('debole')
  await expectVisible(page.getByRole('tooltip').getByText('Almeno 8 caratteri'))
  await repeated.fill('altra')
  await save.click()
  await expectVisible(page.getByText(/^La password deve avere almeno 8 caratteri/))
  await expectVisible(page.getByText('Le password non coincidono'))
  await password.fill('altra')
  await expectHidden(page.getByText('Le password non coincidono'))

  await password.fill(NEW)
  await repeated.fill(NEW)
  await save.click()
  await waitForPath(page, '/dashboard')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Dashboard' }))
  expect((await business.api('POST', '/login', { email, password: NEW })).status).toBe(200)
})

test('a link that is invalid, or used in another window while the form is open, shows a message and leads to a new one', async ({
  open,
  newBusiness,
}) => {
  const business = await newBusiness()
  const { id } = await business.newUser()
  const link = await business.passwordLink(id)
  const page = await open(link, { allowedErrors: /404/ })
  const title = page.getByRole('heading', { level: 1, name: 'Il link non è più valido' })
  await page.getByLabel('Nuova password').fill(NEW)
  await page.getByLabel('Conferma password').fill(NEW)
  const token = new URL(link).hash.slice(1)
  const other = { token, new_password: 'Altra-2026!', confirm_password: 'Altra-2026!' }
  expect((await business.api('POST', '/client/set-password', other)).status).toBe(200)
  await page.getByRole('button', { name: 'Salva e accedi' }).click()
  await expectVisible(title)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Chiedi un nuovo link' }).click()
  await waitForPath(page, '/forgot_password')

  await page.goto(business.at(`/set_password#${'A'.repeat(43)}`))
  await expectVisible(title)
})

test('a user with a forgotten password requests a link from the log-in by keyboard, after an invalid address and a failure', {
  tags: ['10.3'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.at('/login'), { width: DESKTOP, allowedErrors: /429|ApiError/ })
  await tabTo(page, page.getByRole('link', { name: 'Password dimenticata?' }))
  await page.keyboard.press('Enter')
  await waitForPath(page, '/forgot_password')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Password dimenticata?' }))

  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type('ada@')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByText('Inserisci un’email valida.'))
  await page.keyboard.type('salone.example')
  const requests = /\/api\/client\/forgot-password$/
  await page.route(requests, (route) =>
    route.fulfill({ status: 429, json: { detail: 'Troppe richieste: riprova tra qualche minuto.' } }),
  )
  await page.keyboard.press('Enter')
  await expectMessage(page, 'Troppe richieste: riprova tra qualche minuto.')
  await page.unroute(requests)

  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('status').filter({ hasText: SENT }))
  await expectFitsWidth(page)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Torna all’accesso' }).click()
  await waitForPath(page, '/login')
})

test('pages for accounts work before the onboarding, to which they lead, are excluded from search engines, and need a known domain', async ({
  open,
  newBusiness,
}) => {
  const business = await newBusiness({ configuration: { app_primary_color: '' } })
  const page = await open('about:blank', { allowedErrors: /403/ })
  for (const path of PATHS) {
    await page.goto(business.at(path))
    await waitUntilLoaded(page)
    expect(new URL(page.url()).pathname).toBe(path)
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  }
  const answer = await page.goto(demo('/set_password', 'altrove.localhost'))
  expect(answer!.status()).toBe(403)
  await waitForPath(page, '/invalid-domain')

  await page.goto(await business.passwordLink(await business.adminId()))
  await page.getByLabel('Nuova password').fill(NEW)
  await page.getByLabel('Conferma password').fill(NEW)
  await page.getByLabel('Conferma password').press('Enter')
  await waitForPath(page, '/onboarding')
})
