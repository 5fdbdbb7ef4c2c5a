import { capitalize, formatDate, formatDay, formatMonth } from '@prenoto/core/time/format.ts'
import {
  addDays,
  addMonths,
  isoWeekday,
  type PlainDate,
  toDateParts,
  toItalianDate,
} from '@prenoto/core/time/plain-date.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../../support/axe.ts'
import { giulia } from '../../support/business.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectInView,
  expectMessage,
  expectVisible,
  waitForPath,
} from '../../support/expectations.ts'
import { PHONE, test } from '../../support/test.ts'
import { expectFieldText, findField, typeTime } from '../../support/typing.ts'

const findAgenda = (page: Page) => page.getByRole('region', { name: /^Appuntamenti del/ })
const findCell = (page: Page, day: PlainDate) => page.getByRole('gridcell', { name: formatDay(day) })

async function openPanel(page: Page) {
  await page.getByRole('button', { name: 'Nuova prenotazione' }).click()
  return page.getByRole('dialog', { name: 'Nuova prenotazione' })
}

async function pickService(page: Page, name: string) {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Servizio/ })
    .click()
  await page.getByRole('option', { name }).click()
}

async function choose(page: Page, action: string) {
  await page.getByRole('button', { name: 'Azioni per Giulia Verdi' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('staff create, reschedule, delete and restore a booking, and a series that replaces a taken slot and is changed from one visit on', {
  tags: [
    '1.5',
    '2.49',
    '2.51',
    '2.53',
    '2.54',
    '2.55',
    '2.56',
    '2.58',
    '2.59',
    '2.60',
    '2.63',
    '2.64',
    '2.65',
    '8.21',
    '13.27',
    '13.35',
    '13.111',
    '13.112',
  ],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  // The page may read a deleted booking again before it leaves it.
  const page = await openAdmin(business, '/dashboard', { width: PHONE, allowedErrors: /409|404|ApiError/ })
  const agenda = findAgenda(page)
  await expectVisible(agenda.getByText('Nessun appuntamento'))

  const panel = await openPanel(page)
  expect(await panel.getByLabel('Data prenotazione').count()).toBe(0)
  await pickService(page, 'Taglio')
  await panel.getByLabel('Data prenotazione').selectOption(business.today)
  const hours = panel.getByRole('group', { name: 'Orario' }).locator('label')
  const rows = await hours.evaluateAll((labels) => labels.map((label) => (label as HTMLElement).offsetTop))
  expect(rows.map((top) => rows.indexOf(top))).toEqual([0, 0, 0, 0, 4, 4, 4, 4, 8])
  const ten = panel.getByText('10:00')
  await ten.click()
  await expect.poll(() => ten.evaluate((label) => getComputedStyle(label).backgroundColor)).toBe('rgb(15, 118, 110)')
  await panel.getByLabel('Nome', { exact: true }).fill(giulia.name)
  await panel.getByLabel('Cognome').fill(giulia.surname)
  await panel.getByLabel('Email', { exact: true }).fill(giulia.email)
  await panel.getByLabel('Telefono').fill(giulia.telephone)
  const reads: string[] = []
  page.on('request', (request) => /\/api\/services\/\d+/.test(request.url()) && reads.push(request.url()))
  await panel.getByRole('button', { name: 'Aggiungi prenotazione' }).click()
  await expectHidden(panel)
  await expectVisible(agenda.getByText('10:00 - 11:00'))
  await expectVisible(agenda.getByText('Cliente: Giulia Verdi'))
  await expectVisible(agenda.getByText('Servizio: Taglio'))
  await expect.poll(() => findCell(page, business.today).textContent()).toContain('10:00 - 11:00 – Giulia Verdi')

  await choose(page, 'Modifica')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Prenotazione di Giulia Verdi' }))
  expect(reads.length).toBeLessThanOrEqual(1)
  await page.getByRole('button', { name: 'Modifica' }).click()
  const edit = page.getByRole('dialog', { name: 'Modifica la prenotazione' })
  await expect.poll(() => edit.getByRole('radio', { name: '10:00' }).isChecked()).toBe(true)
  await expectVisible(edit.getByText(/^Il cliente viene avvisato solo se cambiano/))
  await edit.getByLabel('Data prenotazione').selectOption(business.day(1))
  await expect.poll(() => edit.getByRole('radio', { checked: true }).count()).toBe(0)
  await edit.getByText('15:00').click()
  await edit.getByRole('switch', { name: 'Avvisa il cliente' }).click()
  const change = page.waitForRequest(/\/bookings\/update\//)
  await edit.getByRole('button', { name: 'Salva modifiche' }).click()
  expect((await change).postDataJSON()).toMatchObject({ notifies_customer: false })
  await expectMessage(page, 'Prenotazione modificata con successo')
  await expectVisible(page.getByRole('status').getByText('Il cliente non viene avvisato.'))
  await expectVisible(page.getByText(`${formatDate(business.day(1))} alle 15:00`))
  await page.getByRole('button', { name: 'Indietro' }).click()
  await waitForPath(page, '/dashboard')
  await expectVisible(agenda.getByText('Nessun appuntamento'))

  await findCell(page, business.day(1)).getByRole('button').click()
  await expectVisible(page.getByRole('heading', { name: `Appuntamenti del ${toItalianDate(business.day(1))}` }))
  await expectVisible(agenda.getByText('15:00 - 16:00'))
  await choose(page, 'Elimina')
  await expectMessage(page, 'Prenotazione eliminata con successo')
  await expectVisible(agenda.getByText('Nessun appuntamento'))
  expect(await business.bookings()).toEqual([])

  await page.getByRole('button', { name: 'Ripristina: prenotazione di Giulia Verdi' }).click()
  await expectMessage(page, 'Eliminazione annullata')
  await expectVisible(agenda.getByText('15:00 - 16:00'))
  expect(await business.bookings()).toHaveLength(1)
  await choose(page, 'Elimina')
  await expectMessage(page, 'Prenotazione eliminata con successo')
  await expectVisible(agenda.getByText('Nessun appuntamento'))
  expect(await business.bookings()).toEqual([])

  const [first, week] = [business.day(1), (n: number) => business.day(1 + 7 * n)]
  await business.insertBooking({ visit_day: week(1), visit_hour: '10:00', name: 'Ugo' })
  const listTimes = async (name: string) =>
    (await business.bookings()).filter((one) => one.name === name).map((one) => `${one.visit_day} ${one.visit_hour}`)

  await openPanel(page)
  await pickService(page, 'Taglio')
  await panel.getByLabel('Data prenotazione').selectOption(first)
  await panel.getByText('10:00').click()
  await panel.getByLabel('Nome', { exact: true }).fill(giulia.name)
  await panel.getByLabel('Cognome').fill(giulia.surname)
  await panel.getByLabel('Email', { exact: true }).fill(giulia.email)
  await panel.getByLabel('Telefono').fill(giulia.telephone)
  await panel.getByRole('switch', { name: 'Ripeti' }).click()
  await expectVisible(panel.getByText('3 date da prenotare, 1 senza prenotazione.'))
  await expectVisible(panel.getByText('C’è già Ugo Verdi, dalle 10:00 alle 11:00.'))
  await panel.getByRole('button', { name: 'Prendi le 11:00' }).click()
  await expectVisible(panel.getByText('4 date da prenotare.'))
  await panel.getByRole('checkbox', { name: formatDate(week(3)) }).uncheck()
  await expectAccessible(page)
  await expectFitsWidth(page)
  await panel.getByRole('button', { name: 'Aggiungi 3 prenotazioni' }).click()
  await expectHidden(panel)
  expect(await listTimes('Giulia')).toEqual([`${first} 10:00:00`, `${week(1)} 11:00:00`, `${week(2)} 10:00:00`])

  await expectVisible(
    page
      .getByRole('status')
      .getByText(
        `3 prenotazioni aggiunte: Giulia Verdi, la prima ${formatDay(first)} alle 10:00. Avvisiamo il cliente per email.`,
      ),
  )
  await expectInView(findAgenda(page).locator('[data-added]').filter({ hasText: 'Giulia Verdi' }))
  await choose(page, 'Modifica')
  await expectVisible(page.getByText('Fa parte di una serie: 1 di 3'))
  await page.getByText('Tutte le date').click()
  await page.getByRole('link', { name: formatDate(week(1)) }).click()
  await expectVisible(page.getByText('Fa parte di una serie: 2 di 3'))
  await page.getByRole('button', { name: 'Modifica' }).click()
  await edit.getByText('15:00').click()
  await edit.getByRole('radio', { name: 'Questa e la successiva' }).check()
  await business.insertBooking({ visit_day: week(2), visit_hour: '14:00', name: 'Ugo' })
  await edit.getByRole('button', { name: 'Salva modifiche' }).click()
  await expectVisible(
    edit.getByText(`${capitalize(formatDay(week(2)))} alle 14:00: c’è già Ugo Verdi, dalle 14:00 alle 15:00.`),
  )
  await edit.getByRole('checkbox', { name: 'Lascia questa data com’è' }).check()
  await edit.getByRole('button', { name: 'Sposta lo stesso' }).click()
  await expectMessage(page, 'Prenotazioni modificate con successo')
  expect(await listTimes('Giulia')).toEqual([`${first} 10:00:00`, `${week(1)} 15:00:00`, `${week(2)} 10:00:00`])

  await page.getByRole('button', { name: 'Elimina' }).click()
  await expectVisible(page.getByRole('dialog', { name: 'Elimina' }).getByText('Fa parte di una serie: 2 di 3.'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Questa e la successiva' }).click()
  await expectMessage(page, 'Prenotazioni eliminate con successo')
  expect(await listTimes('Giulia')).toEqual([`${first} 10:00:00`])
  await page.getByRole('button', { name: 'Ripristina: prenotazioni di Giulia Verdi' }).click()
  await expectMessage(page, 'Eliminazione annullata')
  expect(await listTimes('Giulia')).toHaveLength(3)
})

test('staff book a chosen calendar, or override conflicts at a time that is not offered, and the day shows it', {
  tags: ['13.62', '13.64', '13.65'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness({ calendar: { public_name: 'Anna' } })
  const hours = { monday_morning_from: '09:00', monday_morning_to: '13:00' }
  const calendar = (name: string) =>
    business.insert('calendars', { name, description: 'Sì', from: '2020-01-01', ...hours })
  const [marta, lia] = [await calendar('Marta'), await calendar('Lia')]
  const service = { name: 'Taglio', duration: 60, amount: '25', calendar_id: business.calendarId }
  const changed = { ...service, other_calendar_ids: [marta, lia] }
  await business.api('PUT', `/services/${business.serviceId}`, changed, {
    authorization: `Bearer ${await business.token()}`,
  })
  const day = Array.from({ length: 7 }, (_, i) => business.day(i + 1)).find((one) => isoWeekday(one) === 1)!
  await business.newDayOff({ calendar_id: lia, day_from: day, hour_from: '12:00', day_to: day, hour_to: '14:00' })
  const token = await business.token('operator', { calendar_id: lia })
  const page = await open(business.at(`/dashboard?giorno=${day}`), { token, width: 360, allowedErrors: /409|ApiError/ })
  const panel = await openPanel(page)
  const calendarChoice = panel.getByLabel('Con chi?')
  const free = panel.getByRole('switch', { name: 'Orario libero' })
  await expectHidden(calendarChoice)
  await expectHidden(free)
  await pickService(page, 'Taglio')
  await expectVisible(panel.getByText('14:00'))
  expect(await calendarChoice.locator('option').allInnerTexts()).toEqual(['Chiunque', 'Lia', 'Anna', 'Marta'])
  await panel.getByText('10:00').click()
  await calendarChoice.selectOption('Marta')
  await expectHidden(panel.getByText('14:00'))
  await expect.poll(() => panel.getByRole('radio', { name: '10:00' }).isChecked()).toBe(true)
  for (const [label, text] of [
    ['Nome', 'Giulia'],
    ['Cognome', 'Verdi'],
    ['Email', 'giulia@posta.example'],
    ['Telefono', '3331234567'],
  ] as const)
    await panel.getByLabel(label, { exact: true }).fill(text)
  await expectFitsWidth(page)
  await panel.getByRole('button', { name: 'Aggiungi prenotazione' }).click()
  await expectHidden(panel)
  const agenda = findAgenda(page)
  await expectVisible(agenda.getByText('Con: Marta'))

  await choose(page, 'Modifica')
  await expectVisible(page.getByText('Con Marta'))
  await page.getByRole('button', { name: 'Modifica' }).click()
  const edit = page.getByRole('dialog', { name: 'Modifica la prenotazione' })
  const [withWhom, freely] = [edit.getByLabel('Con chi?'), edit.getByRole('switch', { name: 'Orario libero' })]
  await expect.poll(() => withWhom.inputValue()).toBe(String(marta))
  await withWhom.selectOption('Lia')
  await freely.check()
  await expectFocused(freely)
  await expectFieldText(findField(edit, 'Orario'), '10:00')
  const conflicts = edit.getByRole('region', { name: 'Questo orario non è tra quelli proposti' })
  const saveIt = edit.getByRole('button', { name: 'Salva modifiche' })
  await typeTime(edit, 'Orario', '12:37')
  await edit.getByLabel('Nome', { exact: true }).fill('Giuliana')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Modifica' }).click()
  expect(await freely.isChecked()).toBe(false)
  await edit.getByRole('button', { name: 'Riprendi la bozza' }).click()
  await expectFieldText(findField(edit, 'Orario'), '12:37')
  await expect.poll(() => withWhom.inputValue()).toBe(String(lia))
  await saveIt.click()
  await expectFocused(conflicts.getByRole('heading'))
  expect(await conflicts.getByRole('listitem').count()).toBe(2)
  await expectAccessible(page)
  await expectFitsWidth(page)
  expect(await business.bookings()).toMatchObject([{ name: 'Giulia', visit_hour: '10:00:00' }])
  await expectFieldText(findField(edit, 'Orario'), '12:37')
  await conflicts.getByRole('button', { name: 'Sposta lo stesso' }).click()
  await expectMessage(page, 'Prenotazione modificata con successo')
  await expectVisible(page.getByText('Con Lia', { exact: true }))
  const overridden_conflicts = 'Fuori dagli orari proposti: durante una chiusura, fuori dall’orario di apertura'
  await expectVisible(page.getByText(overridden_conflicts, { exact: true }))
  await expectVisible(page.getByRole('region', { name: 'Storia' }).getByText(overridden_conflicts))
  await page.getByRole('button', { name: 'Indietro' }).click()
  await expectVisible(agenda.getByText('12:37 - 13:37'))
  await expectVisible(agenda.getByText('Con: Lia'))
  await expectVisible(agenda.getByText(/^Fuori dagli orari proposti: /))
  await expectFitsWidth(page)
})

test('the dashboard counts in one row and shows six weeks with two bookings a day; a past visit leads back to its day; the service choice loads ten at a time', {
  tags: [
    '2.48',
    '2.49',
    '2.50',
    '2.51',
    '2.55',
    '2.57',
    '2.64',
    '2.65',
    '2.66',
    '2.77',
    '2.86',
    '9.9',
    '9.13',
    '13.5',
    '13.32',
    '13.33',
    '13.69',
    '13.174',
  ],
}, async ({ openAdmin, newBusiness }) => {
  const services = Array.from({ length: 23 }, (_, i) => ({ name: `Servizio ${i + 1}`, position: i + 1 }))
  const hidden = { name: 'Prova trucco', position: 1, visible_frontend: false }
  const business = await newBusiness({ services: [...services, hidden] })
  await business.newUser()
  await business.newUser()
  const page = await openAdmin(business, '/dashboard', { allowedErrors: /ERR_FAILED/ })

  const cards = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Visualizza tutti →' }) })
  await expect
    .poll(async () => (await cards.allInnerTexts()).map((card) => card.split(/\n+/).slice(0, 2)))
    .toEqual([
      ['Servizi', '24'],
      ['Calendari', '1'],
      ['Giorni di chiusura', '0'],
      ['Utenti', '3'],
    ])
  const addresses = await cards.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
  expect(addresses).toEqual(['/service', '/calendar', '/day_off', '/user'])
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height })
    const tops = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top))
    expect(new Set(tops).size).toBe(1)
    await expectFitsWidth(page)
    const number = page
      .getByRole('gridcell')
      .nth(4 * 7)
      .locator('[aria-hidden]')
      .first()
    const { y, height: tall } = (await number.boundingBox())!
    expect(y + tall).toBeLessThanOrEqual(height)
  }

  const first = addDays(business.today, 1 - toDateParts(business.today).day)
  const month = (step: number) => page.getByRole('heading', { name: formatMonth(addMonths(first, step)) })

  expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
    'Lun',
    'Mar',
    'Mer',
    'Gio',
    'Ven',
    'Sab',
    'Dom',
  ])
  const cells = page.getByRole('gridcell')
  expect(await cells.count()).toBe(42)
  expect(await cells.nth(isoWeekday(first) - 1).textContent()).toContain(formatDay(first))
  await expectVisible(month(0))

  await page.getByRole('button', { name: 'Mese successivo' }).click()
  await expectVisible(month(1))
  await page.getByRole('button', { name: 'Mese precedente' }).click()
  await page.getByRole('button', { name: 'Mese precedente' }).click()
  await expectVisible(month(-1))
  await page.getByRole('button', { name: 'Oggi' }).click()
  await expectVisible(month(0))
  expect(await page.getByRole('gridcell', { selected: true }).textContent()).toContain(formatDay(business.today))

  await expectVisible(findAgenda(page).getByText('Nessun appuntamento'))
  const bell = page.getByRole('complementary').getByRole('button', { name: /Notifiche/ })
  expect(await bell.textContent()).toBe('Notifiche')

  for (const visit_hour of ['09:00', '10:00', '11:00'])
    await business.insertBooking({ visit_day: business.today, visit_hour })
  await business.book({ visit_day: business.today, visit_hour: '16:00:00' })

  await expectVisible(findAgenda(page).getByText('16:00 - 17:00'))
  await expect.poll(() => bell.textContent()).toContain('1 non lette')
  await expect.poll(() => findCell(page, business.today).textContent()).toContain('Giulia Verdi')

  const cell = findCell(page, business.today)
  const expectBookings = async () => {
    await expectVisible(cell.getByText('+2 prenotazioni'))
    expect((await cell.textContent())!.match(/\d\d:00 - \d\d:00/g)).toEqual(['09:00 - 10:00', '10:00 - 11:00'])
    await expect.poll(() => findAgenda(page).getByRole('listitem').count()).toBe(4)
  }
  await expectBookings()

  // Simulates a day with more bookings than are read at once.
  const requests = new Set<string>()
  await page.route('**/api/bookings/events', (route) => {
    const body = route.request().postDataJSON()
    requests.add(body.at_most ? 'the month' : `${body.from} ${body.to}`)
    return route.continue({ postData: { ...body, ...(body.at_most && { at_most: 3 }) } })
  })

  const past = business.day(-40)
  const notes = `Porto il cane.\n${'È un bassotto. '.repeat(20)}`
  const id = await business.insertBooking({
    visit_day: past,
    visit_hour: '09:00',
    service_price: '0.00',
    patient_notes: notes,
  })
  await page.route(/notifications\/stream/, (route) => route.abort())
  await page.goto(business.at(`/appointments/${id}`))
  await expectVisible(page.getByText(/alle 09:00, fino alle 10:00$/))
  await expectVisible(page.getByText('Durata: 1 h'))
  await expectVisible(page.getByText('Costo: Gratuito'))
  expect(await page.locator('section[aria-labelledby=history] + p').innerText()).toBe(
    'Al momento non sono disponibili ulteriori dettagli.',
  )
  await expectVisible(page.getByText('g***@posta.example'))
  expect(await page.getByText('Porto il cane.').innerText()).toBe(notes.trimEnd())
  await expectVisible(page.getByText('*******567'))
  expect(await page.getByRole('button', { name: 'Modifica' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Indietro' }).click()
  await waitForPath(page, '/dashboard')
  await expectVisible(page.getByRole('heading', { name: `Appuntamenti del ${toItalianDate(past)}` }))
  await expectVisible(page.getByRole('heading', { name: formatMonth(past) }))
  expect(await page.getByRole('gridcell', { selected: true }).textContent()).toContain(formatDay(past))
  expect((await findAgenda(page).getByText('Note: Porto il cane.').boundingBox())!.height).toBeLessThan(30)

  await page.getByRole('button', { name: 'Azioni per Giulia Verdi' }).click()
  const actions = ['Arrivato', 'Concluso', 'Non presentato', 'Chiama', 'Elimina']
  await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(actions)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Mese precedente' }).click()
  await expectVisible(page.getByRole('heading', { name: formatMonth(addMonths(past, -1)) }))
  await findAgenda(page).getByRole('link', { name: 'Giulia Verdi' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Prenotazione di Giulia Verdi' }))
  await page.goBack()
  await expectVisible(page.getByRole('heading', { name: formatMonth(addMonths(past, -1)) }))
  await page.getByRole('button', { name: 'Oggi' }).click()
  await expectVisible(page.getByRole('heading', { name: `Appuntamenti del ${toItalianDate(business.today)}` }))
  expect(new URL(page.url()).search).toBe('')
  await expectBookings()
  expect([...requests]).toEqual(['the month', `${business.today} ${business.today}`])

  await page.getByRole('button', { name: 'Azioni per Giulia Verdi' }).first().click()
  await expectVisible(page.getByRole('menuitem', { name: 'Elimina' }))
  await page.mouse.click(5, 5)
  await expectHidden(page.getByRole('menuitem'))

  const listReads: string[] = []
  page.on('request', (request) => request.url().includes('/client/services?') && listReads.push(request.url()))
  const panel = await openPanel(page)
  await panel.getByRole('button', { name: /Servizio/ }).click()
  await expectVisible(page.getByRole('option', { name: 'Servizio 10' }))
  expect(listReads).toHaveLength(1)

  await page.getByRole('option', { name: 'Servizio 10' }).scrollIntoViewIfNeeded()
  await expectVisible(page.getByRole('option', { name: 'Servizio 20' }))
  await page.getByRole('option', { name: 'Servizio 20' }).scrollIntoViewIfNeeded()
  await expectVisible(page.getByRole('option', { name: 'Servizio 23' }))
  expect(listReads).toHaveLength(3)
  await page.getByRole('option', { name: 'Servizio 23' }).scrollIntoViewIfNeeded()
  await expectVisible(page.getByRole('option', { name: 'Prova trucco non visibile sul sito' }))
  await page.getByRole('option', { name: 'Servizio 23' }).click()
  await expectVisible(panel.getByRole('button', { name: /^Servizio 23/ }))
  await expectVisible(panel.getByLabel('Data prenotazione'))

  await panel.getByRole('button', { name: /Servizio/ }).click()
  await expectFocused(page.getByRole('searchbox', { name: 'Cerca servizio' }))
  await expectVisible(page.getByRole('option', { name: 'Servizio 1', exact: true }))
  await page.keyboard.type('trucco')
  await expectHidden(page.getByRole('option', { name: 'Servizio 1', exact: true }))
  await expectVisible(page.getByRole('option', { name: 'Prova trucco' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('button', { name: /Prova trucco – non visibile sul sito/ }))

  await panel.getByText('12:00').click()
  for (const [label, text] of [
    ['Nome', 'Ugo'],
    ['Cognome', 'Riva'],
    ['Email', 'u@posta.example'],
    ['Telefono', '3331234567'],
  ] as const)
    await panel.getByLabel(label, { exact: true }).fill(text)
  const reads: string[] = []
  page.on('request', (request) => /\/api\/services\/\d+/.test(request.url()) && reads.push(request.url()))
  await panel.getByRole('button', { name: 'Aggiungi prenotazione' }).click()

  await expectVisible(findAgenda(page).getByText('Cliente: Ugo Riva'))
  expect(reads).toEqual([])
})
