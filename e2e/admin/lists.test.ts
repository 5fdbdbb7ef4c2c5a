import { formatDate, formatDay, formatShortDay } from '@prenoto/core/time/format.ts'
import { toItalianDate } from '@prenoto/core/time/plain-date.ts'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { fitsWidth, focused, gone, seen, told } from '../support/look.ts'
import type { Shop } from '../support/shop.ts'
import { test, WIDTHS } from '../support/test.ts'
import { EMPTY_TIME, fieldOf, reads, typeDate, typeTime } from '../support/typing.ts'

type Screen = {
  path: string
  title: string
  columns: string[]
  create: string
  edit: string
  add: string
  created: string
  updated: string
  deleted: string
  /** Fills in the panel of a new item. */
  fill: (panel: Locator, page: Page, shop: Shop) => Promise<void>
  /** What its row shows then. */
  cells: (shop: Shop) => string[]
  /** The field that names the item, what it says at first and what it is changed to. */
  name: { label: string; first: string; after: string }
}

const exactly = (panel: Locator, label: string) => panel.getByLabel(label, { exact: true })

async function pickCalendar(panel: Locator, page: Page) {
  await panel.getByRole('button', { name: /Calendario/ }).click()
  await page.getByRole('option', { name: 'Sala' }).click()
}

const italian = (date: string) => date.split('-').reverse().join('-')

const SCREENS: Screen[] = [
  {
    path: '/user',
    title: 'Elenco utenti',
    columns: ['Nome', 'Cognome', 'Email', 'Ruolo', 'Stato'],
    create: 'Nuovo utente',
    edit: 'Modifica utente',
    add: 'Aggiungi utente',
    created: 'Utente creato con successo',
    updated: 'Utente aggiornato con successo',
    deleted: 'Utente eliminato con successo',
    fill: async (panel) => {
      await exactly(panel, 'Cognome').fill('Longo')
      await exactly(panel, 'Email').fill('longo@salone.example')
      await exactly(panel, 'Password').fill('Molto-Segreta-1')
      expect(await panel.getByLabel('Ruolo').inputValue()).toBe('editor')
      await panel.getByLabel('Ruolo').selectOption('Operatore')
    },
    cells: () => ['Carla', 'Longo', 'longo@salone.example', 'Operatore', 'Attivo'],
    name: { label: 'Nome', first: 'Carla', after: 'Lucia' },
  },
  {
    path: '/service',
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
    path: '/day_off',
    title: 'Elenco giorni di chiusura',
    columns: ['Data Inizio', 'Data Fine', 'Ora Inizio', 'Ora Fine', 'Motivo', 'Calendario'],
    create: 'Nuova chiusura',
    edit: 'Modifica chiusura',
    add: 'Aggiungi chiusura',
    created: 'Day Off creato con successo',
    updated: 'Day Off aggiornato con successo',
    deleted: 'Day Off eliminato con successo',
    fill: async (panel, page, shop) => {
      await typeDate(panel, 'Data inizio', shop.day(10))
      await typeDate(panel, 'Data fine', shop.day(12))
      await typeTime(panel, 'Ora inizio', '13:00')
      await typeTime(panel, 'Ora fine', '20:30')
      await pickCalendar(panel, page)
    },
    cells: (shop) => [italian(shop.day(10)), italian(shop.day(12)), '13:00', '20:30', 'Trasloco', 'Sala'],
    name: { label: 'Motivo', first: 'Trasloco', after: 'Lavori' },
  },
  {
    path: '/calendar',
    title: 'Elenco calendari',
    columns: ['Nome', 'Descrizione', 'Data Inizio', 'Data Fine'],
    create: 'Nuovo calendario',
    edit: 'Modifica calendario',
    add: 'Aggiungi calendario',
    created: 'Calendario creato con successo',
    updated: 'Calendario aggiornato con successo',
    deleted: 'Calendario eliminato con successo',
    fill: async (panel, _page, shop) => {
      await panel.getByLabel('Descrizione').fill('Al piano terra')
      await typeDate(panel, 'Data inizio', shop.today)
      expect(await panel.getByLabel(/Numero massimo/).inputValue()).toBe('1')
      await typeTime(panel, 'Lunedì, mattina, dalle', '08:00')
      await typeTime(panel, 'Lunedì, mattina, alle', '12:00')
    },
    cells: (shop) => ['Cabina', 'Al piano terra', italian(shop.today), '-'],
    name: { label: 'Nome', first: 'Cabina', after: 'Studio' },
  },
]

test.for(SCREENS.map((screen, i) => [screen.title, WIDTHS[i % 2]!, screen] as const))(
  '%s, %i px wide: something is added, changed and deleted',
  {
    tags: [
      '1.5',
      '2.68',
      '2.69',
      '2.70',
      '2.71',
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
  },
  async ([title, width, screen], { enter, newShop }) => {
    const shop = await newShop()
    const page = await enter(shop, screen.path, { width })
    const { label, first, after } = screen.name
    const row = (name: string) => page.getByRole('row').filter({ hasText: name })
    const create = page.getByRole('button', { name: screen.create })
    await seen(page.getByRole('heading', { level: 1, name: title }))

    await create.click()
    const panel = page.getByRole('dialog', { name: screen.create })
    await seen(panel)
    expect(await panel.getByRole('button', { name: /^(Elimina|Annulla)$/ }).count()).toBe(0)
    await exactly(panel, label).fill(first)
    await screen.fill(panel, page, shop)
    await panel.getByRole('button', { name: screen.add }).click()
    await told(page, screen.created)
    await gone(panel)
    await focused(create)
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(screen.columns)
    expect(await row(first).getByRole('cell').allInnerTexts()).toEqual(screen.cells(shop))

    await row(first).click()
    const edit = page.getByRole('dialog', { name: screen.edit })
    await exactly(edit, label).fill(after)
    await edit.getByRole('button', { name: 'Salva modifiche' }).click()
    await told(page, screen.updated)
    await gone(edit)
    await seen(row(after))
    await gone(row(first))

    await row(after).click()
    await edit.getByRole('button', { name: 'Annulla' }).click()
    await gone(edit)
    await row(after).click()
    await edit.getByRole('button', { name: 'Elimina' }).click()
    await told(page, screen.deleted)
    await gone(edit)
    await gone(row(after))
    await page.keyboard.press('Control+z')
    await told(page, 'Eliminazione annullata')
    await row(after).click()
    await edit.getByRole('button', { name: 'Elimina' }).click()
    await gone(edit)
    await gone(row(after))
    await page.reload()
    await create.click()
    expect(await row(after).count()).toBe(0)
  },
)

test('a service for several people, their calendars with an extra opening, and who of the staff is one of them', {
  tags: ['13.60', '13.61', '13.62'],
}, async ({ enter, newShop }) => {
  const shop = await newShop({ services: [{ name: 'Taglio', description: 'Con lavaggio.' }] })
  const long = `Maria${'a'.repeat(115)}`
  for (const name of ['Anna', 'Marta', long])
    await shop.insert('calendars', { name, description: 'Sì', from: '2020-01-01' })
  for (let i = 1; i <= 12; i += 1) await shop.insert('calendars', { name: `Cabina ${i}`, from: '2020-01-01' })
  const page = await enter(shop, '/service', { width: 360 })
  const panel = page.getByRole('dialog')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const group = (title: string) => panel.getByRole('button', { name: title, exact: true })
  const save = panel.getByRole('button', { name: 'Salva modifiche' })

  await row('Taglio').click()
  expect(await group('Chi e quando').getAttribute('aria-expanded')).toBe('false')
  await gone(panel.getByLabel('Tempo prima (min)'))
  await group('Chi e quando').click()
  await panel.getByRole('button', { name: /Anche su questi calendari/ }).click()
  expect(await page.getByRole('option', { name: 'Sala' }).count()).toBe(0)
  await page.getByRole('option', { name: 'Marta' }).click()
  await page.getByRole('option', { name: long }).click()
  await page.keyboard.press('End')
  await page.getByRole('option', { name: 'Cabina 10' }).click()
  await expectAccessible(page)
  await fitsWidth(page)
  await page.keyboard.press('Escape')
  await panel.getByLabel('Tempo prima (min)').fill('5')
  await panel.getByLabel('Tempo dopo (min)').fill('900')
  await panel.getByLabel('Un inizio ogni (min)').fill('15')
  await seen(panel.getByText('Al massimo 720 minuti.'))
  await group('Chi e quando').click()
  await seen(panel.getByText('Al massimo 720 minuti.'))
  await panel.getByLabel('Tempo dopo (min)').fill('')
  await save.click()
  await told(page, 'Servizio aggiornato con successo')
  await row('Taglio').click()
  await seen(panel.getByRole('button', { name: new RegExp(`^Marta, ${long} e Cabina 10 `) }))
  expect(await panel.getByLabel('Un inizio ogni (min)').inputValue()).toBe('15')
  expect(await panel.getByLabel('Tempo dopo (min)').inputValue()).toBe('0')
  await fitsWidth(page)

  await page.goto(shop.at('/calendar'))
  await row('Anna').click()
  await group('Per i clienti').click()
  await panel.getByLabel('Nome per i clienti').fill('Anna B.')
  await panel.getByLabel('Prenotazioni al giorno, al massimo').fill('4')
  await group('Aperture straordinarie').click()
  await panel.getByRole('button', { name: 'Nuova apertura' }).click()
  const extra = page.getByRole('dialog', { name: 'Nuova apertura straordinaria' })
  await typeDate(extra, 'Data', shop.day(3))
  await typeTime(extra, 'Dalle', '20:00')
  await typeTime(extra, 'Alle', '19:00')
  await exactly(extra, 'Motivo (facoltativo)').fill('Notte bianca')
  await extra.getByRole('button', { name: 'Aggiungi apertura' }).click()
  await seen(extra.getByText('La chiusura deve essere dopo l’apertura.'))
  await expectAccessible(page)
  await fitsWidth(page)
  await typeTime(extra, 'Alle', '23:00')
  await extra.getByRole('button', { name: 'Aggiungi apertura' }).click()
  await told(page, 'Apertura straordinaria creata con successo')
  await gone(extra)
  const evening = panel.getByRole('button', { name: `${formatDate(shop.day(3))}, 20:00 - 23:00` })
  await evening.click()
  const change = page.getByRole('dialog', { name: 'Modifica apertura straordinaria' })
  await typeTime(change, 'Alle', '22:00')
  await change.getByRole('button', { name: 'Salva modifiche' }).click()
  await gone(change)
  const shorter = panel.getByRole('button', { name: `${formatDate(shop.day(3))}, 20:00 - 22:00` })
  await shorter.click()
  await change.getByRole('button', { name: 'Elimina' }).click()
  await told(page, 'Apertura straordinaria eliminata con successo')
  await gone(shorter)
  await expect.poll(() => panel.first().evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Control+z')
  await seen(shorter)
  expect(await panel.getByLabel('Nome per i clienti').inputValue()).toBe('Anna B.')
  await expectAccessible(page)
  await save.click()
  await told(page, 'Calendario aggiornato con successo')

  await page.goto(shop.at('/user'))
  await row('Ada').click()
  await panel.getByRole('button', { name: /Calendario$/ }).click()
  await page.getByRole('option', { name: 'Marta' }).click()
  await save.click()
  await told(page, 'Utente aggiornato con successo')
  await row('Ada').click()
  await seen(panel.getByRole('button', { name: /^Marta Calendario$/ }))

  const headers = { authorization: `Bearer ${await shop.token()}` }
  const [{ body: listed }, { body: known }, { body: openings }] = await Promise.all([
    shop.api('GET', '/services', undefined, headers),
    shop.api('GET', '/calendars?per_page=20', undefined, headers),
    shop.api('GET', '/special-openings', undefined, headers),
  ])
  const idOf = (name: string) => known.calendars.find((calendar: { name: string }) => calendar.name === name).id
  const others = [idOf('Marta'), idOf(long), idOf('Cabina 10')]
  expect(listed.services).toMatchObject([
    { other_calendar_ids: others, buffer_before: 5, buffer_after: 0, slot_step: 15 },
  ])
  expect(known.calendars[1]).toMatchObject({ name: 'Anna', public_name: 'Anna B.', max_bookings_per_day: 4 })
  expect(openings.openings).toMatchObject([{ calendar_id: idOf('Anna'), hour_to: '22:00', reason: 'Notte bianca' }])
})

test.for([
  ['/service', 'Non ci sono servizi disponibili'],
  ['/day_off', 'Nessun giorno di chiusura disponibile'],
  ['/customer', 'Non ci sono clienti disponibili'],
] as const)('%s says when there is nothing', { tags: ['2.74', '2.75'] }, async ([path, text], { enter, newShop }) => {
  const page = await enter(await newShop({ services: [] }), path)
  await seen(page.getByText(text))
})

test('on a phone a hint says to scroll sideways', { tags: ['2.72'] }, async ({ enter, newShop }) => {
  const page = await enter(await newShop(), '/user', { width: 360 })
  const hint = page.getByText('Scorri lateralmente per vedere tutta la tabella.')
  await seen(hint)
  await page.setViewportSize({ width: 1280, height: 800 })
  await gone(hint)
})

test('what is still needed is not deleted: nothing is said, and it stays', { tags: ['4.21', '8.10'] }, async ({
  enter,
  newShop,
}) => {
  const page = await enter(await newShop(), '/calendar', { tolerates: /409|ApiError/ })
  // Somebody needs it since the panel was opened.
  await page.route(/\/deletion-blocker$/, (route) => route.fulfill({ json: { deletionBlocker: null } }))
  const row = page.getByRole('row').filter({ hasText: 'Sala' })
  await row.click()
  const panel = page.getByRole('dialog')
  const [answer] = await Promise.all([
    page.waitForResponse(/\/api\/calendars\/\d+$/),
    panel.getByRole('button', { name: 'Elimina' }).click(),
  ])
  expect(answer.status()).toBe(409)
  await gone(panel)
  await seen(row)
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('what would be refused in silence is prevented, with its reason', { tags: ['13.30'] }, async ({
  enter,
  newShop,
}) => {
  const shop = await newShop({ services: [{ name: 'Taglio' }, { name: 'Piega' }] })
  await shop.insertBooking({ visit_day: shop.day(1), visit_hour: '09:00' })
  await shop.insertBooking({ visit_day: shop.day(1), visit_hour: '10:00' })
  await shop.newUser({ name: 'Ugo', email: 'ugo@salone.example' })
  const page = await enter(shop, '/calendar')
  const panel = page.getByRole('dialog')
  const remove = panel.getByRole('button', { name: 'Elimina' })
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const menu = page.getByRole('complementary')

  await row('Sala').click()
  await seen(panel.getByText('Non si può eliminare: ha ancora 2 servizi e 2 prenotazioni future.'))
  expect(await remove.isDisabled()).toBe(true)
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await menu.getByRole('link', { name: 'Servizi' }).click()
  await row('Taglio').click()
  await seen(panel.getByText('Non si può eliminare: ha ancora 2 prenotazioni future.'))
  expect(await remove.isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await row('Piega').click()
  await expect.poll(() => remove.isEnabled()).toBe(true)
  await page.keyboard.press('Escape')

  await page.goto(shop.at('/user'))
  await row('Ada').click()
  await seen(panel.getByText('Non puoi eliminare il tuo utente.'))
  expect(await remove.isDisabled()).toBe(true)
  expect(await panel.getByLabel('Utente disattivato').isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Nuovo utente' }).click()
  const add = panel.getByRole('button', { name: 'Aggiungi utente' })
  const email = exactly(panel, 'Email')
  await email.fill('UGO@salone.example')
  await seen(panel.getByText('Esiste già un utente con questa email.'))
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  expect(await add.isDisabled()).toBe(true)
  await email.fill('ugo.riva@salone.example')
  await expect.poll(() => add.isEnabled()).toBe(true)
  await exactly(panel, 'Password').fill('debole')
  await seen(panel.getByText('Mancano ancora delle regole.'))
  expect(await add.isDisabled()).toBe(true)
  await exactly(panel, 'Password').fill('Molto-Segreta-1')
  await expect.poll(() => add.isEnabled()).toBe(true)
})

test('a closure that cannot be saved leaves its panel open, anything else closes it', {
  tags: ['4.21', '8.10'],
}, async ({ enter, newShop }) => {
  const shop = await newShop({ services: [{ name: 'Taglio', description: 'Con lavaggio.' }] })
  await shop.newDayOff({ day_from: shop.day(3), hour_from: '09:00', day_to: shop.day(3), hour_to: '12:00' })
  const page = await enter(shop, '/day_off', { tolerates: /500|ApiError/ })
  await page.route(/\/api\/(days_off|services)\/\d+$/, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: { detail: 'No.' } }) : route.continue(),
  )
  const panel = page.getByRole('dialog')
  const save = panel.getByRole('button', { name: 'Salva modifiche' })
  await page.getByRole('row').filter({ hasText: 'Ferie' }).click()
  await Promise.all([page.waitForResponse(/\/api\/days_off\/\d+$/), save.click()])
  await expect.poll(() => save.isEnabled()).toBe(true)
  await seen(panel)

  await page.goto(shop.at('/service'))
  await page.getByRole('row').filter({ hasText: 'Taglio' }).click()
  await Promise.all([page.waitForResponse(/\/api\/services\/\d+$/), save.click()])
  await gone(panel)
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a closure lists the bookings in it before it is saved; each is left, moved or cancelled, and the month shows it', {
  tags: ['13.7', '13.8', '13.169', '13.190'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  const [day, later] = [shop.day(3), shop.day(5)]
  for (const [visit_hour, name] of [
    ['09:00', 'Anna'],
    ['10:00', 'Bruno'],
    ['11:00', 'Carlo'],
  ] as const)
    await shop.insertBooking({ visit_day: day, visit_hour, name })
  await shop.insertBooking({ visit_day: shop.day(4), visit_hour: '09:00', name: 'Dario' })
  const page = await enter(shop, '/day_off', {
    width: 360,
    tolerates: /ERR_FAILED|No response from the server|ApiError/,
  })
  await page.getByRole('button', { name: 'Nuova chiusura' }).click()
  const panel = page.getByRole('dialog', { name: 'Nuova chiusura' })
  await SCREENS.find(({ path }) => path === '/day_off')!.fill(panel, page, shop)
  for (const label of ['Data inizio', 'Data fine']) await typeDate(panel, label, day)
  await exactly(panel, 'Motivo').fill('Lavori')

  await typeTime(panel, 'Ora inizio', '00:00')
  await seen(panel.getByText('3 prenotazioni in questo periodo'))
  await panel.getByLabel('Per tutte').selectOption('Disdici')
  await panel.getByLabel(/Anna Verdi/).selectOption('Lascia')
  await panel.getByLabel(/Bruno Verdi/).selectOption('Sposta')
  expect(await shop.bookings()).toHaveLength(4)
  await expectAccessible(page)
  await fitsWidth(page)
  await panel.getByRole('button', { name: 'Aggiungi chiusura' }).click()

  await told(page, 'Day Off creato con successo')
  await seen(panel.getByText('Queste prenotazioni sono ancora in agenda'))
  expect(await panel.getByRole('listitem').count()).toBe(1)
  await expect.poll(async () => (await shop.bookings()).map(({ name }) => name)).toEqual(['Anna', 'Bruno', 'Dario'])
  await expectAccessible(page)
  await page.route(/\/restore/, (route) => route.abort(), { times: 1 })
  await panel.getByRole('button', { name: 'Ripristina: una prenotazione' }).click()
  const failure = panel.getByRole('alert').filter({ hasText: 'No response from the server' })
  await seen(failure)
  await failure.getByRole('button', { name: 'Chiudi' }).click()
  await panel.getByRole('button', { name: 'Ripristina: una prenotazione' }).click()
  const cancelCarlo = panel.getByRole('button', { name: 'Disdici la prenotazione di Carlo Verdi' })
  await seen(cancelCarlo)
  expect(await shop.bookings()).toHaveLength(4)
  await cancelCarlo.click()
  await seen(panel.getByText('Disdetta'))
  await panel.getByRole('button', { name: 'Ripristina: prenotazione di Carlo Verdi' }).click()
  await cancelCarlo.click()
  await seen(panel.getByText('Disdetta'))

  await panel.getByRole('button', { name: 'Sposta la prenotazione di Bruno Verdi' }).click()
  const move = page.getByRole('dialog', { name: 'Sposta', exact: true })
  await seen(move.getByText('Primo posto libero'))
  await expectAccessible(page)
  await typeDate(move, 'Data prenotazione', later)
  await typeTime(move, 'Orario', '15:00')
  await move.getByRole('button', { name: 'Sposta', exact: true }).click()
  await gone(move)
  await seen(panel.getByText(`Spostata a ${formatShortDay(later)}, 15:00 - 16:00`))
  await panel.getByRole('button', { name: 'Fatto' }).click()
  await gone(panel)
  const date = await page
    .getByRole('row')
    .getByRole('button', { name: toItalianDate(day) })
    .boundingBox()
  expect(date!.height, 'one line').toBeLessThan(40)
  expect((await shop.bookings()).map(({ name, visit_day }) => [name, visit_day])).toEqual([
    ['Anna', day],
    ['Dario', shop.day(4)],
    ['Bruno', later],
  ])

  await page.goto(shop.at('/dashboard'))
  const cell = page.getByRole('gridcell', { name: formatDay(day) })
  await seen(cell.getByText('Chiuso'))
  expect(await cell.textContent()).toContain('Chiuso fino alle 20:30')
  await cell.getByRole('button').click()
  const closures = page.getByRole('list', { name: 'Chiusure' })
  await seen(closures.getByText('Motivo: Lavori'))
  expect(await closures.textContent()).toBe('Chiuso fino alle 20:30Motivo: LavoriCalendario: Sala')
  await expectAccessible(page)
  await fitsWidth(page)
})

test('a panel closes by Escape, by its button and by a click beside it, and forgets what was typed', {
  tags: ['2.56', '2.87', '9.24'],
}, async ({ enter, newShop }) => {
  const page = await enter(await newShop(), '/user')
  const create = page.getByRole('button', { name: 'Nuovo utente' })
  const panel = page.getByRole('dialog', { name: 'Nuovo utente' })
  const ways = [
    () => page.keyboard.press('Escape'),
    () => panel.getByRole('button', { name: 'Chiudi', exact: true }).click(),
    () => page.mouse.click(200, 400),
  ]
  for (const close of ways) {
    await create.click()
    expect(await exactly(panel, 'Nome').inputValue()).toBe('')
    expect((await panel.boundingBox())!.width).toBeCloseTo(600, 1)
    await exactly(panel, 'Nome').fill('Carla')
    await close()
    await gone(panel)
    await focused(create)
  }
})

test('a row clicked while another one’s panel still slides away shows its own data', async ({ enter, newShop }) => {
  const shop = await newShop({ services: [{ name: 'Taglio' }, { name: 'Piega', position: 2 }] })
  const page = await enter(shop, '/service', { motion: true })
  const panel = page.getByRole('dialog')
  await page.getByRole('row').filter({ hasText: 'Taglio' }).click()
  expect(await exactly(panel, 'Nome').inputValue()).toBe('Taglio')

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Piega' }).click()

  expect(await exactly(panel, 'Nome').inputValue()).toBe('Piega')
})

test('ten rows a page: the next ones load as one leafs, and sorting is by all of them', {
  tags: ['2.67', '9.8', '13.32'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  const reason = (n: number) => `Motivo ${String(n).padStart(2, '0')}`
  const numbered = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => reason(from + i))
  for (let n = 1; n <= 34; n += 1) {
    const day = shop.day(n)
    await shop.newDayOff({ day_from: day, hour_from: '09:00', day_to: day, hour_to: '12:00', reason: reason(n) })
  }
  const page = await enter(shop, '/day_off')
  const reasons = () => page.getByRole('cell').filter({ hasText: 'Motivo' }).allInnerTexts()
  const previous = page.getByRole('button', { name: 'Previous' })
  const next = page.getByRole('button', { name: 'Next' })

  await expect.poll(reasons).toEqual(numbered(1, 10))
  await seen(page.getByText('Page 1 of 4'))
  expect(await previous.isDisabled()).toBe(true)
  await next.click()
  await expect.poll(reasons).toEqual(numbered(11, 20))
  await next.click()
  await expect.poll(reasons).toEqual(numbered(21, 30))
  await next.click()
  await expect.poll(reasons).toEqual(numbered(31, 34))
  await seen(page.getByText('Page 4 of 4'))
  expect(await next.isDisabled()).toBe(true)
  await previous.click()
  await expect.poll(reasons).toEqual(numbered(21, 30))

  const head = page.getByRole('columnheader', { name: 'Motivo' })
  await head.getByRole('button').click()
  await seen(page.getByText('Page 1 of 4'))
  await head.getByRole('button').click()
  await expect.poll(reasons).toEqual(numbered(25, 34).reverse())
  expect(await head.getAttribute('aria-sort')).toBe('descending')
})

test('a calendar whose hours come in its timetables shows them', { tags: ['3.6'] }, async ({ enter, newShop }) => {
  const page = await enter(await newShop(), '/dashboard', { tolerates: /404/ })
  const head = {
    id: 7,
    name: 'Studio',
    description: 'Uno',
    from: '01-01-2026',
    to: '',
    simultaneous_bookings_number: 1,
  }
  const timetables = [{ monday_morning_from: '07:15', monday_morning_to: '11:45' }]
  await page.route(/\/api\/calendars\?/, (route) =>
    route.fulfill({ json: { calendars: [{ ...head, timetables }], last_id: 7, has_more: false } }),
  )
  await page.getByRole('complementary').getByRole('link', { name: 'Calendari' }).click()
  await page.getByRole('button', { name: 'Studio' }).click()
  const panel = page.getByRole('dialog', { name: 'Modifica calendario' })
  await reads(fieldOf(panel, 'Lunedì, mattina, dalle'), '07:15')
  await reads(fieldOf(panel, 'Lunedì, pomeriggio, dalle'), EMPTY_TIME)
})

test('a new service begins on calendar 1, or else the first one, and stays on the one that is chosen', {
  tags: ['9.22'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  for (let i = 1; i <= 11; i += 1) await shop.insert('calendars', { name: `Cabina ${i}`, from: '2020-01-01' })
  const page = await enter(shop, '/customer', { tolerates: /422|ApiError/ })
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/calendars') && asked.push(request.url()))
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>()
  await page.route('**/api/calendars?*', async (route) => {
    await mayCome
    await route.continue()
  })
  await page.getByRole('complementary').getByRole('link', { name: 'Servizi' }).click()
  await page.getByRole('button', { name: 'Nuovo servizio' }).click()
  const panel = page.getByRole('dialog', { name: 'Nuovo servizio' })
  for (const [label, text] of Object.entries({
    Nome: 'Piega',
    'Durata (min)': '30',
    'Prezzo (€)': '18',
    Descrizione: 'Sì',
  }))
    await panel.getByLabel(label, { exact: true }).fill(text)
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/api/services')),
    panel.getByRole('button', { name: 'Aggiungi servizio' }).click(),
  ])
  expect(sent.postDataJSON()).toMatchObject({ calendar_id: 1, color: '#FFFFFF', position: 1 })
  await gone(panel)
  letCome()
  await page.getByRole('button', { name: 'Nuovo servizio' }).click()

  await seen(panel.getByRole('button', { name: /^Sala Calendario$/ }))
  expect(asked.filter((url) => url.includes('last_id'))).toEqual([])

  await panel.getByRole('button', { name: /Calendario/ }).click()
  await page.getByRole('option', { name: 'Cabina 3' }).click()
  await seen(panel.getByRole('button', { name: /^Cabina 3 Calendario$/ }))
})
