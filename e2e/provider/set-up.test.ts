import type { OnboardingForm } from '@prenoto/core/onboarding/onboarding-schema.ts'
import { openingTime } from '@prenoto/core/onboarding/opening-times.ts'
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
import { findCompleted, findStep, STEPS, save } from '../support/onboarding.ts'
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

/** The onboarding of an owner who has filled in every step. */
const DRAFT: OnboardingForm = {
  app_name: 'Salone Aurora',
  piva: '01234567897',
  email: 'ciao@aurora.example',
  address: '',
  phone: '',
  whatsapp: '',
  facebook: '',
  instagram: '',
  linkedin: '',
  welcome_text: 'Tagli e colore\nnel cuore di Bologna.',
  contact_text: 'Scrivici quando vuoi.',
  app_primary_color: '#7c3aed',
  app_primary_text_color: '#ffffff',
  app_secondary_color: '#f97316',
  app_secondary_text_color: '#ffffff',
  app_day_reminder: 1,
  app_booking_max_months: 2,
  app_booking_hours_notice: 3,
  app_simultaneous_bookings_enabled: false,
  calendar: {
    name: 'Sala',
    description: 'La sala grande',
    from: '2026-01-01',
    to: '',
    simultaneous_bookings_number: 1,
  },
  opening_times: [1, 2, 3, 4, 5, 6].map((weekDay) => openingTime(weekDay, '08:00', '12:00')),
  service: { name: 'Taglio', duration: 45, amount: '35.50', discounted_amount: '0.00', description: '' },
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
  await waitForHydration(late.locator('html'))
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
