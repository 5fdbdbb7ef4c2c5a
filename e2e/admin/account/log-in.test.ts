import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { PASSWORD } from '../../support/business.ts'
import { expectFocused, expectVisible, waitForPath, waitUntilLoaded } from '../../support/expectations.ts'
import { PHONE, test } from '../../support/test.ts'

const token = (page: Page) => page.evaluate(() => localStorage.getItem('access_token'))

const findForm = (page: Page) => ({
  mail: page.getByLabel('Mail'),
  password: page.getByLabel('Password', { exact: true }),
  send: page.getByRole('button', { name: 'Accedi' }),
})

test('a form shows its errors after a touch, a failed log-in empties it without a message, and a right one opens the dashboard', {
  tags: ['1.5', '2.29', '2.30', '4.1', '4.2', '4.4', '5.1', '5.2', '5.4', '8.9'],
}, async ({ open, newBusiness }) => {
  const unknown = 'Failed to fetch user info after login.'
  const business = await newBusiness()
  const page = await open(business.at('/login'), {
    width: PHONE,
    motion: true,
    allowedErrors: /401|500|^Login fallito$|^Failed to fetch user info/,
  })
  const { mail, password, send } = findForm(page)
  await expectVisible(page.getByText('Salone Aurora'))
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

  const userInfo = '**/api/user/userInfo'
  await page.route(userInfo, (route) => route.fulfill({ status: 500, json: { detail: 'Non ora.' } }))
  const noted = page.waitForEvent('console', (message) => message.text() === unknown)
  await mail.fill(business.admin.email)
  await password.fill(PASSWORD)
  await send.click()
  await noted
  await expect.poll(() => password.inputValue()).toBe('')
  expect(await token(page)).toBeNull()
  expect(new URL(page.url()).pathname).toBe('/login')

  await page.unroute(userInfo)
  await page.getByLabel('Salva password').check()
  await mail.fill(`  ${business.admin.email} `)
  await password.fill(PASSWORD)
  await send.click()
  await waitForPath(page, '/dashboard')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Dashboard' }))
  await waitUntilLoaded(page)
  expect(await token(page)).toBeTruthy()
})

test('without a valid session a page leads to the log-in, with one the site and the log-in to the dashboard; a log-out ends it, and a failed one is only logged', {
  tags: ['2.37', '2.46', '2.47', '2.95', '2.98', '4.3', '8.9', '13.178'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  // The stream may end before the page knows of the log-out, and is then requested once more.
  const page = await open(business.at('/'), { allowedErrors: /401|500|ApiError|SecurityError/ })
  const link = page.getByRole('link', { name: "Accedi all'area amministrativa" })
  expect(await link.getAttribute('href')).toBe('/login')
  const storeToken = (token: string) => page.evaluate((token) => localStorage.setItem('access_token', token), token)
  await storeToken('worth-nothing')
  await page.goto(business.at('/customer/1'))
  await waitForPath(page, '/login')
  await expect.poll(() => token(page)).toBeNull()
  await storeToken('worth-nothing')
  await page.reload()
  await expect.poll(() => token(page)).toBeNull()
  await expectVisible(page.getByRole('button', { name: 'Accedi' }))
  expect(await page.getByRole('alert').count()).toBe(0)

  const session = await business.token()
  await storeToken(session)
  await page.goto(business.at('/'))
  await expect.poll(() => link.getAttribute('href')).toBe('/dashboard')
  await page.goto(business.at('/login'))
  await waitForPath(page, '/dashboard')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Dashboard' }))

  const logOut = page.getByRole('complementary').getByRole('button', { name: 'Logout' })
  await page.route(/\/api\/logout$/, (route) => route.fulfill({ status: 500, json: { detail: 'Non ora.' } }))
  const logged = page.waitForEvent('console', (message) => message.text().includes('Non ora.'))
  await logOut.click()
  await logged
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/dashboard')

  await page.unroute(/\/api\/logout$/)
  await logOut.click()
  await waitForPath(page, '/login')
  expect(await token(page)).toBeNull()
  const { status } = await business.api('GET', '/user/userInfo', undefined, { authorization: `Bearer ${session}` })
  expect(status).toBe(401)

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

test('the admin of a business that is not set up reaches the onboarding from the site and the back office', {
  tags: ['2.97'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness({ isNew: true })
  const page = await open(business.at('/'), { token: await business.token() })
  await waitForPath(page, '/onboarding')
  await page.goto(business.at('/setting'))
  await waitForPath(page, '/onboarding')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Configura il tuo sito' }))
})
