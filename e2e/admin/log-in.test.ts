import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { arrivedAt, focused, loaded, seen } from '../support/look.ts'
import { PASSWORD } from '../support/shop.ts'
import { demo, PHONE, test } from '../support/test.ts'

const token = (page: Page) => page.evaluate(() => localStorage.getItem('access_token'))

const formOf = (page: Page) => ({
  mail: page.getByLabel('Mail'),
  password: page.getByLabel('Password', { exact: true }),
  send: page.getByRole('button', { name: 'Accedi' }),
})

test.for([PHONE])(
  'somebody of the staff logs in and finds the dashboard, %i px wide',
  { tags: ['1.5', '2.29', '2.30', '4.1'] },
  async (width, { open, newShop }) => {
    const shop = await newShop()
    const page = await open(shop.at('/login'), { width, motion: true })
    const { mail, password, send } = formOf(page)
    await seen(page.getByText('Salone Aurora'))
    await page.getByLabel('Salva password').check()
    await mail.fill(`  ${shop.admin.email} `)
    await password.fill(PASSWORD)

    await send.click()

    await arrivedAt(page, '/dashboard')
    await seen(page.getByRole('heading', { level: 1, name: 'Dashboard' }))
    await loaded(page)
    expect(await token(page)).toBeTruthy()
  },
)

test('a failed log-in says nothing and empties the form, and so does one after which nobody is told who it is', {
  tags: ['4.2', '4.4', '8.9'],
}, async ({ open, newShop }) => {
  const unknown = 'Failed to fetch user info after login.'
  const shop = await newShop()
  const page = await open(shop.at('/login'), { tolerates: /401|500|^Login fallito$|^Failed to fetch user info/ })
  const { mail, password, send } = formOf(page)
  const logged = page.waitForEvent('console', (message) => message.text() === 'Login fallito')
  await mail.fill(shop.admin.email)
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
  await mail.fill(shop.admin.email)
  await password.fill(PASSWORD)
  await send.click()
  await noted
  await expect.poll(() => password.inputValue()).toBe('')
  expect(await token(page)).toBeNull()
  expect(new URL(page.url()).pathname).toBe('/login')
})

test('what is missing is told once it was touched', { tags: ['5.1', '5.2', '5.4'] }, async ({ open, newShop }) => {
  const page = await open((await newShop()).at('/login'))
  const { mail, password, send } = formOf(page)
  await mail.focus()
  await mail.press('Tab')
  await seen(page.getByText('L’email è obbligatoria.'))
  expect(await page.getByText('La password è obbligatoria.').count()).toBe(0)

  await mail.fill('ada@')
  await seen(page.getByText('Inserisci un’email valida.'))
  await mail.fill('ada@salone.example')
  await send.click()
  await seen(page.getByText('La password è obbligatoria.'))
  await focused(password)
})

test('pages of the staff lead to the log-in whoever has no session', async ({ open, newShop }) => {
  const shop = await newShop()
  const page = await open(shop.at('/dashboard'))
  await arrivedAt(page, '/login')
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
    await page.goto(shop.at(path))
    await arrivedAt(page, '/login')
  }
  await seen(page.getByRole('button', { name: 'Accedi' }))
})

test.for(['/login', '/onboarding'])(
  '%s leads to the dashboard whoever is logged in',
  { tags: ['2.98'] },
  async (path, { open, newShop }) => {
    const shop = await newShop()
    const page = await open(shop.at(path), { token: await shop.token() })
    await arrivedAt(page, '/dashboard')
    await seen(page.getByRole('heading', { level: 1, name: 'Dashboard' }))
  },
)

test('a session that has ended leads to the log-in, from a page and from the log-in itself', {
  tags: ['2.95'],
}, async ({ open, newShop }) => {
  const shop = await newShop()
  const page = await open(shop.at('/service'), { token: 'worth-nothing', tolerates: /401/ })
  await arrivedAt(page, '/login')
  await expect.poll(() => token(page)).toBeNull()

  await page.evaluate(() => localStorage.setItem('access_token', 'worth-nothing'))
  await page.goto(shop.at('/login'))
  await expect.poll(() => token(page)).toBeNull()
  await loaded(page)
  await seen(page.getByRole('button', { name: 'Accedi' }))
})

test('the owner of a business that is not set up yet goes to its onboarding', { tags: ['2.30', '2.97'] }, async ({
  open,
}) => {
  const page = await open(demo('/login', 'nuovo.localhost'))
  const { mail, password, send } = formOf(page)
  await mail.fill('titolare@nuovo.it')
  await password.fill('Prenota-2026!')

  await send.click()

  await arrivedAt(page, '/onboarding')
})

test('a browser that blocks storage is told so before anybody logs in', { tags: ['13.178'] }, async ({
  open,
  newShop,
}) => {
  const page = await open((await newShop()).at('/login'), { tolerates: /SecurityError/ })
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
  await seen(page.getByRole('alert').filter({ hasText: 'Questo browser blocca i dati dei siti' }))
})

test.for(['/', '/client_service', '/login', '/dashboard', '/setting'])(
  'while a business is not set up, %s leads whoever is logged in to its onboarding',
  { tags: ['2.97'] },
  async (path, { open, newShop }) => {
    const shop = await newShop({ configuration: { app_primary_color: '' } })
    const page = await open(shop.at(path), { token: await shop.token() })

    await arrivedAt(page, '/onboarding')
    await seen(page.getByRole('heading', { level: 1, name: 'Configura il tuo sito' }))
  },
)

test('who logs out goes to the log-in, and the session is worth nothing any more', {
  tags: ['2.46', '2.47', '4.3'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  // The stream may end before the page knows that it has logged out, and is then asked for once more.
  const page = await enter(shop, '/service', { tolerates: /401/ })
  const session = await token(page)

  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click()

  await arrivedAt(page, '/login')
  expect(await token(page)).toBeNull()
  const { status } = await shop.api('GET', '/user/userInfo', undefined, { authorization: `Bearer ${session}` })
  expect(status).toBe(401)
})

test('a log-out that fails is only logged', { tags: ['2.47', '8.9'] }, async ({ enter, newShop }) => {
  const page = await enter(await newShop(), '/service', { tolerates: /500|ApiError/ })
  await page.route(/\/api\/logout$/, (route) => route.fulfill({ status: 500, json: { detail: 'Non ora.' } }))
  const logged = page.waitForEvent('console', (message) => message.text().includes('Non ora.'))

  await page.getByRole('complementary').getByRole('button', { name: 'Logout' }).click()

  await logged
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(new URL(page.url()).pathname).toBe('/service')
})

test('the footer of the site leads the staff back in, and whoever is not logged in to the log-in', {
  tags: ['2.37'],
}, async ({ open, newShop }) => {
  const shop = await newShop()
  const linkOf = (page: Page) => page.getByRole('link', { name: "Accedi all'area amministrativa" })
  const visitor = await open(shop.at('/'))
  const page = await open(shop.at('/'), { token: await shop.token() })

  await expect.poll(() => linkOf(page).getAttribute('href')).toBe('/dashboard')
  expect(await linkOf(visitor).getAttribute('href')).toBe('/login')
  await linkOf(page).click()
  await arrivedAt(page, '/dashboard')
})
