import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { arrivedAt, fitsWidth, focused, loaded, seen, tabTo } from '../support/look.ts'
import { PASSWORD } from '../support/shop.ts'
import { DESK, PHONE, test } from '../support/test.ts'

const NEW = 'Nuova-2026!'
/** As long as somebody's may be. */
const LONG = `${'nuova'.repeat(12)}@${'salone-'.repeat(8)}aurora.example`
const VOID = 'Il link non è più valido'

test.for([PHONE])(
  'whose address a thief has changed takes it back and chooses a new password, %i px wide',
  { tags: ['12.4'] },
  async (width, { open, newShop }) => {
    const shop = await newShop()
    const { id, email } = await shop.newUser()
    const { restoring } = await shop.changeEmail(id, 'ladro@altrove.example')
    const page = await open(restoring, { width })
    await seen(page.getByRole('heading', { level: 1, name: 'Riprendi il tuo accesso' }))
    await seen(page.getByText(`Torni ad accedere come ${email}.`))
    await loaded(page)
    await fitsWidth(page)
    await expectAccessible(page)
    // Seen, and nothing done.
    expect((await shop.api('POST', '/login', { email: 'ladro@altrove.example', password: PASSWORD })).status).toBe(200)

    await page.getByRole('button', { name: 'Riprendi il tuo accesso' }).click()

    await arrivedAt(page, '/set_password')
    await seen(page.getByText(`Per accedere come ${email}.`))
    expect((await shop.api('POST', '/login', { email, password: PASSWORD })).status).toBe(401)
    await page.getByLabel('Nuova password').fill(NEW)
    await page.getByLabel('Conferma password').fill(NEW)
    await page.getByRole('button', { name: 'Salva e accedi' }).click()
    await arrivedAt(page, '/dashboard')
    expect((await shop.api('POST', '/login', { email, password: NEW })).status).toBe(200)
  },
)

test.for([DESK])(
  'a new address is confirmed with the password, by keyboard, %i px wide',
  { tags: ['12.5'] },
  async (width, { open, newShop }) => {
    const shop = await newShop()
    const { id } = await shop.newUser()
    const { confirming } = await shop.changeEmail(id, LONG)
    const page = await open(confirming, { width, tolerates: /404|422|ApiError/ })
    await seen(page.getByRole('heading', { level: 1, name: 'Conferma la tua email' }))
    await seen(page.getByText(`Scrivi la tua password per confermare che accedi come ${LONG}.`))
    await loaded(page)
    await fitsWidth(page)
    await expectAccessible(page)
    const password = page.getByLabel('Password')

    await tabTo(page, password)
    await page.keyboard.press('Enter')
    await seen(page.getByText('La password è obbligatoria.'))
    await page.keyboard.type('sbagliata')
    await page.keyboard.press('Enter')
    await seen(page.getByText('La password non è corretta.'))
    await focused(password)
    await password.fill(PASSWORD)
    await page.keyboard.press('Enter')

    await seen(page.getByRole('heading', { level: 1, name: 'Email confermata' }))
    await seen(page.getByText(`ti scriviamo a ${LONG}.`))
    const next = page.getByRole('link', { name: 'Vai all’area amministrativa' })
    await focused(next)
    await fitsWidth(page)
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await arrivedAt(page, '/login')
    await page.goto(confirming)
    await page.reload()
    await seen(page.getByRole('heading', { level: 1, name: VOID }))
  },
)

test.for([PHONE])(
  'who changes their address reads in the settings that it is to be confirmed, until it is, %i px wide',
  { tags: ['12.5'] },
  async (width, { enter, newShop }) => {
    const shop = await newShop()
    const page = await enter(shop, '/setting', { width })
    const form = page.getByRole('form', { name: 'Informazioni personali' })
    const hint = form.getByText(`Per confermarla apri il link che abbiamo mandato a ${LONG}.`)
    await form.getByLabel('Email').fill(LONG)
    expect(await hint.count()).toBe(0)

    await form.getByRole('button', { name: 'Salva' }).click()

    await seen(hint)
    await fitsWidth(page)
    await expectAccessible(page)
    await form.getByLabel('Email').fill(shop.admin.email)
    await form.getByRole('button', { name: 'Salva' }).click()
    await expect.poll(() => hint.count()).toBe(0)
  },
)
