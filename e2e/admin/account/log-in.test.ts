import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PASSWORD } from '../../support/business.ts'
import { expectFocused, expectVisible, waitForPath, waitUntilLoaded } from '../../support/expectations.ts'
import { demo, PHONE, test } from '../../support/test.ts'

const token = (page: Page) => page.evaluate(() => localStorage.getItem('access_token'))

const formOf = (page: Page) => ({
  mail: page.getByLabel('Mail'),
  password: page.getByLabel('Password', { exact: true }),
  send: page.getByRole('button', { name: 'Accedi' }),
})

test.for([PHONE])(
  'a user logs in and reaches the dashboard, %i px wide',
  { tags: ['1.5', '2.29', '2.30', '4.1'] },
  async (width, { open, newBusiness }) => {
    const business = await newBusiness()
    const page = await open(business.at('/login'), { width, motion: true })
    const { mail, password, send } = formOf(page)
    await expectVisible(page.getByText('Salone Aurora'))
    await page.getByLabel('Salva password').check()
    await mail.fill(`  ${business.admin.email} `)
    await password.fill(PASSWORD)

    await send.click()

    await waitForPath(page, '/dashboard')
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Dashboard' }))
    await waitUntilLoaded(page)
    expect(await token(page)).toBeTruthy()
  },
)

test('a failed log-in empties the form without a message, also when the user cannot be read', {
  tags: ['4.2', '4.4', '8.9'],
}, async ({ open, newBusiness }) => {
  const unknown = 'Failed to fetch user info after login.'
  const business = await newBusiness()
  const page = await open(business.at('/login'), {
    allowedErrors: /401|500|^Login fallito$|^Failed to fetch user info/,
  })
  const { mail, password, send } = formOf(page)
  const logged = page.waitForEvent('console', (message) => message.text() === 'Login fallito')
  await mail.fill(business.admin.email)
  await password.fill('sbagliata')

  await send.click()

  await logged
  await expect.poll(() => mail.inputValue()).toBe('')
  expect(await password.inputValue()).toBe('')
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await page.getByRole('status').filter({ hasText: /\S/ }).count()).toBe(0)
  expect(await token(page)).toBeNull()
  expect(new URL(page.url()).pathname).toBe('/login')

  await page.route('**/api/user/userInfo', (route) => route.fulfill({ status: 500, json: { detail: 'Non ora.' } }))
  const noted = page.waitForEvent('console', (message) => message.text() === unknown)
  await mail.fill(business.admin.email)
  await password.fill(PASSWORD)
  await send.click()
  await noted
  await expect.poll(() => password.inputValue()).toBe('')
  expect(await token(page)).toBeNull()
  expect(new URL(page.url()).pathname).toBe('/login')
})

test('a required field shows its message after it was touched', { tags: ['5.1', '5.2', '5.4'] }, async ({
  open,
  newBusiness,
}) => {
  const page = await open((await newBusiness()).at('/login'))
  const { mail, password, send } = formOf(page)
  await mail.focus()
  await mail.press('Tab')
  await expectVisible(page.getByText('L’email è obbligatoria.'))
  expect(await page.getByText('La password è obbligatoria.').count()).toBe(0)

  await mail.fill('ada@')
  await expectVisible(page.getByText('Inserisci un’email valida.'))
  await mail.fill('ada@salone.example')
  await send.click()
  await expectVisible(page.getByText('La password è obbligatoria.'))
  await expectFocused(password)
})

test('back-office pages redirect to the log-in without a session', async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.at('/dashboard'))
  await waitForPath(page, '/login')
  for (const path of [
    '/appointments/1',
    '/user',
    '/service',
    '/day_off',
    '/calendar',
    '/setting',
    '/customer',
    '/customer/1',
    '/onboarding',
  ]) {
    await page.goto(business.at(path))
    await waitForPath(page, '/login')
  }
  await expectVisible(page.getByRole('button', { name: 'Accedi' }))
})

test('log-in and onboarding redirect a logged-in user to the dashboard', {
  tags: ['2.98'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.at('/login'), { token: await business.token() })
  for (const path of ['/login', '/onboarding']) {
    await page.goto(business.at(path))
    await waitForPath(page, '/dashboard')
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Dashboard' }))
  }
})

test('an expired token is removed, and every page redirects to the log-in', {
  tags: ['2.95'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.at('/service'), { token: 'worth-nothing', allowedErrors: /401/ })
  await waitForPath(page, '/login')
  await expect.poll(() => token(page)).toBeNull()

  await page.evaluate(() => localStorage.setItem('access_token', 'worth-nothing'))
  await page.goto(business.at('/login'))
  await expect.poll(() => token(page)).toBeNull()
  await waitUntilLoaded(page)
  await expectVisible(page.getByRole('button', { name: 'Accedi' }))
})

test('the admin of a business that is not set up reaches the onboarding', { tags: ['2.30', '2.97'] }, async ({
  open,
}) => {
  const page = await open(demo('/login', 'nuovo.localhost'))
  const { mail, password, send } = formOf(page)
  await mail.fill('titolare@nuovo.it')
  await password.fill('Prenota-2026!')

  await send.click()

  await waitForPath(page, '/onboarding')
})

test('a browser that blocks storage gets a message before the log-in', { tags: ['13.178'] }, async ({
  open,
  newBusiness,
}) => {
  const page = await open((await newBusiness()).at('/login'), { allowedErrors: /SecurityError/ })
  expect(await page.getByRole('alert').count()).toBe(0)
  await page.addInitScript(() => {
    for (const storage of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, storage, {
        get: () => {
          throw new DOMException('Blocked', 'SecurityError')
        },
      })
  })
  await page.reload()
  await expectVisible(page.getByRole('alert').filter({ hasText: 'Questo browser blocca i dati dei siti' }))
})

test('every page redirects a logged-in user to the onboarding while the business is not set up', {
  tags: ['2.97'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness({ configuration: { app_primary_color: '' } })
  const page = await open(business.at('/onboarding'), { token: await business.token() })
  for (const path of ['/', '/client_service', '/login', '/dashboard', '/setting']) {
    await page.goto(business.at(path))
    await waitForPath(page, '/onboarding')
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Configura il tuo sito' }))
  }
})

test('a log-out redirects to the log-in and ends the session', {
  tags: ['2.46', '2.47', '4.3'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  // The stream may end before the page knows of the log-out, and is then requested once more.
  const page = await openAdmin(business, '/service', { allowedErrors: /401/ })
  const session = await token(page)

  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click()

  await waitForPath(page, '/login')
  expect(await token(page)).toBeNull()
  const { status } = await business.api('GET', '/user/userInfo', undefined, { authorization: `Bearer ${session}` })
  expect(status).toBe(401)
})

test('a failed log-out is only logged', { tags: ['2.47', '8.9'] }, async ({ openAdmin, newBusiness }) => {
  const page = await openAdmin(await newBusiness(), '/service', { allowedErrors: /500|ApiError/ })
  await page.route(/\/api\/logout$/, (route) => route.fulfill({ status: 500, json: { detail: 'Non ora.' } }))
  const logged = page.waitForEvent('console', (message) => message.text().includes('Non ora.'))

  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click()

  await logged
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/service')
})

test('the footer of the site links to the back office, or to the log-in without a session', {
  tags: ['2.37'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const linkOf = (page: Page) => page.getByRole('link', { name: "Accedi all'area amministrativa" })
  const visitor = await open(business.at('/'))
  const page = await open(business.at('/'), { token: await business.token() })

  await expect.poll(() => linkOf(page).getAttribute('href')).toBe('/dashboard')
  expect(await linkOf(visitor).getAttribute('href')).toBe('/login')
  await linkOf(page).click()
  await waitForPath(page, '/dashboard')
})
