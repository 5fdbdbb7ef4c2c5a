import { formatDate, formatDay, formatShortDay } from '@prenoto/core/time/format.ts'
import { toItalianDate } from '@prenoto/core/time/plain-date.ts'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import type { Business } from '../support/business.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectInView,
  expectMessage,
  expectVisible,
} from '../support/expectations.ts'
import { openScreen } from '../support/menu.ts'
import { test, WIDTHS } from '../support/test.ts'
import { typeDate, typeTime } from '../support/typing.ts'

type Screen = {
  /** Its link in the menu; the first screen is opened by its address. */
  link?: string
  title: string
  columns: string[]
  create: string
  edit: string
  add: string
  created: string
  updated: string
  deleted: string
  /** Fills in the panel of a new item. */
  fill: (panel: Locator, page: Page, business: Business) => Promise<void>
  /** The expected cells of its row. */
  cells: (business: Business) => string[]
  /** The field that names the item, with its first and its changed text. */
  name: { label: string; first: string; after: string }
}

const byExactLabel = (panel: Locator, label: string) => panel.getByLabel(label, { exact: true })

async function pickCalendar(panel: Locator, page: Page) {
  await panel.getByRole('button', { name: /Calendario/ }).click()
  await page.getByRole('option', { name: 'Sala' }).click()
}

const italian = (date: string) => date.split('-').reverse().join('-')

const SCREENS: Screen[] = [
  {
    title: 'Elenco utenti',
    columns: ['Nome', 'Cognome', 'Email', 'Ruolo', 'Stato'],
    create: 'Nuovo utente',
    edit: 'Modifica utente',
    add: 'Aggiungi utente',
    created: 'Utente creato con successo',
    updated: 'Utente aggiornato con successo',
    deleted: 'Utente eliminato con successo',
    fill: async (panel) => {
      await byExactLabel(panel, 'Cognome').fill('Longo')
      await byExactLabel(panel, 'Email').fill('longo@salone.example')
      await byExactLabel(panel, 'Password').fill('Molto-Segreta-1')
      expect(await panel.getByLabel('Ruolo').inputValue()).toBe('editor')
      await panel.getByLabel('Ruolo').selectOption('Operatore')
    },
    cells: () => ['Carla', 'Longo', 'longo@salone.example', 'Operatore', 'Attivo'],
    name: { label: 'Nome', first: 'Carla', after: 'Lucia' },
  },
  {
    link: 'Servizi',
    title: 'Elenco servizi',
    columns: ['Nome', 'Durata (min)', 'Prezzo', 'Prezzo scontato', 'Visibile'],
    create: 'Nuovo servizio',
    edit: 'Modifica servizio',
    add: 'Aggiungi servizio',
    created: 'Servizio creato con successo',
    updated: 'Servizio aggiornato con successo',
    deleted: 'Servizio eliminato con successo',
    fill: async (panel, page) => {
      await panel.getByLabel('Durata (min)').fill('30')
      await panel.getByLabel('Prezzo (€)').fill('18,50')
      await panel.getByLabel('Descrizione').fill('A phon.')
      await pickCalendar(panel, page)
      await panel.getByLabel('Visibile sul sito').uncheck()
    },
    cells: () => ['Piega', '30', '18,50\u00a0€', '-', 'No'],
    name: { label: 'Nome', first: 'Piega', after: 'Colore' },
  },
  {
    link: 'Giorni di chiusura',
    title: 'Elenco giorni di chiusura',
    columns: ['Data Inizio', 'Data Fine', 'Ora Inizio', 'Ora Fine', 'Motivo', 'Calendario'],
    create: 'Nuova chiusura',
    edit: 'Modifica chiusura',
    add: 'Aggiungi chiusura',
    created: 'Day Off creato con successo',
    updated: 'Day Off aggiornato con successo',
    deleted: 'Day Off eliminato con successo',
    fill: async (panel, page, business) => {
      await typeDate(panel, 'Data inizio', business.day(10))
      await typeDate(panel, 'Data fine', business.day(12))
      await typeTime(panel, 'Ora inizio', '13:00')
      await typeTime(panel, 'Ora fine', '20:30')
      await pickCalendar(panel, page)
    },
    cells: (business) => [italian(business.day(10)), italian(business.day(12)), '13:00', '20:30', 'Trasloco', 'Sala'],
    name: { label: 'Motivo', first: 'Trasloco', after: 'Lavori' },
  },
  {
    link: 'Calendari',
    title: 'Elenco calendari',
    columns: ['Nome', 'Descrizione', 'Data Inizio', 'Data Fine'],
    create: 'Nuovo calendario',
    edit: 'Modifica calendario',
    add: 'Aggiungi calendario',
    created: 'Calendario creato con successo',
    updated: 'Calendario aggiornato con successo',
    deleted: 'Calendario eliminato con successo',
    fill: async (panel, _page, business) => {
      await panel.getByLabel('Descrizione').fill('Al piano terra')
      await typeDate(panel, 'Data inizio', business.today)
      expect(await panel.getByLabel(/Numero massimo/).inputValue()).toBe('1')
    },
    cells: (business) => ['Cabina', 'Al piano terra', italian(business.today), '-'],
    name: { label: 'Nome', first: 'Cabina', after: 'Studio' },
  },
]

test('users, services, closures and calendars are added, changed, deleted and restored, on a phone and on a desktop', {
  tags: [
    '1.5',
    '2.68',
    '2.69',
    '2.70',
    '2.71',
    '2.72',
    '2.73',
    '2.74',
    '2.75',
    '2.76',
    '3.3',
    '8.17',
    '8.18',
    '8.19',
    '8.20',
    '13.25',
    '13.29',
  ],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  const page = await openAdmin(business, '/user')
  const hint = page.getByText('Scorri lateralmente per vedere tutta la tabella.')
  await expectHidden(hint)
  for (const [i, screen] of SCREENS.entries()) {
    await page.setViewportSize({ width: WIDTHS[i % 2]!, height: 740 })
    if (i === 0) await expectVisible(hint)
    if (screen.link) await openScreen(page, screen.link)
    const { label, first, after } = screen.name
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    const create = page.getByRole('button', { name: screen.create })
    await expectVisible(page.getByRole('heading', { level: 1, name: screen.title }))

    await create.click()
    const panel = page.getByRole('dialog', { name: screen.create })
    await expectVisible(panel)
    expect(await panel.getByRole('button', { name: /^(Elimina|Annulla)$/ }).count()).toBe(0)
    await byExactLabel(panel, label).fill(first)
    await screen.fill(panel, page, business)
    await panel.getByRole('button', { name: screen.add }).click()
    await expectMessage(page, screen.created)
    await expectHidden(panel)
    await expectFocused(create)
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(screen.columns)
    expect(await row(first).getByRole('cell').allInnerTexts()).toEqual(screen.cells(business))

    await row(first).click()
    const edit = page.getByRole('dialog', { name: screen.edit })
    await byExactLabel(edit, label).fill(after)
    await edit.getByRole('button', { name: 'Salva modifiche' }).click()
    await expectMessage(page, screen.updated)
    await expectHidden(edit)
    await expectVisible(row(after))
    await expectHidden(row(first))

    await row(after).click()
    await edit.getByRole('button', { name: 'Annulla' }).click()
    await expectHidden(edit)
    await row(after).click()
    await edit.getByRole('button', { name: 'Elimina' }).click()
    await expectMessage(page, screen.deleted)
    await expectHidden(edit)
    await expectHidden(row(after))
    await page.keyboard.press('Control+z')
    await expectMessage(page, 'Eliminazione annullata')
    await expectVisible(row(after))
    await expectFitsWidth(page)
  }
})

test('a service has several calendars, one with a special opening, and a user is linked to one of them', {
  tags: ['13.60', '13.61', '13.62'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness({ services: [{ name: 'Taglio', description: 'Con lavaggio.' }] })
  const long = `Maria${'a'.repeat(115)}`
  for (const name of ['Anna', 'Marta', long])
    await business.insert('calendars', { name, description: 'Sì', from: '2020-01-01' })
  const page = await openAdmin(business, '/user', { width: 360 })
  const panel = page.getByRole('dialog')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const group = (title: string) => panel.getByRole('button', { name: title, exact: true })
  const save = panel.getByRole('button', { name: 'Salva modifiche' })

  await row('Ada').click()
  await panel.getByRole('button', { name: /Calendario$/ }).click()
  await page.getByRole('option', { name: 'Marta' }).click()
  await save.click()
  await expectMessage(page, 'Utente aggiornato con successo')

  await openScreen(page, 'Servizi')
  await row('Taglio').click()
  expect(await group('Chi e quando').getAttribute('aria-expanded')).toBe('false')
  await expectHidden(panel.getByLabel('Tempo prima (min)'))
  await group('Chi e quando').click()
  await panel.getByRole('button', { name: /Anche su questi calendari/ }).click()
  expect(await page.getByRole('option', { name: 'Sala' }).count()).toBe(0)
  await page.getByRole('option', { name: 'Marta' }).click()
  await page.getByRole('option', { name: long }).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expectVisible(panel.getByRole('button', { name: new RegExp(`^Marta e ${long} `) }))
  await expectFitsWidth(page)
  await panel.getByLabel('Tempo prima (min)').fill('5')
  await panel.getByLabel('Tempo dopo (min)').fill('900')
  await panel.getByLabel('Un inizio ogni (min)').fill('15')
  await expectVisible(panel.getByText('Al massimo 720 minuti.'))
  await group('Chi e quando').click()
  await expectVisible(panel.getByText('Al massimo 720 minuti.'))
  await panel.getByLabel('Tempo dopo (min)').fill('')
  await save.click()
  await expectMessage(page, 'Servizio aggiornato con successo')

  await openScreen(page, 'Calendari')
  await row('Anna').click()
  await group('Per i clienti').click()
  await panel.getByLabel('Nome per i clienti').fill('Anna B.')
  await panel.getByLabel(/^Presentazione/).fill('Colore')
  await panel.getByRole('switch', { name: 'Limite al giorno' }).check()
  await panel.getByLabel('Prenotazioni al giorno, al massimo').fill('4')
  await group('Aperture straordinarie').click()
  await panel.getByRole('button', { name: 'Nuova apertura' }).click()
  const extra = page.getByRole('dialog', { name: 'Nuova apertura straordinaria' })
  await typeDate(extra, 'Data', business.day(3))
  await typeTime(extra, 'Dalle', '20:00')
  await extra.getByRole('button', { name: 'Aggiungi apertura' }).click()
  await expectVisible(extra.getByText("L'orario di chiusura è obbligatorio."))
  await expectAccessible(page)
  await expectFitsWidth(page)
  await typeTime(extra, 'Alle', '23:00')
  await byExactLabel(extra, 'Motivo (facoltativo)').fill('Notte bianca')
  await extra.getByRole('button', { name: 'Aggiungi apertura' }).click()
  await expectMessage(page, 'Apertura straordinaria creata con successo')
  await expectHidden(extra)
  const evening = panel.getByRole('button', { name: `${formatDate(business.day(3))}, 20:00 - 23:00` })
  await evening.click()
  const change = page.getByRole('dialog', { name: 'Modifica apertura straordinaria' })
  await typeTime(change, 'Alle', '22:00')
  await change.getByRole('button', { name: 'Salva modifiche' }).click()
  await expectHidden(change)
  const shorter = panel.getByRole('button', { name: `${formatDate(business.day(3))}, 20:00 - 22:00` })
  await shorter.click()
  await change.getByRole('button', { name: 'Elimina' }).click()
  await expectMessage(page, 'Apertura straordinaria eliminata con successo')
  await expectHidden(shorter)
  await expect.poll(() => panel.first().evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Control+z')
  await expectVisible(shorter)
  expect(await panel.getByLabel('Nome per i clienti').inputValue()).toBe('Anna B.')
  await save.click()
  await expectMessage(page, 'Calendario aggiornato con successo')

  const headers = { authorization: `Bearer ${await business.token()}` }
  const [{ body: known }, { body: listed }, { body: knownCalendars }, { body: special }] = await Promise.all([
    business.api('GET', '/users', undefined, headers),
    business.api('GET', '/services', undefined, headers),
    business.api('GET', '/calendars', undefined, headers),
    business.api('GET', '/special-openings', undefined, headers),
  ])
  const findId = (name: string) =>
    knownCalendars.calendars.find((calendar: { name: string }) => calendar.name === name).id
  const others = [findId('Marta'), findId(long)]
  expect(known.users).toMatchObject([{ name: 'Ada', calendar_id: findId('Marta') }])
  expect(listed.services).toMatchObject([
    { other_calendar_ids: others, buffer_before: 5, buffer_after: 0, slot_step: 15 },
  ])
  expect(knownCalendars.calendars[1]).toMatchObject({
    name: 'Anna',
    public_name: 'Anna B.',
    public_note: 'Colore',
    max_bookings_per_day: 4,
  })
  expect(special.openings).toMatchObject([{ calendar_id: findId('Anna'), hour_to: '22:00', reason: 'Notte bianca' }])
})

test('a closing day lists its bookings before it is saved; each is kept, rescheduled or cancelled', {
  tags: ['13.7', '13.8', '13.169', '13.190'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  const [day, later] = [business.day(3), business.day(5)]
  for (const [visit_hour, name] of [
    ['09:00', 'Anna'],
    ['10:00', 'Bruno'],
    ['11:00', 'Carlo'],
  ] as const)
    await business.insertBooking({ visit_day: day, visit_hour, name })
  await business.insertBooking({ visit_day: business.day(4), visit_hour: '09:00', name: 'Dario' })
  // The event of a cancellation may arrive before its response; the cancelled booking is then read once more.
  const page = await openAdmin(business, '/day_off', {
    width: 360,
    allowedErrors: /ERR_FAILED|404|No response from the server|ApiError/,
  })
  await page.getByRole('button', { name: 'Nuova chiusura' }).click()
  const panel = page.getByRole('dialog', { name: 'Nuova chiusura' })
  for (const label of ['Data inizio', 'Data fine']) await typeDate(panel, label, day)
  await typeTime(panel, 'Ora inizio', '00:00')
  await typeTime(panel, 'Ora fine', '20:30')
  await byExactLabel(panel, 'Motivo').fill('Lavori')
  await pickCalendar(panel, page)
  await expectVisible(panel.getByText('3 prenotazioni in questo periodo'))
  await panel.getByLabel('Per tutte').selectOption('Disdici')
  await panel.getByLabel(/Anna Verdi/).selectOption('Lascia')
  await panel.getByLabel(/Bruno Verdi/).selectOption('Sposta')
  expect(await business.bookings()).toHaveLength(4)
  await panel.getByRole('button', { name: 'Aggiungi chiusura' }).click()

  await expectMessage(page, 'Day Off creato con successo')
  await expectVisible(panel.getByText('Queste prenotazioni sono ancora in agenda'))
  expect(await panel.getByRole('listitem').count()).toBe(1)
  // Nothing slow comes between these steps, since the offer to restore ends after ten seconds.
  await panel.getByRole('button', { name: 'Ripristina: una prenotazione' }).click()
  const cancelCarlo = panel.getByRole('button', { name: 'Disdici la prenotazione di Carlo Verdi' })
  await expectVisible(cancelCarlo)
  expect(await business.bookings()).toHaveLength(4)
  await expectAccessible(page)
  await page.route(/\/restore/, (route) => route.abort(), { times: 1 })
  await cancelCarlo.click()
  const restoreCarlo = panel.getByRole('button', { name: 'Ripristina: prenotazione di Carlo Verdi' })
  await restoreCarlo.click()
  await expectMessage(page, 'No response from the server')
  await restoreCarlo.click()
  await cancelCarlo.click()
  await expectVisible(panel.getByText('Disdetta'))

  await panel.getByRole('button', { name: 'Sposta la prenotazione di Bruno Verdi' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sposta', exact: true })
  await expectVisible(dialog.getByText('Primo posto libero'))
  await typeDate(dialog, 'Data prenotazione', later)
  await typeTime(dialog, 'Orario', '15:00')
  await dialog.getByRole('button', { name: 'Sposta', exact: true }).click()
  await expectHidden(dialog)
  await expectVisible(panel.getByText(`Spostata a ${formatShortDay(later)}, 15:00 - 16:00`))
  await panel.getByRole('button', { name: 'Fatto' }).click()
  await expectHidden(panel)
  const date = await page
    .getByRole('row')
    .getByRole('button', { name: toItalianDate(day) })
    .boundingBox()
  expect(date!.height, 'one line').toBeLessThan(40)
  expect((await business.bookings()).map(({ name, visit_day }) => [name, visit_day])).toEqual([
    ['Anna', day],
    ['Dario', business.day(4)],
    ['Bruno', later],
  ])

  await openScreen(page, 'Dashboard')
  const cell = page.getByRole('gridcell', { name: formatDay(day) })
  await expectVisible(cell.getByText('Chiuso'))
  expect(await cell.textContent()).toContain('Chiuso fino alle 20:30')
  await cell.getByRole('button').click()
  const closures = page.getByRole('list', { name: 'Chiusure' })
  await expectVisible(closures.getByText('Motivo: Lavori'))
  expect(await closures.textContent()).toBe('Chiuso fino alle 20:30Motivo: LavoriCalendario: Sala')
  await expectFitsWidth(page)
})

test('a panel closes by Escape, its button or a click outside, the next one shows its own data, and it scrolls at 400 % zoom', {
  tags: ['2.56', '2.87', '9.24', '13.41'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness({ services: [{ name: 'Taglio' }, { name: 'Piega', position: 2 }] })
  const page = await openAdmin(business, '/user')
  const create = page.getByRole('button', { name: 'Nuovo utente' })
  const panel = page.getByRole('dialog', { name: 'Nuovo utente' })
  const ways = [
    () => page.keyboard.press('Escape'),
    () => panel.getByRole('button', { name: 'Chiudi', exact: true }).click(),
    () => page.mouse.click(200, 400),
  ]
  for (const close of ways) {
    await create.click()
    expect(await byExactLabel(panel, 'Nome').inputValue()).toBe('')
    expect((await panel.boundingBox())!.width).toBeCloseTo(600, 1)
    await byExactLabel(panel, 'Nome').fill('Carla')
    await close()
    await expectHidden(panel)
    await expectFocused(create)
  }

  await openScreen(page, 'Servizi')
  const service = page.getByRole('dialog')
  const name = byExactLabel(service, 'Nome')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.getByRole('row').filter({ hasText: 'Taglio' }).click()
  expect(await name.inputValue()).toBe('Taglio')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Piega' }).click()
  expect(await name.inputValue()).toBe('Piega')
  await page.keyboard.press('Escape')
  await expectHidden(service)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 200 })
  await page.getByRole('button', { name: 'Nuovo servizio' }).click()
  await expectFocused(name)
  const price = service.getByLabel('Prezzo (€)')
  await price.focus()
  await expectInView(price)
  await expectFitsWidth(page)
  const submit = service.getByRole('button', { name: 'Aggiungi servizio' })
  expect((await submit.boundingBox())!.y).toBeGreaterThan(200)
})
