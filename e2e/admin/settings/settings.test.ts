import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { PASSWORD } from '../../support/business.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectInView,
  expectMessage,
  expectVisible,
} from '../../support/expectations.ts'
import { DESKTOP, PHONE, test } from '../../support/test.ts'

const RED_DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** An e-mail address of the maximum length. */
const LONG_EMAIL = `${'nuova'.repeat(12)}@${'salone-'.repeat(8)}aurora.example`

const findMenu = (page: Page) => page.getByRole('navigation', { name: 'Sezioni delle impostazioni' })
const openMenu = (page: Page) =>
  findMenu(page)
    .getByRole('button', { name: /^Sezione:/ })
    .click()
const sectionLink = (page: Page, name: string | RegExp) =>
  findMenu(page).getByRole('link', { name: typeof name === 'string' ? new RegExp(`^${name}`) : name })

test('a user changes their own data, photo and password: the menu shows them, an unconfirmed address is named, the password rules cover nothing, and the calendar link ends with the old password', {
  tags: ['2.45', '2.80', '2.81', '2.88', '4.14', '4.44', '5.13', '7.31', '8.16', '12.5', '13.30', '13.177'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  const authorization = `Bearer ${await business.token()}`
  const link = await business.api('POST', '/user/calendar-feed', undefined, { authorization })
  expect(link.body).toMatchObject({ path: expect.any(String) })
  const page = await openAdmin(business, '/setting', { width: PHONE, allowedErrors: /4\d\d|ApiError/ })
  const form = page.getByRole('form', { name: 'Informazioni personali' })
  const name = form.getByLabel('Nome', { exact: true })
  expect(await name.inputValue()).toBe('Ada')
  await name.fill('')
  await form.getByLabel('Email').fill('ada@')
  await form.getByRole('button', { name: 'Salva' }).click()
  await expectVisible(form.getByText('Campo obbligatorio'))
  await expectVisible(form.getByText('Email non valida'))
  await name.fill('Adele')
  const hint = form.getByText(`Per confermarla apri il link che abbiamo mandato a ${LONG_EMAIL}.`)
  await form.getByLabel('Email').fill(LONG_EMAIL)
  expect(await hint.count()).toBe(0)
  await form.getByLabel('Telefono').fill('051 000 0100')
  await form.getByRole('button', { name: 'Salva' }).click()
  await expectMessage(page, 'Utente aggiornato con successo!')
  await expectVisible(hint)
  await expectFitsWidth(page)

  const photo = page.getByRole('img', { name: 'Foto di Adele Neri' })
  const isShown = () => photo.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)
  const choose = async (buffer: Buffer) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Modifica Avatar' }).click()
    await (await chooser).setFiles({ name: 'io.png', mimeType: 'image/png', buffer })
  }
  expect(await isShown()).toBe(false)
  await choose(RED_DOT)
  await expectMessage(page, 'Foto caricata con successo!')
  await expect.poll(isShown).toBe(true)
  await choose(Buffer.from('<svg onload="alert(1)"/>'))
  await expectVisible(page.getByRole('alert'))

  await page.getByRole('button', { name: 'Apri il menu' }).click()
  await expectVisible(page.getByText('Adele Neri').filter({ visible: true }))
  await page.reload()
  await expect.poll(() => form.getByLabel('Email').inputValue()).toBe(LONG_EMAIL)
  await expect.poll(isShown).toBe(true)
  expect(await photo.getAttribute('src')).toMatch(/^blob:/)
  await form.getByLabel('Email').fill(business.admin.email)
  await form.getByRole('button', { name: 'Salva' }).click()
  await expect.poll(() => hint.count()).toBe(0)

  await page.route(/\/api\/uploads\//, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.4' })
      : route.continue(),
  )
  await choose(RED_DOT)
  const document = page.getByRole('main').getByRole('link', { name: 'Visualizza il PDF' })
  expect(await document.getAttribute('href')).toMatch(/^blob:/)
  expect(await page.getByTitle('Foto di Adele Neri').getAttribute('src')).toBe(await document.getAttribute('href'))

  const passwords = page.getByRole('form', { name: 'Modifica password' })
  const current = passwords.getByLabel('Password attuale')
  const fresh = passwords.getByLabel('Nuova password')
  const confirmed = passwords.getByLabel('Conferma password')
  const rules = page.getByRole('tooltip')
  const readBox = async (locator: Locator) => (await locator.boundingBox())!
  const bottom = async (locator: Locator) => {
    const { y, height } = await readBox(locator)
    return y + height
  }
  await page.setViewportSize({ width: DESKTOP, height: 800 })
  await fresh.focus()
  await expectVisible(rules)
  const label = passwords.getByText('Nuova password', { exact: true })
  expect(await bottom(rules), 'above the label').toBeLessThanOrEqual((await readBox(label)).y)
  await fresh.blur()
  await page.setViewportSize({ width: PHONE, height: 740 })
  await fresh.focus()
  await expectVisible(rules)
  const before = await readBox(confirmed)
  expect(await bottom(rules)).toBeLessThanOrEqual(before.y)
  await fresh.blur()
  expect(await readBox(confirmed)).toEqual(before)
  await current.fill(PASSWORD)
  await fresh.fill('password123')
  await confirmed.fill('password123')
  await confirmed.press('Enter')
  const error = passwords.getByText(/^Questa password è tra le più usate/)
  await expectVisible(error)
  expect((await readBox(error)).y, 'above the rules').toBeLessThan((await readBox(rules)).y)

  await fresh.fill('Nuova-2026!')
  await confirmed.fill('Nuova-2026!')
  await passwords.getByRole('button', { name: 'Salva' }).click()
  await expectMessage(page, 'Password aggiornata con successo!')
  expect(await current.inputValue()).toBe('')
  const logIn = (password: string) => business.api('POST', '/login', { email: business.admin.email, password })
  expect((await logIn(PASSWORD)).status).toBe(401)
  expect((await logIn('Nuova-2026!')).status).toBe(200)
  await openMenu(page)
  await sectionLink(page, 'Calendario del telefono').click()
  const feed = page.getByRole('region', { name: 'Calendario del telefono' })
  await expectVisible(feed.getByText('Quando cambi la password smette di funzionare.'))
  await expectVisible(feed.getByRole('button', { name: 'Crea il link' }))
  expect(await feed.getByRole('button', { name: 'Revoca il link' }).count()).toBe(0)
})

test('each settings section has an address, keeps its draft, and its save bar never covers the focus', {
  tags: ['13.63', '13.83', '13.173'],
}, async ({ openAdmin, newBusiness }) => {
  const savedValues = { piva: '01234567897', email: 'ciao@aurora.example', contact_text: 'Ciao' }
  const business = await newBusiness({ configuration: savedValues })
  const page = await openAdmin(business, '/setting?sezione=password', { width: PHONE })
  await expectFocused(page.getByRole('heading', { level: 2, name: 'Modifica password' }))
  const menu = findMenu(page)
  await openMenu(page)
  const listHeadings = async () =>
    (await page.getByRole('heading', { level: 2 }).filter({ visible: true }).allInnerTexts()).join()
  expect(await menu.getByRole('link').allInnerTexts()).toEqual([
    'Profilo',
    'Password',
    'Accesso sicuro',
    'Dispositivi',
    'Calendario del telefono',
    'Sito',
    'Regole di prenotazione',
    'Privacy',
    'Conservazione dei dati',
    'Una copia dei tuoi dati',
    'Condividi',
    'Nel tuo sito',
    'Dominio',
    'Permessi',
    'Programmi collegati',
    'Lista d’attesa',
    'Richieste di contatto',
    'Statistiche',
    'Utenti',
    'Registro attività',
    'Guida',
  ])
  expect(await listHeadings()).toBe('Informazioni personali,Modifica password')

  await sectionLink(page, 'Regole di prenotazione').click()
  await expectFocused(page.getByRole('heading', { level: 2, name: 'Regole di prenotazione' }))
  expect(new URL(page.url()).search).toBe('?sezione=regole')
  const rules = page.getByRole('form', { name: 'Regole di prenotazione' })
  await rules.getByRole('switch', { name: 'Preavviso minimo' }).check()
  await rules.getByLabel('Ore prima dell’orario').fill('5')
  const bar = rules.getByText('Da salvare: Preavviso minimo (ore)')
  await expectInView(bar)
  const save = rules.getByRole('button', { name: 'Salva' })
  await expectInView(save)

  // The save bar covers no focused field while Tab moves through the form.
  await rules.getByLabel(/^Promemoria/).focus()
  for (let pressed = 0; pressed < 7; pressed += 1) {
    await page.keyboard.press('Tab')
    const [field, top] = await save.evaluate((button) => [
      document.activeElement!.getBoundingClientRect().bottom,
      button.parentElement!.getBoundingClientRect().top,
    ])
    if (await save.evaluate((button) => button === document.activeElement)) break
    expect(field).toBeLessThanOrEqual(top!)
  }

  await openMenu(page)
  await sectionLink(page, 'Sito').click()
  await expectVisible(page.getByRole('form', { name: 'Sito' }))
  expect(await listHeadings()).not.toContain('Regole')
  await openMenu(page)
  await expectVisible(sectionLink(page, /^Regole di prenotazione.*modifiche non salvate/))
  await page.goBack()
  await expectVisible(rules)
  expect(await rules.getByLabel('Ore prima dell’orario').inputValue()).toBe('5')
  await save.click()
  await expectMessage(page, 'Configurazioni salvate con successo')
  await expectHidden(bar)
  for (const name of ['Limite per cliente', 'Tempo per spostare o disdire'])
    await rules.getByRole('switch', { name }).check()
  await rules.getByLabel('Prenotazioni future per cliente, al massimo').fill('4')
  await rules.getByRole('switch', { name: 'Non lasciare buchi più corti di … minuti' }).check()
  await rules.getByLabel('Minuti', { exact: true }).fill('20')
  await save.click()
  await expectMessage(page, 'Configurazioni salvate con successo')
  expect((await business.api('GET', '/client/configs')).body).toMatchObject({
    app_booking_hours_notice: 5,
    app_change_hours_notice: 24,
    app_booking_max_months: 0,
    app_customer_max_bookings: 4,
    app_min_gap: 20,
    ...savedValues,
  })
})
