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

test.for([PHONE])(
  'a user with a password link chooses a password and reaches the dashboard, %i px wide',
  { tags: ['10.3'] },
  async (width, { open, newBusiness }) => {
    const business = await newBusiness()
    const { id, email } = await business.newUser({ password_hash: null })
    const page = await open(await business.passwordLink(id), { width })
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Imposta la tua password' }))
    await expectVisible(page.getByText(`Per accedere come ${email}.`))
    await waitUntilLoaded(page)
    await expectFitsWidth(page)
    await expectAccessible(page)

    await page.getByLabel('Nuova password').fill(NEW)
    await expectVisible(page.getByRole('tooltip').getByText('Almeno 8 caratteri'))
    await page.getByLabel('Conferma password').fill(NEW)
    await page.getByRole('button', { name: 'Salva e accedi' }).click()

    await waitForPath(page, '/dashboard')
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Dashboard' }))
    expect((await business.api('POST', '/login', { email, password: NEW })).status).toBe(200)
  },
)

test('the admin of a business that is not set up reaches the onboarding after choosing a password', async ({
  open,
  newBusiness,
}) => {
  const business = await newBusiness({ configuration: { app_primary_color: '' } })
  const page = await open(await business.passwordLink(await business.adminId()))
  await page.getByLabel('Nuova password').fill(NEW)
  await page.getByLabel('Conferma password').fill(NEW)

  await page.getByLabel('Conferma password').press('Enter')

  await waitForPath(page, '/onboarding')
})

test('an invalid link shows a message and leads to a new one', async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.at(`/set_password#${'A'.repeat(43)}`), { allowedErrors: /404/ })
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Il link non è più valido' }))
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Chiedi un nuovo link' }).click()

  await waitForPath(page, '/forgot_password')
  await page.goto(business.at('/set_password'))
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Il link non è più valido' }))
})

test('a link that is used in another window while the form is open shows a message', async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const { id } = await business.newUser()
  const link = await business.passwordLink(id)
  const page = await open(link, { allowedErrors: /404/ })
  await page.getByLabel('Nuova password').fill(NEW)
  await page.getByLabel('Conferma password').fill(NEW)
  const token = new URL(link).hash.slice(1)
  const other = { token, new_password: 'Altra-2026!', confirm_password: 'Altra-2026!' }
  expect((await business.api('POST', '/client/set-password', other)).status).toBe(200)

  await page.getByRole('button', { name: 'Salva e accedi' }).click()

  await expectVisible(page.getByRole('heading', { level: 1, name: 'Il link non è più valido' }))
})

test('a second link that is opened in the same window replaces the first', async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const [one, other] = [await business.newUser(), await business.newUser()]
  const page = await open(await business.passwordLink(one.id))
  await expectVisible(page.getByText(`Per accedere come ${one.email}.`))

  await page.goto(await business.passwordLink(other.id))

  await expectVisible(page.getByText(`Per accedere come ${other.email}.`))
})

test('an invalid new password shows the error at its field', async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(await business.passwordLink((await business.newUser()).id))
  const password = page.getByLabel('Nuova password')
  const save = page.getByRole('button', { name: 'Salva e accedi' })
  await waitUntilLoaded(page)

  await save.click()
  await expectVisible(page.getByText('La password è obbligatoria.'))
  await expectFocused(password)
  await password.fill('debole')
  await page.getByLabel('Conferma password').fill('altra')
  await save.click()
  await expectVisible(page.getByText(/^La password deve avere almeno 8 caratteri/))
  await expectVisible(page.getByText('Le password non coincidono'))
  await password.fill('altra')
  await expectHidden(page.getByText('Le password non coincidono'))
})

test.for([DESKTOP])(
  'a user with a forgotten password requests a link from the log-in by keyboard, %i px wide',
  { tags: ['10.3'] },
  async (width, { open, newBusiness }) => {
    const business = await newBusiness()
    const page = await open(business.at('/login'), { width })
    await tabTo(page, page.getByRole('link', { name: 'Password dimenticata?' }))
    await page.keyboard.press('Enter')
    await waitForPath(page, '/forgot_password')
    await expectVisible(page.getByRole('heading', { level: 1, name: 'Password dimenticata?' }))

    await tabTo(page, page.getByLabel('Email'))
    await page.keyboard.type(business.admin.email)
    await page.keyboard.press('Enter')

    await expectVisible(page.getByRole('status').filter({ hasText: SENT }))
    await expectFitsWidth(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Torna all’accesso' }).click()
    await waitForPath(page, '/login')
  },
)

test('an unknown address gets the same answer, and an invalid one is not sent', async ({ open, newBusiness }) => {
  const page = await open((await newBusiness()).at('/forgot_password'))
  const mail = page.getByLabel('Email')
  await mail.fill('nessuno@')
  await page.getByRole('button', { name: 'Invia il link' }).click()
  await expectVisible(page.getByText('Inserisci un’email valida.'))

  await mail.fill('nessuno@salone.example')
  await page.getByRole('button', { name: 'Invia il link' }).click()

  await expectVisible(page.getByText(SENT))
})

test('a failed request for a link shows an error', async ({ open, newBusiness }) => {
  const page = await open((await newBusiness()).at('/forgot_password'), { allowedErrors: /429|ApiError/ })
  await page.route(/\/api\/client\/forgot-password$/, (route) =>
    route.fulfill({ status: 429, json: { detail: 'Troppe richieste: riprova tra qualche minuto.' } }),
  )
  await page.getByLabel('Email').fill('ada@salone.example')
  await page.getByRole('button', { name: 'Invia il link' }).click()
  await expectMessage(page, 'Troppe richieste: riprova tra qualche minuto.')
})

test('pages for accounts work before the onboarding, are excluded from search engines, and need a known domain', async ({
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

    const answer = await page.goto(demo(path, 'altrove.localhost'))
    expect(answer!.status()).toBe(403)
    await waitForPath(page, '/invalid-domain')
  }
})

test('an admin who adds a user without a password reads that they are invited', async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  const page = await openAdmin(business, '/user')
  await page.getByRole('button', { name: 'Nuovo utente' }).click()
  await expectVisible(page.getByText('Lascia vuoto per inviare un invito via email.'))
  await page.getByLabel('Nome', { exact: true }).fill('Ugo')
  await page.getByLabel('Cognome').fill('Riva')
  await page.getByLabel('Email').fill('ugo.riva@salone.example')

  await page.getByRole('button', { name: 'Aggiungi utente' }).click()

  await expectMessage(page, 'Utente creato con successo')
  await page.getByRole('button', { name: 'Ugo' }).click()
  await expectVisible(page.getByRole('button', { name: 'Salva modifiche' }))
  expect(await page.getByText('Lascia vuoto per inviare un invito via email.').count()).toBe(0)
})
