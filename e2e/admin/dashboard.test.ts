import { capitalized, formatDate, formatDay, formatMonth, formatShortDay } from '@prenoto/core/time/format.ts'
import {
  addDays,
  addMonths,
  isoWeekday,
  type PlainDate,
  partsOf,
  toItalianDate,
} from '@prenoto/core/time/plain-date.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { arrivedAt, fitsWidth, focused, gone, seen, told } from '../support/look.ts'
import { giulia } from '../support/shop.ts'
import { PHONE, test } from '../support/test.ts'
import { fieldOf, reads, typeTime } from '../support/typing.ts'

const agendaOf = (page: Page) => page.getByRole('region', { name: /^Appuntamenti del/ })
const cellOf = (page: Page, day: PlainDate) => page.getByRole('gridcell', { name: formatDay(day) })

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

test.for([PHONE])(
  'a booking is made, moved and deleted, %i px wide',
  {
    tags: [
      '1.5',
      '2.49',
      '2.51',
      '2.53',
      '2.54',
      '2.55',
      '2.56',
      '2.58',
      '2.60',
      '2.63',
      '2.64',
      '2.65',
      '8.21',
      '13.27',
      '13.35',
    ],
  },
  async (width, { enter, newShop }) => {
    const shop = await newShop()
    const page = await enter(shop, '/dashboard', { width })
    const agenda = agendaOf(page)
    await seen(agenda.getByText('Nessun appuntamento'))

    const panel = await openPanel(page)
    expect(await panel.getByLabel('Data prenotazione').count()).toBe(0)
    await pickService(page, 'Taglio')
    await panel.getByLabel('Data prenotazione').selectOption(shop.today)
    await panel.getByText('10:00').click()
    await panel.getByLabel('Nome', { exact: true }).fill(giulia.name)
    await panel.getByLabel('Cognome').fill(giulia.surname)
    await panel.getByLabel('Email', { exact: true }).fill(giulia.email)
    await panel.getByLabel('Telefono').fill(giulia.telephone)
    const reads: string[] = []
    page.on('request', (request) => /\/api\/services\/\d+/.test(request.url()) && reads.push(request.url()))
    await panel.getByRole('button', { name: 'Aggiungi prenotazione' }).click()
    await gone(panel)
    await seen(agenda.getByText('10:00 - 11:00'))
    await seen(agenda.getByText('Cliente: Giulia Verdi'))
    await seen(agenda.getByText('Servizio: Taglio'))
    await expect.poll(() => cellOf(page, shop.today).textContent()).toContain('10:00 - 11:00 – Giulia Verdi')

    await choose(page, 'Modifica')
    await seen(page.getByRole('heading', { level: 1, name: 'Prenotazione di Giulia Verdi' }))
    expect(reads.length).toBeLessThanOrEqual(1)
    await page.getByRole('button', { name: 'Modifica' }).click()
    const edit = page.getByRole('dialog', { name: 'Modifica la prenotazione' })
    await expect.poll(() => edit.getByRole('radio', { name: '10:00' }).isChecked()).toBe(true)
    await edit.getByLabel('Data prenotazione').selectOption(shop.day(1))
    await expect.poll(() => edit.getByRole('radio', { checked: true }).count()).toBe(0)
    await edit.getByText('15:00').click()
    await edit.getByRole('button', { name: 'Salva modifiche' }).click()
    await told(page, 'Prenotazione modificata con successo')
    await seen(page.getByText(`${formatDate(shop.day(1))} alle 15:00`))
    await page.getByRole('button', { name: 'Indietro' }).click()
    await arrivedAt(page, '/dashboard')
    await seen(agenda.getByText('Nessun appuntamento'))

    await cellOf(page, shop.day(1)).getByRole('button').click()
    await seen(page.getByRole('heading', { name: `Appuntamenti del ${toItalianDate(shop.day(1))}` }))
    await seen(agenda.getByText('15:00 - 16:00'))
    await choose(page, 'Elimina')
    await told(page, 'Prenotazione eliminata con successo')
    await seen(agenda.getByText('Nessun appuntamento'))
    expect(await shop.bookings()).toEqual([])

    await page.getByRole('button', { name: 'Ripristina: prenotazione di Giulia Verdi' }).click()
    await told(page, 'Eliminazione annullata')
    await seen(agenda.getByText('15:00 - 16:00'))
    expect(await shop.bookings()).toHaveLength(1)
    await choose(page, 'Elimina')
    await seen(agenda.getByText('Nessun appuntamento'))
    expect(await shop.bookings()).toEqual([])
    await expectAccessible(page)
  },
)

test('the staff books with somebody, or at their own risk at an hour that is not offered, and the day says so', {
  tags: ['13.62', '13.64', '13.65'],
}, async ({ open, newShop }) => {
  const shop = await newShop({ calendar: { public_name: 'Anna' } })
  const hours = { monday_morning_from: '09:00', monday_morning_to: '13:00' }
  const calendar = (name: string) => shop.insert('calendars', { name, description: 'Sì', from: '2020-01-01', ...hours })
  const [marta, lia] = [await calendar('Marta'), await calendar('Lia')]
  const service = { name: 'Taglio', duration: 60, amount: '25', calendar_id: shop.calendarId }
  const changed = { ...service, other_calendar_ids: [marta, lia] }
  await shop.api('PUT', `/services/${shop.serviceId}`, changed, { authorization: `Bearer ${await shop.token()}` })
  const day = Array.from({ length: 7 }, (_, i) => shop.day(i + 1)).find((one) => isoWeekday(one) === 1)!
  await shop.newDayOff({ calendar_id: lia, day_from: day, hour_from: '12:00', day_to: day, hour_to: '14:00' })
  const token = await shop.token('operator', { calendar_id: lia })
  const page = await open(shop.at(`/dashboard?giorno=${day}`), { token, width: 360, tolerates: /409|ApiError/ })
  const panel = await openPanel(page)
  const who = panel.getByLabel('Con chi?')
  const free = panel.getByRole('switch', { name: 'Orario libero' })
  await gone(who)
  await gone(free)
  await pickService(page, 'Taglio')
  await seen(panel.getByText('14:00'))
  expect(await who.locator('option').allInnerTexts()).toEqual(['Chiunque', 'Lia', 'Anna', 'Marta'])
  await panel.getByText('10:00').click()
  await who.selectOption('Marta')
  await gone(panel.getByText('14:00'))
  await expect.poll(() => panel.getByRole('radio', { name: '10:00' }).isChecked()).toBe(true)
  for (const [label, text] of [
    ['Nome', 'Giulia'],
    ['Cognome', 'Verdi'],
    ['Email', 'giulia@posta.example'],
    ['Telefono', '3331234567'],
  ] as const)
    await panel.getByLabel(label, { exact: true }).fill(text)
  await expectAccessible(page)
  await fitsWidth(page)
  await panel.getByRole('button', { name: 'Aggiungi prenotazione' }).click()
  await gone(panel)
  const agenda = agendaOf(page)
  await seen(agenda.getByText('Con: Marta'))

  await choose(page, 'Modifica')
  await seen(page.getByText('Con Marta'))
  await page.getByRole('button', { name: 'Modifica' }).click()
  const edit = page.getByRole('dialog', { name: 'Modifica la prenotazione' })
  const [withWhom, freely] = [edit.getByLabel('Con chi?'), edit.getByRole('switch', { name: 'Orario libero' })]
  await expect.poll(() => withWhom.inputValue()).toBe(String(marta))
  await withWhom.selectOption('Lia')
  await freely.check()
  await focused(freely)
  await reads(fieldOf(edit, 'Orario'), '10:00')
  const conflicts = edit.getByRole('region', { name: 'Questo orario non è tra quelli proposti' })
  const saveIt = edit.getByRole('button', { name: 'Salva modifiche' })
  await typeTime(edit, 'Orario', '12:37')
  await edit.getByLabel('Nome', { exact: true }).fill('Giuliana')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Modifica' }).click()
  expect(await freely.isChecked()).toBe(false)
  await edit.getByRole('button', { name: 'Riprendi la bozza' }).click()
  await reads(fieldOf(edit, 'Orario'), '12:37')
  await expect.poll(() => withWhom.inputValue()).toBe(String(lia))
  await saveIt.click()
  await focused(conflicts.getByRole('heading'))
  expect(await conflicts.getByRole('listitem').count()).toBe(2)
  await expectAccessible(page)
  await fitsWidth(page)
  expect(await shop.bookings()).toMatchObject([{ name: 'Giulia', visit_hour: '10:00:00' }])
  await reads(fieldOf(edit, 'Orario'), '12:37')
  await conflicts.getByRole('button', { name: 'Sposta lo stesso' }).click()
  await told(page, 'Prenotazione modificata con successo')
  await seen(page.getByText('Con Lia', { exact: true }))
  const overridden_conflicts = 'Fuori dagli orari proposti: durante una chiusura, fuori dall’orario di apertura'
  await seen(page.getByText(overridden_conflicts, { exact: true }))
  await seen(page.getByRole('region', { name: 'Storia' }).getByText(overridden_conflicts))
  await page.getByRole('button', { name: 'Indietro' }).click()
  await seen(agenda.getByText('12:37 - 13:37'))
  await seen(agenda.getByText('Con: Lia'))
  await seen(agenda.getByText(/^Fuori dagli orari proposti: /))
  await expectAccessible(page)
  await fitsWidth(page)
})

test('a booking repeats: what is taken gives way to what is near, and one or all that follow are changed and deleted', {
  tags: ['13.111', '13.112'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  const [first, week] = [shop.day(1), (n: number) => shop.day(1 + 7 * n)]
  await shop.insertBooking({ visit_day: week(1), visit_hour: '10:00', name: 'Ugo' })
  const page = await enter(shop, '/dashboard', { width: 360, tolerates: /409|ApiError/ })
  const timesOf = async (name: string) =>
    (await shop.bookings()).filter((one) => one.name === name).map((one) => `${one.visit_day} ${one.visit_hour}`)

  const panel = await openPanel(page)
  await pickService(page, 'Taglio')
  await panel.getByLabel('Data prenotazione').selectOption(first)
  await panel.getByText('10:00').click()
  await panel.getByLabel('Nome', { exact: true }).fill(giulia.name)
  await panel.getByLabel('Cognome').fill(giulia.surname)
  await panel.getByLabel('Email', { exact: true }).fill(giulia.email)
  await panel.getByLabel('Telefono').fill(giulia.telephone)
  await panel.getByRole('switch', { name: 'Ripeti' }).click()
  await seen(panel.getByText('3 date da prenotare, 1 senza prenotazione.'))
  await seen(panel.getByText('C’è già Ugo Verdi, dalle 10:00 alle 11:00.'))
  await panel.getByRole('button', { name: 'Prendi le 11:00' }).click()
  await seen(panel.getByText('4 date da prenotare.'))
  await panel.getByRole('checkbox', { name: formatDate(week(3)) }).uncheck()
  await expectAccessible(page)
  await fitsWidth(page)
  await panel.getByRole('button', { name: 'Aggiungi 3 prenotazioni' }).click()
  await gone(panel)
  expect(await timesOf('Giulia')).toEqual([`${first} 10:00:00`, `${week(1)} 11:00:00`, `${week(2)} 10:00:00`])

  await cellOf(page, first).getByRole('button').click()
  await choose(page, 'Modifica')
  await seen(page.getByText('Fa parte di una serie: 1 di 3'))
  await page.getByText('Tutte le date').click()
  await page.getByRole('link', { name: formatDate(week(1)) }).click()
  await seen(page.getByText('Fa parte di una serie: 2 di 3'))
  await page.getByRole('button', { name: 'Modifica' }).click()
  const edit = page.getByRole('dialog', { name: 'Modifica la prenotazione' })
  await edit.getByText('15:00').click()
  await edit.getByRole('radio', { name: 'Questa e la successiva' }).check()
  await shop.insertBooking({ visit_day: week(2), visit_hour: '14:00', name: 'Ugo' })
  await edit.getByRole('button', { name: 'Salva modifiche' }).click()
  await seen(
    edit.getByText(`${capitalized(formatDay(week(2)))} alle 14:00: c’è già Ugo Verdi, dalle 14:00 alle 15:00.`),
  )
  await edit.getByRole('checkbox', { name: 'Lascia questa data com’è' }).check()
  await expectAccessible(page)
  await edit.getByRole('button', { name: 'Sposta lo stesso' }).click()
  await told(page, 'Prenotazioni modificate con successo')
  expect(await timesOf('Giulia')).toEqual([`${first} 10:00:00`, `${week(1)} 15:00:00`, `${week(2)} 10:00:00`])

  await page.getByRole('button', { name: 'Elimina' }).click()
  await seen(page.getByRole('dialog', { name: 'Elimina' }).getByText('Fa parte di una serie: 2 di 3.'))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Questa e la successiva' }).click()
  await told(page, 'Prenotazioni eliminate con successo')
  expect(await timesOf('Giulia')).toEqual([`${first} 10:00:00`])
  await page.getByRole('button', { name: 'Ripristina: prenotazioni di Giulia Verdi' }).click()
  await told(page, 'Eliminazione annullata')
  expect(await timesOf('Giulia')).toHaveLength(3)
})

test('four cards on one line count what there is and lead to it, with the fifth week of the month above the fold', {
  tags: ['2.48', '13.32', '13.174'],
}, async ({ enter, newShop }) => {
  const shop = await newShop({ services: [{ name: 'Taglio' }, { name: 'Piega' }] })
  await shop.newUser()
  await shop.newUser()
  const page = await enter(shop, '/dashboard')

  const cards = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Visualizza tutti →' }) })
  await expect
    .poll(async () => (await cards.allInnerTexts()).map((card) => card.split(/\n+/).slice(0, 2)))
    .toEqual([
      ['Servizi', '2'],
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
    await fitsWidth(page)
    const number = page
      .getByRole('gridcell')
      .nth(4 * 7)
      .locator('[aria-hidden]')
      .first()
    const { y, height: tall } = (await number.boundingBox())!
    expect(y + tall).toBeLessThanOrEqual(height)
  }

  const operators = await enter(shop, '/dashboard', { role: 'operator' })
  const [withLink, without] = ['Servizi', 'Utenti'].map((name) =>
    operators.getByRole('heading', { name }).locator('..').getByText(/^\d+$/),
  )
  await seen(without!)
  expect((await without!.boundingBox())!.y).toBe((await withLink!.boundingBox())!.y)
})

test('the calendar shows six weeks from the Monday before the first of the month, and its arrows lead on', {
  tags: ['2.49', '2.50'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  const page = await enter(shop, '/dashboard')
  const first = addDays(shop.today, 1 - partsOf(shop.today).day)
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
  await seen(month(0))

  await page.getByRole('button', { name: 'Mese successivo' }).click()
  await seen(month(1))
  await page.getByRole('button', { name: 'Mese precedente' }).click()
  await page.getByRole('button', { name: 'Mese precedente' }).click()
  await seen(month(-1))
  await page.getByRole('button', { name: 'Oggi' }).click()
  await seen(month(0))
  expect(await page.getByRole('gridcell', { selected: true }).textContent()).toContain(formatDay(shop.today))
})

test('a cell lists two bookings and counts the others; the side lists them all', {
  tags: ['2.51', '2.86', '9.13'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  for (const visit_hour of ['09:00', '10:00', '11:00', '12:00'])
    await shop.insertBooking({ visit_day: shop.today, visit_hour })
  const page = await enter(shop, '/dashboard')

  const cell = cellOf(page, shop.today)
  const isShown = async () => {
    await seen(cell.getByText('+2 prenotazioni'))
    expect((await cell.textContent())!.match(/\d\d:00 - \d\d:00/g)).toEqual(['09:00 - 10:00', '10:00 - 11:00'])
    await expect.poll(() => agendaOf(page).getByRole('listitem').count()).toBe(4)
  }
  await isShown()

  // As if these were too many to be read for one day.
  const asked = new Set<string>()
  await page.route('**/api/bookings/events', (route) => {
    const body = route.request().postDataJSON()
    asked.add(body.at_most ? 'the month' : `${body.from} ${body.to}`)
    return route.continue({ postData: { ...body, ...(body.at_most && { at_most: 3 }) } })
  })
  await page.reload()
  await isShown()
  expect([...asked]).toEqual(['the month', `${shop.today} ${shop.today}`])

  await page.getByRole('button', { name: 'Azioni per Giulia Verdi' }).first().click()
  await seen(page.getByRole('menuitem', { name: 'Elimina' }))
  await page.mouse.click(5, 5)
  await gone(page.getByRole('menuitem'))
})

test('a visit of a past day can be opened and deleted but not changed; back from it one finds its day and month', {
  tags: ['2.55', '2.64', '2.65', '2.66', '13.33', '13.69'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  const past = shop.day(-40)
  const notes = `Porto il cane.\n${'È un bassotto. '.repeat(20)}`
  const id = await shop.insertBooking({
    visit_day: past,
    visit_hour: '09:00',
    service_price: '0.00',
    patient_notes: notes,
  })
  const page = await enter(shop, `/appointments/${id}`)
  const onItsDay = async () => {
    await arrivedAt(page, '/dashboard')
    await seen(page.getByRole('heading', { name: `Appuntamenti del ${toItalianDate(past)}` }))
    await seen(page.getByRole('heading', { name: formatMonth(past) }))
    expect(await page.getByRole('gridcell', { selected: true }).textContent()).toContain(formatDay(past))
  }

  await seen(page.getByText(/alle 09:00, fino alle 10:00$/))
  await seen(page.getByText('Durata: 1 h'))
  await seen(page.getByText('Costo: Gratuito'))
  expect(await page.locator('section[aria-labelledby=history] + p').innerText()).toBe(
    'Al momento non sono disponibili ulteriori dettagli.',
  )
  await seen(page.getByText('g***@posta.example'))
  expect(await page.getByText('Porto il cane.').innerText()).toBe(notes.trimEnd())
  await seen(page.getByText('*******567'))
  expect(await page.getByRole('button', { name: 'Modifica' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Indietro' }).click()
  await onItsDay()
  expect((await agendaOf(page).getByText('Note: Porto il cane.').boundingBox())!.height).toBeLessThan(30)

  await page.getByRole('button', { name: 'Azioni per Giulia Verdi' }).click()
  const actions = ['Arrivato', 'Concluso', 'Non presentato', 'Chiama', 'Elimina']
  await expect.poll(() => page.getByRole('menuitem').allInnerTexts()).toEqual(actions)
  await page.keyboard.press('Escape')
  await agendaOf(page).getByRole('link', { name: 'Giulia Verdi' }).click()
  await seen(page.getByRole('heading', { level: 1, name: 'Prenotazione di Giulia Verdi' }))
  await page.goBack()
  await onItsDay()
  await page.reload()
  await onItsDay()

  await page.getByRole('button', { name: 'Mese precedente' }).click()
  await seen(page.getByRole('heading', { name: formatMonth(addMonths(past, -1)) }))
  await agendaOf(page).getByRole('link', { name: 'Giulia Verdi' }).click()
  await page.getByRole('button', { name: 'Indietro' }).click()
  await seen(page.getByRole('heading', { name: formatMonth(addMonths(past, -1)) }))
  await page.getByRole('button', { name: 'Oggi' }).click()
  await seen(page.getByRole('heading', { name: `Appuntamenti del ${toItalianDate(shop.today)}` }))
  expect(new URL(page.url()).search).toBe('')
})

test('a slot lost to somebody else disappears; nothing is said, and nothing that was typed is lost', {
  tags: ['8.10'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  const page = await enter(shop, '/dashboard', { tolerates: /409|ApiError/ })
  const panel = await openPanel(page)
  await pickService(page, 'Taglio')
  await panel.getByLabel('Data prenotazione').selectOption(shop.day(1))
  await panel.getByText('10:00').click()
  await panel.getByLabel('Nome', { exact: true }).fill('Paolo')
  await panel.getByLabel('Cognome').fill('Neri')
  await panel.getByLabel('Email', { exact: true }).fill('paolo@posta.example')
  await panel.getByLabel('Telefono').fill('3339876543')
  await shop.insertBooking({ visit_day: shop.day(1), visit_hour: '10:00' })
  await panel.getByRole('button', { name: 'Aggiungi prenotazione' }).click()

  await gone(panel.getByText('10:00'))
  await seen(panel.getByText('11:00'))
  expect(await panel.getByRole('radio', { checked: true }).count()).toBe(0)
  expect(await panel.getByLabel('Nome', { exact: true }).inputValue()).toBe('Paolo')
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await shop.bookings()).toHaveLength(1)
})

test('the panel asks for all that it needs, and forgets the time with the day and with the service', {
  tags: ['2.59', '2.61', '2.63', '5.6', '5.7', '13.166'],
}, async ({ enter, newShop }) => {
  const services = ['Taglio', 'Piega', 'Barba'].map((name, position) => ({ name, position }))
  const shop = await newShop({ services: [...services, { name: 'Ritiro', duration: 1400, position: 3 }] })
  const page = await enter(shop, '/dashboard')
  const panel = await openPanel(page)
  const save = panel.getByRole('button', { name: 'Aggiungi prenotazione' })
  await save.click()
  for (const message of [
    'Scegli un servizio.',
    'Il nome è obbligatorio.',
    'Il cognome è obbligatoria.',
    "L'email è obbligatoria.",
    'Il telefono è obbligatoria.',
  ])
    await seen(panel.getByText(message))
  await focused(panel.getByRole('button', { name: /Servizio/ }))
  const [dayMissing, hourMissing] = ['La data della', "L'orario della"].map((start) =>
    panel.getByText(`${start} prenotazione è obbligatoria.`),
  )
  await gone(dayMissing!)
  await gone(hourMissing!)
  await pickService(page, 'Ritiro')
  await gone(panel.getByText('Scegli un servizio.'))
  await seen(panel.getByText('Ci dispiace ma per questo servizio non ci sono slot disponibili.'))
  await save.click()
  await seen(dayMissing!)
  await seen(hourMissing!)

  const chosen = panel.getByRole('radio', { checked: true })
  await pickService(page, 'Taglio')
  await panel.getByLabel('Data prenotazione').selectOption(shop.day(1))
  await panel.getByText('10:00').click()
  await expect.poll(() => chosen.count()).toBe(1)
  await panel.getByLabel('Data prenotazione').selectOption(shop.day(2))
  await expect.poll(() => chosen.count()).toBe(0)
  await panel.getByText('11:00').click()
  await expect.poll(() => chosen.count()).toBe(1)
  await Promise.all([page.waitForResponse(/\/api\/services\/\d+/), pickService(page, 'Piega')])
  await seen(panel.getByText('11:00'))
  expect(await chosen.count()).toBe(0)

  const hours = panel.getByRole('group', { name: 'Orario' }).locator('label')
  expect((await hours.allInnerTexts()).slice(0, 5)).toEqual(['09:00', '10:00', '11:00', '12:00', '14:00'])
  const rows = await hours.evaluateAll((labels) => labels.map((label) => (label as HTMLElement).offsetTop))
  expect(rows.map((top) => rows.indexOf(top))).toEqual([0, 0, 0, 0, 4, 4, 4, 4, 8])
  await hours.nth(2).click()
  await expect
    .poll(() => hours.nth(2).evaluate((label) => getComputedStyle(label).backgroundColor))
    .toBe('rgb(15, 118, 110)')

  const [calendar_id, day] = [shop.calendarId, shop.day(2)]
  const closure = { calendar_id, day_from: day, hour_from: '00:00', day_to: day, hour_to: '23:59', reason: 'Ferie' }
  await shop.api('POST', '/days_off', closure, { authorization: `Bearer ${await shop.token()}` })
  await pickService(page, 'Barba')
  await seen(panel.getByText('Ci dispiace ma per questa giornata gli slot sono terminati.'))
})

test('the panel opens on the selected day or says the first free one; days stand by month, today and tomorrow first', {
  tags: ['13.6'],
}, async ({ enter, newShop }) => {
  const shop = await newShop({ services: [{ name: 'Taglio' }, { name: 'Piega', position: 2 }] })
  const close = (day: PlainDate) => shop.newDayOff({ day_from: day, hour_from: '00:00', day_to: day, hour_to: '23:59' })
  await close(shop.day(2))
  const page = await enter(shop, '/dashboard')
  await cellOf(page, shop.day(2)).getByRole('button').click()
  const panel = await openPanel(page)
  await pickService(page, 'Taglio')

  const date = panel.getByLabel('Data prenotazione')
  const shift = (proposed: PlainDate) =>
    panel.getByText(`${capitalized(formatDay(shop.day(2)))} non ha orari liberi: ti proponiamo ${formatDay(proposed)}.`)
  await expect.poll(() => date.inputValue()).toBe(shop.day(3))
  await seen(panel.getByRole('status').and(shift(shop.day(3))))
  const groups = await date.locator('optgroup').evaluateAll((all) => all.map((group) => group.getAttribute('label')))
  expect(groups.slice(0, 3)).toEqual(['oggi', 'domani', formatMonth(shop.day(3))])
  expect(new Set(groups).size).toBe(groups.length)
  expect(await date.getByRole('option', { name: formatShortDay(shop.day(3)), exact: true }).count()).toBeGreaterThan(0)

  const free = panel.getByRole('switch', { name: 'Orario libero' })
  await free.check()
  await reads(fieldOf(panel, 'Data prenotazione'), toItalianDate(shop.day(2)).replaceAll('-', '/'))
  await gone(shift(shop.day(3)))
  await pickService(page, 'Piega')
  await free.uncheck()
  await date.selectOption(shop.day(4))

  await page.keyboard.press('Escape')
  await openPanel(page)
  await pickService(page, 'Piega')
  await panel.getByRole('button', { name: `Scrivi un orario libero per ${formatDay(shop.day(2))}` }).click()
  await reads(fieldOf(panel, 'Data prenotazione'), toItalianDate(shop.day(2)).replaceAll('-', '/'))
  await free.uncheck()
  await date.selectOption(shop.day(3))
  await close(shop.day(3))
  await pickService(page, 'Taglio')
  await seen(panel.getByText('Ci dispiace ma per questa giornata gli slot sono terminati.'))
  expect(await date.inputValue()).toBe(shop.day(3))
  await panel.getByRole('button', { name: `Primo giorno libero: ${formatDate(shop.day(4))}` }).click()
  await focused(date)
  expect(await date.inputValue()).toBe(shop.day(4))
  await seen(panel.getByText('10:00'))
})

test('without news of it a booking that was made has the month read again, and the service by nobody', async ({
  enter,
  newShop,
}) => {
  const shop = await newShop()
  const page = await enter(shop, '/dashboard', { tolerates: /ERR_FAILED/ })
  await page.route(/notifications\/stream/, (route) => route.abort())
  await page.reload()
  const panel = await openPanel(page)
  await pickService(page, 'Taglio')
  await panel.getByText('10:00').click()
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

  await seen(agendaOf(page).getByText('Cliente: Ugo Riva'))
  expect(reads).toEqual([])
})

test('the services to choose from load ten at a time, those that the site hides after the others, and can be searched', {
  tags: ['2.57', '2.77', '9.9', '13.5'],
}, async ({ enter, newShop }) => {
  const services = Array.from({ length: 23 }, (_, i) => ({ name: `Servizio ${i + 1}`, position: i + 1 }))
  const hidden = { name: 'Prova trucco', position: 1, visible_frontend: false }
  const page = await enter(await newShop({ services: [hidden, ...services] }), '/dashboard')
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/client/services?') && asked.push(request.url()))
  const panel = await openPanel(page)
  await panel.getByRole('button', { name: /Servizio/ }).click()
  await seen(page.getByRole('option', { name: 'Servizio 10' }))
  expect(asked).toHaveLength(1)

  await page.getByRole('option', { name: 'Servizio 10' }).scrollIntoViewIfNeeded()
  await seen(page.getByRole('option', { name: 'Servizio 20' }))
  await page.getByRole('option', { name: 'Servizio 20' }).scrollIntoViewIfNeeded()
  await seen(page.getByRole('option', { name: 'Servizio 23' }))
  expect(asked).toHaveLength(3)
  await page.getByRole('option', { name: 'Servizio 23' }).scrollIntoViewIfNeeded()

  await page.getByRole('option', { name: 'Prova trucco non visibile sul sito' }).click()
  await seen(panel.getByRole('button', { name: /Prova trucco – non visibile sul sito/ }))
  await seen(panel.getByLabel('Data prenotazione'))

  await page.reload()
  await openPanel(page)
  await panel.getByRole('button', { name: /Servizio/ }).click()
  await focused(page.getByRole('searchbox', { name: 'Cerca servizio' }))
  await page.keyboard.type('trucco')
  await gone(page.getByRole('option', { name: 'Servizio 1', exact: true }))
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await seen(page.getByRole('button', { name: /Prova trucco – non visibile sul sito/ }))
})

test('services that are still on their way can be asked for, and those that did not come asked for again', {
  tags: ['13.3'],
}, async ({ enter, newShop }) => {
  const page = await enter(await newShop(), '/dashboard', { tolerates: /503/ })
  const answers = Promise.withResolvers<void>()
  const isAsked = /\/client\/services\?/
  await page.route(isAsked, async (route) => {
    await answers.promise
    await route.fulfill({ status: 503, json: {} })
  })
  const panel = await openPanel(page)
  await panel.getByRole('button', { name: /Servizio/ }).click()
  await seen(page.getByRole('listbox').getByText('Caricamento…'))

  answers.resolve()
  await seen(page.getByRole('listbox').getByText('Elenco non disponibile.'))

  await page.unroute(isAsked)
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: /Servizio/ }).click()
  await seen(page.getByRole('option', { name: 'Taglio' }))
})

test('a booking that a visitor makes appears on the open dashboard', async ({ enter, newShop }) => {
  const shop = await newShop()
  const page = await enter(shop, '/dashboard')
  await seen(agendaOf(page).getByText('Nessun appuntamento'))
  const bell = page.getByRole('complementary').getByRole('button', { name: /Notifiche/ })
  expect(await bell.textContent()).toBe('Notifiche')

  await shop.book({ visit_day: shop.today, visit_hour: '16:00:00' })

  await seen(agendaOf(page).getByText('16:00 - 17:00'))
  await expect.poll(() => bell.textContent()).toContain('1 non lette')
  await expect.poll(() => cellOf(page, shop.today).textContent()).toContain('Giulia Verdi')
})

test.for([PHONE])(
  'a booking whose customer no e-mail reaches is marked, %i px wide',
  async (width, { enter, newShop }) => {
    const shop = await newShop()
    const id = await shop.insertBooking({ visit_day: shop.today, visit_hour: '10:00' })
    await shop.insertBooking({ visit_day: shop.today, visit_hour: '11:00', name: 'Marta' })
    await shop.refuseEmail(id)
    const page = await enter(shop, '/dashboard', { width })
    const mark = page.getByText('Email non consegnata: l’indirizzo è stato rifiutato')

    const [marked, other] = [agendaOf(page).getByRole('listitem').nth(0), agendaOf(page).getByRole('listitem').nth(1)]
    await seen(marked.getByText('Giulia Verdi'))
    await seen(marked.locator(mark))
    await seen(other.getByText('Marta Verdi'))
    expect(await mark.count()).toBe(1)

    await choose(page, 'Modifica')
    await seen(page.getByRole('heading', { level: 1, name: 'Prenotazione di Giulia Verdi' }))
    await seen(mark)
  },
)
