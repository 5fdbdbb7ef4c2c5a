import { pngBomb } from '@prenoto/test-support/formats/png-bomb.ts'
import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import type { Business } from '../support/business.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectVisible,
  tabTo,
  waitForPath,
} from '../support/expectations.ts'
import {
  back,
  completed,
  dayOf,
  fill,
  forward,
  goToStep,
  LOGO,
  STEPS,
  type Step,
  save,
  stepOf,
  storedDraftAt,
} from '../support/onboarding.ts'
import { DESKTOP, PHONE, test } from '../support/test.ts'
import { expectFieldText, fieldOf, fieldText, firstPart, typeTime } from '../support/typing.ts'

const brandNew = { isNew: true }

async function savedRecords(business: Business) {
  const authorization = { authorization: `Bearer ${await business.token()}` }
  const read = async (path: string) => (await business.api('GET', path, undefined, authorization)).body
  return {
    configuration: await read('/client/configs'),
    calendars: (await read('/calendars')).calendars,
    services: (await read('/services')).services,
  }
}

/** Sends the request of a page to the server; the test chooses the answer that the page gets. */
async function performRequest(business: Business, route: Route) {
  const request = route.request()
  const { authorization, 'idempotency-key': key } = request.headers()
  const path = new URL(request.url()).pathname.replace('/api', '')
  await business.api(request.method(), path, request.postDataJSON(), { authorization, 'idempotency-key': key })
}

/** The frame of the preview. */
const previewOf = (page: Page) => page.frameLocator('iframe')

test('an admin completes the six steps, each accessible and within the window, and has a site', {
  tags: ['1.6', '2.40', '2.44', '2.92', '4.20', '13.176'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness(brandNew)
  const page = await openAdmin(business, '/onboarding')
  const show = (width: number) => page.setViewportSize({ width, height: 740 })
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0)
  expect(await page.getByRole('banner').filter({ visible: true }).count()).toBe(0)
  expect(await page.getByRole('main').evaluate((main) => innerWidth - main.clientWidth)).toBe(0)

  for (const [i, step] of STEPS.entries()) {
    expect(await page.getByRole('listitem').filter({ hasText: step }).getAttribute('aria-current')).toBe('step')
    expect(await page.getByRole('button', { name: 'Indietro' }).count()).toBe(i === 0 ? 0 : 1)
    await show(PHONE)
    if (i === 0) await page.getByRole('button', { name: 'Mostra l’anteprima' }).click()
    // The suggested values are valid.
    if (step === 'Aspetto') await page.getByLabel('Testo di benvenuto').fill('')
    if (step === 'Prenotazioni') await page.getByLabel(/^Promemoria/).fill('')
    await page.getByRole('button', { name: step === 'Servizio' ? 'Salva' : 'Avanti' }).click()
    await expectAccessible(page)
    await fill(page, step)
    for (const width of [320, PHONE, DESKTOP]) {
      await show(width)
      await expectFitsWidth(page)
    }
    await expectAccessible(page)
    if (i < STEPS.length - 1) await forward(page)
  }
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await save(page)

  await expectFocused(completed(page))
  expect(calls.filter((call) => /^P.* \/api/.test(call))).toEqual([
    'POST /api/configs/upload-logo',
    'PUT /api/configs/update',
    'POST /api/calendars',
    'POST /api/services',
  ])
  expect(await page.getByRole('link', { name: 'Vai al pannello di amministrazione' }).getAttribute('href')).toBe(
    '/dashboard',
  )
  expect(await page.getByLabel('Link del tuo sito').inputValue()).toBe(business.at(''))
  await expectVisible(page.getByRole('img', { name: `Codice QR di ${business.at('')}` }))
  expect(await page.getByRole('link', { name: 'Prova a prenotare' }).getAttribute('href')).toBe('/client_service')
  for (const width of [PHONE, DESKTOP]) {
    await show(width)
    await expectFitsWidth(page)
  }
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print' })
  await expectVisible(page.getByText('Prenota online: inquadra il codice'))
  await expectHidden(completed(page))
  await page.emulateMedia({ media: 'screen' })
  const { configuration, calendars, services } = await savedRecords(business)
  expect(configuration).toMatchObject({
    app_name: 'Salone Aurora',
    app_primary_color: '#7c3aed',
    app_day_reminder: 1,
    app_booking_max_months: 2,
    app_booking_hours_notice: 3,
    app_simultaneous_bookings_enabled: true,
    app_logo: expect.stringMatching(/^\/api\/client\/logos\//),
  })
  expect(calendars).toMatchObject([
    {
      name: 'Sala',
      description: 'La sala grande',
      from: '01-01-2026',
      to: '',
      simultaneous_bookings_number: 2,
      monday_morning_from: '08:00',
      monday_morning_to: '12:00',
      saturday_afternoon_from: '14:00',
      saturday_afternoon_to: '18:00',
      sunday_morning_from: '08:00',
      sunday_afternoon_from: '',
    },
  ])
  expect(services).toMatchObject([
    { name: 'Taglio', duration: 45, amount: '35.50', color: '#000', calendar_id: calendars[0].id },
  ])

  await page.getByRole('link', { name: 'Visita il tuo nuovo sito' }).click()
  await waitForPath(page, '/')
  const header = page.getByRole('banner')
  const logo = header.getByRole('img', { name: 'Salone Aurora' })
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(600)
  expect(await page.title()).toBe('Salone Aurora')
  expect(await page.locator('link[rel=icon]').getAttribute('href')).toMatch(/^\/api\/client\/icons\/.+\.png$/)
  await expectVisible(page.getByText('Tagli e colore'))
  await expectVisible(page.getByRole('article', { name: 'Taglio' }).getByText('35,50\u00a0€'))
  const button = page.getByRole('link', { name: 'Scopri i nostri servizi' })
  expect(await button.evaluate((link) => getComputedStyle(link).backgroundColor)).toBe('rgb(124, 58, 237)')
})

test('every step shows its errors after a touch or an attempt to leave, and blocks the next step', {
  tags: ['4.20', '5.26', '13.21', '13.22', '13.175'],
}, async ({ openAdmin, newBusiness }) => {
  const page = await openAdmin(await newBusiness(brandNew), '/onboarding', { allowedErrors: /^$/ })
  const expectErrors = async (texts: (string | RegExp)[]) => {
    for (const text of texts) await expectVisible(page.getByText(text, { exact: true }).first())
  }
  const form = () => page.getByRole('form')

  await form().getByLabel('Email').focus()
  await page.keyboard.press('Tab')
  await expectErrors(['Obbligatorio'])
  expect(await page.getByText('Obbligatorio').count()).toBe(1)
  await form().getByLabel('Email').fill('ciao@')
  await expectErrors(['Email non valida'])
  await form().getByLabel('Nome dell’attività').fill('')
  await form().getByLabel('Partita IVA').fill('01234567890')
  await expectErrors(['Non sembra giusta: ricontrollala.'])
  await forward(page)
  await expectErrors(['Obbligatorio', 'Email non valida'])
  await expectFocused(form().getByLabel('Nome dell’attività'))
  await fill(page, 'Dati Base')
  await forward(page)

  for (const label of ['Testo di benvenuto', 'Testo dei contatti']) await form().getByLabel(label).fill('')
  await forward(page)
  await expect.poll(() => page.getByText('Obbligatorio').count()).toBe(2)
  await expectFocused(form().getByLabel('Testo di benvenuto'))
  const contrastHint = page.getByText(/^Qui si legge male/)
  expect(await contrastHint.count()).toBe(0)
  await form().getByLabel('Colore principale', { exact: true }).fill('#fde68a')
  await expectVisible(contrastHint)
  await form().getByLabel('Colore principale', { exact: true }).fill('rosso')
  await expectErrors(['PNG, JPEG, WebP, GIF o AVIF, fino a 5 MB e 25 megapixel.'])
  const choose = (buffer: Buffer) =>
    form().getByLabel(/^Logo/).setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await choose(pngBomb(400, 20))
  await expectErrors(['È molto più largo che alto: sul sito sarà alto appena 10 pixel.'])
  await choose(pngBomb(30, 30))
  await expectErrors(['È alto appena 30 pixel: sul sito sarà sgranato.'])
  await choose(pngBomb(6000, 5000))
  await expectErrors(['L’immagine è troppo grande: usane una fino a 25 megapixel.'])
  await expectHidden(page.getByRole('img', { name: 'Il logo scelto' }))
  await form()
    .getByLabel(/^Logo/)
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await forward(page)
  await expectErrors(['Colore non valido.', /^Formato non supportato/])
  await choose(Buffer.from('no'))
  await expectErrors(['L’immagine è danneggiata e non può essere letta.'])
  await fill(page, 'Aspetto')
  await forward(page)

  for (const label of [/^Si prenota/, /^Preavviso/, /^Promemoria/]) await form().getByLabel(label).fill('0')
  await page.keyboard.press('Enter')
  const mustBeMore = page.getByText('Deve essere maggiore di 0')
  await expect.poll(() => mustBeMore.count()).toBe(3)
  await form()
    .getByLabel(/^Promemoria/)
    .fill('1')
  await expect.poll(() => mustBeMore.count()).toBe(2)
  await fill(page, 'Prenotazioni')
  await forward(page)

  for (const part of await fieldOf(page, 'Data inizio').getByRole('spinbutton').all()) {
    await part.focus()
    for (let digit = 0; digit < 4; digit += 1) await page.keyboard.press('Backspace')
  }
  await forward(page)
  await expectErrors(['Il nome è obbligatorio.', 'La descrizione è obbligatoria.', 'La data di inizio è obbligatoria.'])
  await fill(page, 'Calendario')
  await form()
    .getByLabel(/contemporanee$/)
    .fill('')
  await forward(page)
  await expectErrors(['Il numero massimo di prenotazioni è obbligatorio.'])
  await form()
    .getByLabel(/contemporanee$/)
    .fill('1')
  await forward(page)

  await forward(page)
  await expectErrors(['Devi aggiungere almeno un orario'])
  await expectFocused(dayOf(page, 'Lunedì').getByLabel('Chiuso'))
  await fill(page, 'Orari')
  await expectHidden(page.getByText('Devi aggiungere almeno un orario'))
  await forward(page)

  await form().getByLabel('Prezzo (€)').fill('tanto')
  await form().getByLabel('Prezzo scontato (€)').fill('1,234')
  await save(page)
  await expectErrors([
    'Il nome è obbligatorio.',
    'La durata deve essere almeno 1 minuto.',
    'Formato importo non valido.',
    'Formato importo scontato non valido.',
  ])
  await expectFocused(form().getByLabel('Nome'))
  await form().getByLabel('Prezzo (€)').fill('123456789')
  await expectErrors(['L’importo è troppo alto: al massimo 99.999.999,99 €.'])
  await form().getByLabel('Prezzo (€)').fill('20')
  await form().getByLabel('Prezzo scontato (€)').fill('20,01')
  await expectErrors(['È più alto del prezzo: ricontrollalo.'])
})

test('each step starts with defaults, and a calendar takes one booking unless several are allowed', {
  tags: ['9.20', '13.175'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness(brandNew)
  const page = await openAdmin(business, '/onboarding')
  const value = (label: string | RegExp) => page.getByRole('form').getByLabel(label).inputValue()
  expect(await value('Nome dell’attività')).toBe('Salone Aurora')
  await goToStep(page, 'Aspetto')
  expect(await value(/^Colore principale$/)).toBe('#fb923c')
  expect(await value(/^Testo sul principale$/)).toBe('#ffffff')
  expect(await value('Testo di benvenuto')).toMatch(/^Prenota online/)
  expect(await value('Testo dei contatti')).toMatch(/^Hai una domanda\?/)
  await fill(page, 'Aspetto')
  await forward(page)
  expect(await value(/^Promemoria/)).toBe('1')
  expect(await value(/^Si prenota/)).toBe('3')
  expect(await value(/^Preavviso/)).toBe('2')
  await fill(page, 'Prenotazioni')
  await forward(page)
  expect(await value(/contemporanee$/)).toBe('1')
  await expectFieldText(fieldOf(page, 'Data inizio'), business.today.split('-').reverse().join('/'))
  await fill(page, 'Calendario')

  await back(page)
  await page.getByLabel(/^Più prenotazioni/).uncheck()
  await forward(page)
  await expectVisible(stepOf(page, 'Calendario'))
  expect(await page.getByLabel(/contemporanee$/).count()).toBe(0)
  await forward(page)
  for (const group of await page.getByRole('form').getByLabel('Chiuso').all())
    expect(await group.isChecked()).toBe(true)
  await fill(page, 'Orari')
  await forward(page)
  expect(await value('Durata (min)')).toBe('0')
  expect(await value('Prezzo (€)')).toBe('0,00')
  expect(await value('Prezzo scontato (€)')).toBe('0,00')
  await fill(page, 'Servizio')
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/services'))
  await save(page)
  await expectVisible(completed(page))
  expect((await sent).postDataJSON()).toMatchObject({ amount: '35.50', discounted_amount: '0.00' })
  expect((await savedRecords(business)).calendars).toMatchObject([{ simultaneous_bookings_number: 1 }])
})

test('draft and logo survive going back, the Back button and a reload; a logo that is lost or cannot be saved is asked for again', {
  tags: ['4.20', '8.11', '13.18', '13.19', '13.20'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness(brandNew)
  const allowedErrors = /Failed to load|ApiError/
  const page = await openAdmin(business, '/onboarding', { allowedErrors, stored: storedDraftAt('Aspetto') })
  const logo = page.getByRole('img', { name: 'Il logo scelto' })
  const expectStep = (step: Step) => expectFocused(page.getByRole('heading', { level: 2, name: step }))
  await page.getByLabel(/^Logo/).setInputFiles(LOGO)
  await page.getByLabel('Testo di benvenuto').fill('Tagli\ne colore')
  await expectVisible(logo)
  await forward(page)
  await expectStep('Prenotazioni')
  await forward(page)
  await expectStep('Calendario')
  const end = fieldOf(page, 'Data fine (facoltativa)')
  await firstPart(end).click()
  await page.keyboard.type('3112')
  await expectFieldText(end, '31/12/aaaa')

  await back(page)
  await expectStep('Prenotazioni')
  await page.goBack()
  await expectStep('Aspetto')
  expect(await page.getByLabel('Testo di benvenuto').inputValue()).toBe('Tagli\ne colore')
  await page.goBack()
  await expectStep('Dati Base')
  await page.getByLabel('Email').fill('')
  await page.goForward()
  await expectVisible(page.getByText('Obbligatorio'))
  await page.getByLabel('Email').fill('salone@aurora.example')
  await page.goForward()
  await expectStep('Aspetto')

  await page.reload()

  await expectVisible(logo)
  await page.evaluate(
    () => new Promise((resolve) => Object.assign(indexedDB.deleteDatabase('onboarding'), { onsuccess: resolve })),
  )
  await page.reload()
  await expectVisible(page.getByText('Il logo che avevi scelto non c’è più: sceglilo di nuovo.'))
  await page.getByLabel(/^Logo/).setInputFiles(LOGO)
  await expectVisible(logo)
  await page.goBack()
  await expectStep('Dati Base')
  expect(await page.getByLabel('Email').inputValue()).toBe('salone@aurora.example')
  for (const step of ['Aspetto', 'Prenotazioni', 'Calendario'] as const) {
    await forward(page)
    await expectStep(step)
  }
  await expectFieldText(end, '31/12/aaaa')
  await forward(page)
  await expectVisible(page.getByText('Data non valida.'))
  await firstPart(end).click()
  await page.keyboard.type('31122030')
  await forward(page)
  await expectStep('Orari')
  expect(await dayOf(page, 'Sabato').getByLabel('Continuato').isChecked()).toBe(true)
  await forward(page)
  const detail = 'L’immagine è troppo grande: usane una fino a 25 megapixel.'
  await page.route('**/api/configs/upload-logo', (route) =>
    route.fulfill({ status: 422, json: { detail, errors: [{ path: 'logo', message: detail }] } }),
  )
  await save(page)
  await expectVisible(stepOf(page, 'Aspetto').getByText(detail))
  await page.unroute('**/api/configs/upload-logo')
  await page.getByLabel(/^Logo/).setInputFiles(LOGO)
  await expectHidden(page.getByText(detail))
  for (const step of ['Prenotazioni', 'Calendario', 'Orari', 'Servizio'] as const) {
    await forward(page)
    await expectVisible(stepOf(page, step))
  }
  await save(page)
  await expectFocused(completed(page))
  const { configuration, calendars } = await savedRecords(business)
  expect(configuration).toMatchObject({
    app_logo: expect.stringMatching(/^\/api\/client\/logos\//),
    welcome_text: 'Tagli\ne colore',
  })
  expect(calendars).toMatchObject([{ to: '31-12-2030' }])
})

test('the hours of a day are closed, continuous or split, and can be copied to all days', {
  tags: ['2.92', '3.8', '9.20'],
}, async ({ openAdmin, newBusiness }) => {
  const page = await openAdmin(await newBusiness(brandNew), '/onboarding', { stored: storedDraftAt('Orari') })
  const times = async (day: string) => Promise.all((await dayOf(page, day).getByRole('group').all()).map(fieldText))
  const monday = dayOf(page, 'Lunedì')
  await monday.getByLabel('Continuato').check()
  expect(await times('Lunedì')).toEqual(['08:00', '12:00'])
  await typeTime(monday, 'Lunedì: chiusura', '15:30')
  await monday.getByLabel('Normale').check()
  expect(await times('Lunedì')).toEqual(['08:00', '12:00', '14:00', '18:00'])

  const opening = fieldOf(monday, 'Lunedì, primo orario: apertura')
  const minutes = opening.getByRole('spinbutton').last()
  await typeTime(monday, 'Lunedì, primo orario: apertura', '09:15')
  await firstPart(fieldOf(monday, 'Lunedì, primo orario: chiusura')).focus()
  await minutes.press('Backspace')
  await minutes.press('Backspace')
  await expectFieldText(opening, '09:––')
  await firstPart(fieldOf(monday, 'Lunedì, primo orario: chiusura')).focus()
  expect(await times('Lunedì')).toEqual(['09:15', '12:00', '14:00', '18:00'])

  await dayOf(page, 'Martedì').getByLabel('Continuato').check()
  await typeTime(page, 'Martedì: chiusura', '07:00')
  await dayOf(page, 'Mercoledì').getByLabel('Chiuso').focus()
  await expectVisible(dayOf(page, 'Martedì').getByText('La chiusura deve essere dopo l’apertura.'))
  await forward(page)
  await expectVisible(stepOf(page, 'Orari'))

  await monday.getByRole('button', { name: 'Copia su tutti i giorni (da lunedì)' }).click()
  await expectVisible(page.getByText('Gli orari di lunedì valgono ora per tutti i giorni.'))
  for (const day of ['Martedì', 'Mercoledì', 'Domenica'])
    expect(await times(day)).toEqual(['09:15', '12:00', '14:00', '18:00'])
  await dayOf(page, 'Domenica').getByLabel('Chiuso').check()
  expect(await times('Domenica')).toEqual([])
  await forward(page)
  await expectVisible(stepOf(page, 'Servizio'))
})

test('the preview follows each keystroke, the logo and the colours, and is inert', {
  tags: ['2.92'],
}, async ({ openAdmin, newBusiness }) => {
  const page = await openAdmin(await newBusiness(brandNew), '/onboarding')
  const site = previewOf(page)
  const color = () =>
    site.getByText('Scopri i nostri servizi').evaluate((link) => getComputedStyle(link).backgroundColor)
  await page.getByLabel('Nome dell’attività').press('End')
  await page.keyboard.type(' 2')
  await expectVisible(site.locator('h1', { hasText: 'Salone Aurora 2' }))
  await page.getByLabel(/^Telefono/).fill('051 000 0199')
  await expect
    .poll(() => site.locator('footer').evaluate((footer) => footer.getBoundingClientRect().top < innerHeight))
    .toBe(true)
  await expectVisible(site.getByRole('contentinfo').getByText('051 000 0199'))
  expect(await color()).toBe('rgb(251, 146, 60)')
  await goToStep(page, 'Aspetto')
  await fill(page, 'Aspetto')
  await expect.poll(color).toBe('rgb(124, 58, 237)')
  await expect.poll(() => site.locator('header img').evaluate((logo: HTMLImageElement) => logo.naturalWidth)).toBe(600)
  await page.getByLabel('Testo di benvenuto').focus()
  await expectVisible(site.getByText('Tagli e colore'))
  await page.getByLabel('Colore principale', { exact: true }).fill('#7c3a')
  expect(await color()).not.toBe('rgba(0, 0, 0, 0)')

  expect(await page.getByRole('link', { name: 'Scopri i nostri servizi' }).count()).toBe(0)
  const frame = (await page.locator('iframe').boundingBox())!
  await page.mouse.click(frame.x + 60, frame.y + 20)
  for (let pressed = 0; pressed < 25; pressed += 1) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('IFRAME')
  }
  expect(new URL(page.url()).pathname).toBe('/onboarding')

  await page.getByLabel('Colore principale', { exact: true }).fill('#7c3aed')
  await forward(page)
  for (const step of ['Prenotazioni', 'Calendario', 'Orari'] as const) {
    await fill(page, step)
    await forward(page)
  }
  await page.getByLabel('Nome').fill('Piega')
  await page.getByLabel('Prezzo (€)').fill('18,5')
  const card = site.locator('article')
  await expectVisible(card.getByText('Piega'))
  await expectVisible(card.getByText('18,50\u00a0€'))
})

test('a save that fails half-way can be repeated, also after a correction and a reload, with one calendar and one service', {
  tags: ['4.20', '8.11'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness(brandNew)
  const allowedErrors = /Failed to load|ApiError|^Errore: calendario/
  const page = await openAdmin(business, '/onboarding', { allowedErrors, stored: storedDraftAt('Servizio') })
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  const button = page.getByRole('button', { name: 'Salva' })
  const failed = 'Errore: calendario non creato correttamente'

  await page.route('**/api/calendars', (route) => route.fulfill({ status: 201, json: {} }))
  await save(page)
  await expect.poll(() => said).toContain(failed)
  await expect.poll(() => button.isEnabled()).toBe(true)
  expect((await savedRecords(business)).services).toEqual([])
  await page.unroute('**/api/calendars')
  said.length = 0

  // The calendar is created, but the answer is lost.
  await page.route('**/api/calendars', async (route) => {
    await performRequest(business, route)
    await route.abort()
  })
  await save(page)
  await expect.poll(() => said).toContain(failed)
  await expect.poll(() => button.isEnabled()).toBe(true)
  expect(await page.getByRole('alert').count()).toBe(0)
  expect((await savedRecords(business)).services).toEqual([])

  // The business counts as set up now, but the admin returns to finish and corrects a field.
  await page.unroute('**/api/calendars')
  await page.reload()
  await expectVisible(stepOf(page, 'Servizio'))
  await back(page)
  await back(page)
  await page.getByLabel('Nome').fill('Saletta')
  await forward(page)
  await forward(page)
  await page.route('**/api/services', async (route) => {
    await performRequest(business, route)
    await route.fulfill({ status: 500, json: { detail: 'Non ora.' } })
  })
  const refused = page.waitForResponse('**/api/services')
  await save(page)
  await refused
  await expect.poll(() => button.isEnabled()).toBe(true)
  expect(await completed(page).count()).toBe(0)

  await page.unroute('**/api/services')
  await page.getByLabel('Nome').fill('Piega')
  await save(page)
  await expectVisible(completed(page))
  const { calendars, services } = await savedRecords(business)
  expect(calendars).toMatchObject([{ name: 'Saletta' }])
  expect(services).toMatchObject([{ name: 'Piega', calendar_id: calendars[0].id }])
})

test('a user who is no admin is led to the onboarding but cannot complete it', {
  tags: ['2.97'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness(brandNew)
  const page = await openAdmin(business, '/dashboard', { role: 'editor' })
  await waitForPath(page, '/onboarding')
  await expectVisible(page.getByText(/può farlo solo un amministratore/))
  expect(await page.getByRole('form').count()).toBe(0)
  await page.getByRole('button', { name: 'Logout' }).click()
  await waitForPath(page, '/login')
})

test('the first steps, the hours and the end work with the keyboard alone', { tags: ['2.92'] }, async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness(brandNew)
  const page = await openAdmin(business, '/onboarding')
  const { keyboard } = page
  const type = async (label: string | RegExp, text: string) => {
    await tabTo(page, page.getByRole('form').getByLabel(label))
    await keyboard.type(text)
  }
  await type('Partita IVA', '01234567897')
  await type('Email', 'ciao@aurora.example')
  await keyboard.press('Enter')
  await expectFocused(page.getByRole('heading', { level: 2, name: 'Aspetto' }))
  await type('Testo di benvenuto', 'Benvenuti')
  await type('Testo dei contatti', 'Scrivici')
  await tabTo(page, page.getByRole('button', { name: 'Avanti' }))
  await keyboard.press('Enter')
  await expectFocused(page.getByRole('heading', { level: 2, name: 'Prenotazioni' }))
  for (const label of [/^Promemoria/, /^Si prenota/, /^Preavviso/]) await type(label, '2')
  await keyboard.press('Enter')
  await expectFocused(page.getByRole('heading', { level: 2, name: 'Calendario' }))
  await type('Nome', 'Sala')
  await type('Descrizione', 'Grande')
  await tabTo(page, firstPart(fieldOf(page, 'Data inizio')))
  await keyboard.type('01012026')
  await keyboard.press('Enter')
  await expectFocused(page.getByRole('heading', { level: 2, name: 'Orari' }))
  await tabTo(page, dayOf(page, 'Lunedì').getByLabel('Chiuso'))
  await keyboard.press('ArrowRight')
  await tabTo(page, dayOf(page, 'Lunedì').getByRole('button', { name: /^Copia/ }))
  await keyboard.press('Enter')
  await tabTo(page, page.getByRole('button', { name: 'Avanti' }))
  await keyboard.press('Enter')
  await expectFocused(page.getByRole('heading', { level: 2, name: 'Servizio' }))
  await type('Nome', 'Taglio')
  await type('Durata (min)', '30')
  await tabTo(page, page.getByLabel('Prezzo (€)'))
  await keyboard.press('Control+A')
  await keyboard.type('20')
  await keyboard.press('Enter')
  await expectFocused(completed(page))
  const { calendars, services } = await savedRecords(business)
  expect(calendars).toMatchObject([{ from: '01-01-2026', sunday_morning_to: '12:00', sunday_afternoon_to: '' }])
  expect(services).toMatchObject([{ duration: 30, amount: '20.00' }])
})
