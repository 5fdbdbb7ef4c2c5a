import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { arrivedAt, fitsWidth, focused, gone, loaded, seen, tabTo, told } from '../support/look.ts'
import { DESK, demo, PHONE, test } from '../support/test.ts'

const NEW = 'Nuova-2026!'
const SENT =
  'Se l’indirizzo appartiene a un utente, riceverai tra poco un’email con il link per scegliere una nuova password.'

/** Where the links of e-mails lead. */
const PATHS = ['/set_password', '/forgot_password', '/restore_email', '/confirm_email']

test.for([PHONE])(
  'whoever was sent a link chooses a password and finds the dashboard, %i px wide',
  { tags: ['10.3'] },
  async (width, { open, newShop }) => {
    const shop = await newShop()
    const { id, email } = await shop.newUser({ password_hash: null })
    const page = await open(await shop.passwordLink(id), { width })
    await seen(page.getByRole('heading', { level: 1, name: 'Imposta la tua password' }))
    await seen(page.getByText(`Per accedere come ${email}.`))
    await loaded(page)
    await fitsWidth(page)
    await expectAccessible(page)

    await page.getByLabel('Nuova password').fill(NEW)
    await seen(page.getByRole('tooltip').getByText('Almeno 8 caratteri'))
    await page.getByLabel('Conferma password').fill(NEW)
    await page.getByRole('button', { name: 'Salva e accedi' }).click()

    await arrivedAt(page, '/dashboard')
    await seen(page.getByRole('heading', { level: 1, name: 'Dashboard' }))
    expect((await shop.api('POST', '/login', { email, password: NEW })).status).toBe(200)
  },
)

test('the owner of a business that is not set up goes on to its onboarding', async ({ open, newShop }) => {
  const shop = await newShop({ configuration: { app_primary_color: '' } })
  const page = await open(await shop.passwordLink(await shop.adminId()))
  await page.getByLabel('Nuova password').fill(NEW)
  await page.getByLabel('Conferma password').fill(NEW)

  await page.getByLabel('Conferma password').press('Enter')

  await arrivedAt(page, '/onboarding')
})

test('a link that is worth nothing says so, and leads to a new one', async ({ open, newShop }) => {
  const shop = await newShop()
  const page = await open(shop.at(`/set_password#${'A'.repeat(43)}`), { tolerates: /404/ })
  await seen(page.getByRole('heading', { level: 1, name: 'Il link non è più valido' }))
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Chiedi un nuovo link' }).click()

  await arrivedAt(page, '/forgot_password')
  await page.goto(shop.at('/set_password'))
  await seen(page.getByRole('heading', { level: 1, name: 'Il link non è più valido' }))
})

test('a link that is used elsewhere while the form is open says so', async ({ open, newShop }) => {
  const shop = await newShop()
  const { id } = await shop.newUser()
  const link = await shop.passwordLink(id)
  const page = await open(link, { tolerates: /404/ })
  await page.getByLabel('Nuova password').fill(NEW)
  await page.getByLabel('Conferma password').fill(NEW)
  const token = new URL(link).hash.slice(1)
  const other = { token, new_password: 'Altra-2026!', confirm_password: 'Altra-2026!' }
  expect((await shop.api('POST', '/client/set-password', other)).status).toBe(200)

  await page.getByRole('button', { name: 'Salva e accedi' }).click()

  await seen(page.getByRole('heading', { level: 1, name: 'Il link non è più valido' }))
})

test('a second link opened in the same window counts, not the first', async ({ open, newShop }) => {
  const shop = await newShop()
  const [one, other] = [await shop.newUser(), await shop.newUser()]
  const page = await open(await shop.passwordLink(one.id))
  await seen(page.getByText(`Per accedere come ${one.email}.`))

  await page.goto(await shop.passwordLink(other.id))

  await seen(page.getByText(`Per accedere come ${other.email}.`))
})

test('what is wrong with a new password is told at its field', async ({ open, newShop }) => {
  const shop = await newShop()
  const page = await open(await shop.passwordLink((await shop.newUser()).id))
  const password = page.getByLabel('Nuova password')
  const save = page.getByRole('button', { name: 'Salva e accedi' })
  await loaded(page)

  await save.click()
  await seen(page.getByText('La password è obbligatoria.'))
  await focused(password)
  await password.fill('debole')
  await page.getByLabel('Conferma password').fill('altra')
  await save.click()
  await seen(page.getByText(/^La password deve avere almeno 8 caratteri/))
  await seen(page.getByText('Le password non coincidono'))
  await password.fill('altra')
  await gone(page.getByText('Le password non coincidono'))
})

test.for([DESK])(
  'who forgot their password is led from the log-in to a message, by keyboard, %i px wide',
  { tags: ['10.3'] },
  async (width, { open, newShop }) => {
    const shop = await newShop()
    const page = await open(shop.at('/login'), { width })
    await tabTo(page, page.getByRole('link', { name: 'Password dimenticata?' }))
    await page.keyboard.press('Enter')
    await arrivedAt(page, '/forgot_password')
    await seen(page.getByRole('heading', { level: 1, name: 'Password dimenticata?' }))

    await tabTo(page, page.getByLabel('Email'))
    await page.keyboard.type(shop.admin.email)
    await page.keyboard.press('Enter')

    await seen(page.getByRole('status').filter({ hasText: SENT }))
    await fitsWidth(page)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Torna all’accesso' }).click()
    await arrivedAt(page, '/login')
  },
)

test('an address that is nobody’s is answered the same, one that is none is not sent', async ({ open, newShop }) => {
  const page = await open((await newShop()).at('/forgot_password'))
  const mail = page.getByLabel('Email')
  await mail.fill('nessuno@')
  await page.getByRole('button', { name: 'Invia il link' }).click()
  await seen(page.getByText('Inserisci un’email valida.'))

  await mail.fill('nessuno@salone.example')
  await page.getByRole('button', { name: 'Invia il link' }).click()

  await seen(page.getByText(SENT))
})

test('a request that fails says so', async ({ open, newShop }) => {
  const page = await open((await newShop()).at('/forgot_password'), { tolerates: /429|ApiError/ })
  await page.route(/\/api\/client\/forgot-password$/, (route) =>
    route.fulfill({ status: 429, json: { detail: 'Troppe richieste: riprova tra qualche minuto.' } }),
  )
  await page.getByLabel('Email').fill('ada@salone.example')
  await page.getByRole('button', { name: 'Invia il link' }).click()
  await told(page, 'Troppe richieste: riprova tra qualche minuto.')
})

test.for(PATHS)(
  '%s is open to a business that is not set up, and no search engine lists it',
  async (path, { open, newShop }) => {
    const shop = await newShop({ configuration: { app_primary_color: '' } })
    const page = await open(shop.at(path))
    await loaded(page)
    expect(new URL(page.url()).pathname).toBe(path)
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  },
)

test.for(PATHS)('%s of an unknown domain is not there', async (path, { open }) => {
  const page = await open('about:blank', { tolerates: /403/ })
  const answer = await page.goto(demo(path, 'altrove.localhost'))
  expect(answer!.status()).toBe(403)
  await arrivedAt(page, '/invalid-domain')
})

test('an admin who adds somebody without a password reads that they are invited', async ({ enter, newShop }) => {
  const shop = await newShop()
  const page = await enter(shop, '/user')
  await page.getByRole('button', { name: 'Nuovo utente' }).click()
  await seen(page.getByText('Lascia vuoto per inviare un invito via email.'))
  await page.getByLabel('Nome', { exact: true }).fill('Ugo')
  await page.getByLabel('Cognome').fill('Riva')
  await page.getByLabel('Email').fill('ugo.riva@salone.example')

  await page.getByRole('button', { name: 'Aggiungi utente' }).click()

  await told(page, 'Utente creato con successo')
  await page.getByRole('button', { name: 'Ugo' }).click()
  await seen(page.getByRole('button', { name: 'Salva modifiche' }))
  expect(await page.getByText('Lascia vuoto per inviare un invito via email.').count()).toBe(0)
})
