import { expect } from 'vitest'
import { expectAccessible } from '../../support/axe.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectMessage,
  expectVisible,
  pressEnter,
  tabTo,
  waitForHydration,
  waitForPath,
  waitUntilLoaded,
} from '../../support/expectations.ts'
import { DESKTOP, PHONE, test } from '../../support/test.ts'

const NEW = 'Nuova-2026!'
const SENT =
  'Se l’indirizzo appartiene a un utente, riceverai tra poco un’email con il link per scegliere una nuova password.'

const notSetUp = { configuration: { app_primary_color: '' } }

test('a second link opened in the same window replaces the first, and with it a user of a business that is not set up chooses a password after its errors and reaches the onboarding', {
  tags: ['10.3'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness(notSetUp)
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
  await waitForPath(page, '/onboarding')
  expect((await business.api('POST', '/login', { email, password: NEW })).status).toBe(200)
})

test('a link that is invalid, or used in another window while the form is open, leads by keyboard to a new one, after an invalid address and a failure', {
  tags: ['10.3'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness(notSetUp)
  const { id } = await business.newUser()
  const page = await open(business.at(`/set_password#${'A'.repeat(43)}`), {
    width: DESKTOP,
    allowedErrors: /404|429|ApiError/,
  })
  const title = page.getByRole('heading', { level: 1, name: 'Il link non è più valido' })
  await expectVisible(title)
  const link = await business.passwordLink(id)
  await page.goto(link)
  await page.getByLabel('Nuova password').fill(NEW)
  await page.getByLabel('Conferma password').fill(NEW)
  const token = new URL(link).hash.slice(1)
  const other = { token, new_password: 'Altra-2026!', confirm_password: 'Altra-2026!' }
  expect((await business.api('POST', '/client/set-password', other)).status).toBe(200)
  await page.getByRole('button', { name: 'Salva e accedi' }).click()
  await expectVisible(title)
  await expectAccessible(page)
  await pressEnter(page.getByRole('link', { name: 'Chiedi un nuovo link' }))
  await waitForPath(page, '/forgot_password')
  await waitForHydration(page)
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
  expect(await page.getByRole('link', { name: 'Password dimenticata?' }).getAttribute('href')).toBe('/forgot_password')
})
