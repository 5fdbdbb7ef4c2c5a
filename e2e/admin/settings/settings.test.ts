import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { expectAccessible } from '../../support/axe.ts'
import { PASSWORD } from '../../support/business.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectInView,
  expectMessage,
  expectVisible,
} from '../../support/expectations.ts'
import { PHONE, test } from '../../support/test.ts'

const RED_DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** An e-mail address of the maximum length. */
const LONG_EMAIL = `${'nuova'.repeat(12)}@${'salone-'.repeat(8)}aurora.example`

const findProfile = (page: Page) => page.getByRole('form', { name: 'Informazioni personali' })
const findMenu = (page: Page) => page.getByRole('navigation', { name: 'Sezioni delle impostazioni' })
const openMenu = (page: Page) =>
  findMenu(page)
    .getByRole('button', { name: /^Sezione:/ })
    .click()
const sectionLink = (page: Page, name: string | RegExp) =>
  findMenu(page).getByRole('link', { name: typeof name === 'string' ? new RegExp(`^${name}`) : name })
const findPasswordForm = (page: Page) => page.getByRole('form', { name: 'Modifica password' })

test('a user changes their own data, which the menu shows, reads that the address is unconfirmed, and the password rules cover nothing', {
  tags: ['2.45', '2.80', '5.13', '8.16', '12.5', '13.177'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  const page = await openAdmin(business, '/setting', { width: PHONE, allowedErrors: /422|ApiError/ })
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Impostazioni' }))
  const form = findProfile(page)
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
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Apri il menu' }).click()
  await expectVisible(page.getByText('Adele Neri').filter({ visible: true }))
  await page.reload()
  await expect.poll(() => form.getByLabel('Email').inputValue()).toBe(LONG_EMAIL)
  await form.getByLabel('Email').fill(business.admin.email)
  await form.getByRole('button', { name: 'Salva' }).click()
  await expect.poll(() => hint.count()).toBe(0)

  const passwords = findPasswordForm(page)
  const rules = page.getByRole('tooltip')
  await passwords.getByLabel('Nuova password').focus()
  await expectVisible(rules)
  const readBox = async (locator: Locator) => (await locator.boundingBox())!
  const confirmed = passwords.getByLabel('Conferma password')
  const { y, height } = await readBox(rules)
  const before = await readBox(confirmed)
  expect(y + height).toBeLessThanOrEqual(before.y)
  await passwords.getByLabel('Nuova password').blur()
  expect(await readBox(confirmed)).toEqual(before)

  await passwords.getByLabel('Password attuale').fill(PASSWORD)
  await passwords.getByLabel('Nuova password').fill('password123')
  await confirmed.fill('password123')
  await confirmed.press('Enter')
  const error = passwords.getByText(/^Questa password è tra le più usate/)
  await expectVisible(error)
  expect((await readBox(error)).y, 'above the rules').toBeLessThan((await readBox(rules)).y)
})

test('a photo is chosen and saved, a file that is no image shows an error, and a PDF is shown in a frame', {
  tags: ['2.80', '2.88', '4.14', '7.31', '8.16'],
}, async ({ openAdmin, newBusiness }) => {
  const page = await openAdmin(await newBusiness(), '/setting', { allowedErrors: /4\d\d|ApiError/ })
  const photo = page.getByRole('img', { name: 'Foto di Ada Neri' })
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

  await page.reload()
  await expect.poll(isShown).toBe(true)
  expect(await photo.getAttribute('src')).toMatch(/^blob:/)

  await page.route(/\/api\/uploads\//, (route) => route.fulfill({ contentType: 'application/pdf', body: '%PDF-1.4' }))
  await page.reload()
  const document = page.getByRole('main').getByRole('link', { name: 'Visualizza il PDF' })
  expect(await document.getAttribute('href')).toMatch(/^blob:/)
  expect(await page.getByTitle('Foto di Ada Neri').getAttribute('src')).toBe(await document.getAttribute('href'))
})

test('a changed password invalidates the old one, revokes the calendar link and keeps this session', {
  tags: ['2.81', '4.44', '8.16', '13.30'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  const page = await openAdmin(business, '/setting?sezione=calendario', { allowedErrors: /4\d\d|ApiError/ })
  const feed = page.getByRole('region', { name: 'Calendario del telefono' })
  await expectVisible(feed.getByText('Quando cambi la password smette di funzionare.'))
  await feed.getByRole('button', { name: 'Crea il link' }).click()
  await expectVisible(feed.getByLabel('Link del calendario'))
  await sectionLink(page, 'Password').click()
  const form = findPasswordForm(page)
  const current = form.getByLabel('Password attuale')
  const fresh = form.getByLabel('Nuova password')
  const confirmed = form.getByLabel('Conferma password')
  const hint = page.getByRole('tooltip')
  expect(await hint.count()).toBe(0)
  await form.getByLabel('Nuova password').focus()
  await expectVisible(hint)
  const { y, height } = (await hint.boundingBox())!
  const label = await form.getByText('Nuova password', { exact: true }).boundingBox()
  expect(y + height, 'above the label').toBeLessThanOrEqual(label!.y)
  await current.fill(PASSWORD)
  await fresh.fill('Nuova-2026!')
  await confirmed.fill('Nuova-2026!')
  await form.getByRole('button', { name: 'Salva' }).click()

  await expectMessage(page, 'Password aggiornata con successo!')
  expect(await current.inputValue()).toBe('')
  const logIn = (password: string) => business.api('POST', '/login', { email: business.admin.email, password })
  expect((await logIn(PASSWORD)).status).toBe(401)
  expect((await logIn('Nuova-2026!')).status).toBe(200)
  await sectionLink(page, 'Calendario del telefono').click()
  await expectVisible(feed)
  await expectHidden(feed.getByLabel('Link del calendario'))
  await expectHidden(feed.getByRole('button', { name: 'Revoca il link' }))
  await feed.getByRole('button', { name: 'Crea il link' }).click()
  await expectVisible(feed.getByLabel('Link del calendario'))
})

test('each settings section has an address, keeps its draft, and its save bar never covers the focus', {
  tags: ['13.173'],
}, async ({ openAdmin, newBusiness }) => {
  const savedValues = { piva: '01234567897', email: 'ciao@aurora.example', contact_text: 'Ciao' }
  const business = await newBusiness({ configuration: savedValues })
  const page = await openAdmin(business, '/setting', { width: 360 })
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
  expect((await business.api('GET', '/client/configs')).body).toMatchObject({
    app_booking_hours_notice: 5,
    ...savedValues,
  })

  await page.goto(business.at('/setting?sezione=password'))
  await expectFocused(page.getByRole('heading', { level: 2, name: 'Modifica password' }))
})

test('an operator finds the sections of their own account and the release of the program', {
  tags: ['13.173'],
}, async ({ openAdmin, newBusiness }) => {
  const page = await openAdmin(await newBusiness(), '/setting?sezione=sito', { role: 'operator' })
  await expectVisible(page.getByRole('heading', { level: 2, name: 'Informazioni personali' }))
  await expectVisible(page.getByRole('heading', { level: 2, name: 'Modifica password' }))
  await expectVisible(page.getByRole('main').getByText(`Prenoto, rilascio ${packageJson.version}`))
  expect(await findMenu(page).getByRole('link').allInnerTexts()).toEqual([
    'Profilo',
    'Password',
    'Accesso sicuro',
    'Dispositivi',
    'Calendario del telefono',
    'Lista d’attesa',
    'Richieste di contatto',
    'Guida',
  ])
})
