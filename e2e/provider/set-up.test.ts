import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { expectAccessible, expectGoodScreen } from '../support/axe.ts'
import { bookAsGiulia } from '../support/booking-form.ts'
import { openEmptyInstallation } from '../support/empty-installation.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectVisible,
  waitForHydration,
  waitForPath,
  waitUntilLoaded,
} from '../support/expectations.ts'
import { DRAFT, findCompleted, findStep, STEPS, save } from '../support/onboarding.ts'
import { PHONE, test } from '../support/test.ts'

let installation: Awaited<ReturnType<typeof openEmptyInstallation>>
beforeAll(async () => {
  installation = await openEmptyInstallation(inject('site').databaseUrl)
})
afterAll(() => installation.close())

const PASSWORD = 'Forbici-2026!'

const DOMAIN = 'aurora.localhost'

const at = (path: string) => installation.at(DOMAIN, path)

async function fillIn(page: Page, code: string) {
  await page.getByLabel('Codice di configurazione').fill(code)
  await page.getByLabel('Nome dell’attività').fill('Salone Aurora')
  await page.getByLabel('Indirizzo del sito').fill(DOMAIN)
  await page.getByLabel('La tua email').fill('titolare@aurora.example')
  await page.getByLabel('Password *', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Conferma password').fill(PASSWORD)
}

const submit = (page: Page) => page.getByRole('button', { name: 'Apri l’attività' }).click()

test('a page on another domain than the business says where to go on', async ({ open }) => {
  const page = await open(installation.at('127.0.0.1', '/'), { width: PHONE })
  // The server would open the business, and the installation has none only once.
  await page.route('**/api/set-up', (route) => route.fulfill({ status: 201, json: { log_in: at('/login') } }))
  await fillIn(page, '0000-0000-0000')
  await submit(page)

  await expectVisible(page.getByRole('heading', { level: 1, name: 'La tua attività è aperta' }))
  await expectVisible(page.getByText('prenoto tenant add-domain aurora.localhost 127.0.0.1'))
  await expectFitsWidth(page)
  await expectAccessible(page)
  const link = page.getByRole('link', { name: /^Apri http:\/\/aurora\.localhost:\d+\/login$/ })
  expect(await link.getAttribute('href')).toBe(at('/login'))
})

test('the first business is opened from the code to its first booking; another tab then leads to the log-in', {
  tags: ['1.6', '2.98'],
}, async ({ open }) => {
  const owner = await open(at('/client_service'), {
    width: PHONE,
    stored: { onboarding_draft: JSON.stringify({ step: STEPS.indexOf('Servizio'), values: DRAFT }) },
    allowedErrors: /422/,
  })
  const code = owner.getByLabel('Codice di configurazione')
  await expectVisible(owner.getByRole('heading', { level: 1, name: 'Prenoto è installato' }))
  expect(await owner.getByLabel('Indirizzo del sito').inputValue()).toBe(DOMAIN)
  await submit(owner)
  await expectFocused(code)
  await expectGoodScreen(owner)
  await fillIn(owner, '0000-0000-0000')
  await submit(owner)
  await expectFocused(code)
  await expectVisible(owner.getByText(/Il codice non è giusto o è scaduto/).first())

  const late = await open(at('/'), { width: PHONE, allowedErrors: /404/ })
  const newCode = /([0-9A-Z]{4}-?){3}/.exec(await installation.run('setup-code'))![0]
  await fillIn(late, newCode)
  await code.fill(newCode.toLowerCase())
  await submit(owner)
  await waitForPath(owner, '/onboarding')
  await submit(late)
  await waitForPath(late, '/login')

  await waitUntilLoaded(owner)
  await expectVisible(findStep(owner, 'Servizio'))
  await save(owner)
  await expectVisible(findCompleted(owner))
  await late.goto(at('/client_service'))
  await late.getByRole('article', { name: 'Taglio' }).getByRole('link', { name: 'Prenota ora' }).click()
  await expectVisible(late.getByRole('heading', { level: 1, name: 'Taglio' }))
  await waitForHydration(late)
  await late
    .getByRole('button', { name: /slot disponibil/ })
    .nth(4)
    .click()
  await late.getByRole('button', { name: '08:45' }).click()
  await bookAsGiulia(late)
  await waitForPath(late, '/thank_you')
  await owner.getByRole('link', { name: 'Vai al pannello di amministrazione' }).click()
  await waitForPath(owner, '/dashboard')
  await expectVisible(owner.getByText(/Giulia Verdi/).first())
  await owner.goto(at('/onboarding'))
  await waitForPath(owner, '/dashboard')
})
