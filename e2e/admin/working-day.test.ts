import type { DayOff } from '@prenoto/core/days-off/day-off-schema.ts'
import { formatDay, formatMonth } from '@prenoto/core/time/format.ts'
import { addDays, addMonths, toItalianDate } from '@prenoto/core/time/plain-date.ts'
import { expect } from 'vitest'
import { monthOf } from '../../web/src/lib/month-days.ts'
import { expectAccessible } from '../support/axe.ts'
import { effortOf } from '../support/effort.ts'
import { arrivedAt, fitsWidth, focused, gone, seen, told } from '../support/look.ts'
import type { Shop } from '../support/shop.ts'
import { test } from '../support/test.ts'
import { typeTime } from '../support/typing.ts'

/** The tasks of an ordinary day, and what each may take from the dashboard: one test a task. */

test('a visit is moved to tomorrow, same hour: 3 clicks', { tags: ['13.109'] }, async ({ enter, newShop }) => {
  const shop = await newShop()
  await shop.insertBooking({ visit_day: shop.today, visit_hour: '10:00' })
  const page = await enter(shop, '/dashboard', { tolerates: /409|ApiError/ })

  const effort = await effortOf(page, async () => {
    await page.getByRole('button', { name: 'Azioni per Giulia Verdi' }).click()
    await page.getByRole('menuitem', { name: 'Sposta' }).click()
    await page.getByRole('button', { name: 'Domani, stessa ora' }).click()
    await told(page, 'Prenotazione modificata con successo')
  })

  expect(effort).toEqual({ clicks: 3, drags: 0, keys: 0 })
  expect(await shop.bookings()).toMatchObject([{ visit_day: shop.day(1), visit_hour: '10:00:00' }])
  const day = page.getByRole('region', { name: `Appuntamenti del ${toItalianDate(shop.today)}` })
  await seen(day.getByText('Nessun appuntamento'))
  await page.getByRole('button', { name: 'Ripristina: prenotazione di Giulia Verdi' }).click()
  await told(page, 'Spostamento annullato')
  await seen(day.getByText('10:00 - 11:00'))

  const actions = page.getByRole('button', { name: 'Azioni per Giulia Verdi' })
  const dialog = page.getByRole('dialog', { name: 'Sposta' })
  await actions.press('Enter')
  await page.getByRole('menuitem', { name: 'Sposta' }).press('Enter')
  await seen(dialog.getByRole('button', { name: 'Tra una settimana, stessa ora' }))
  await typeTime(dialog, 'Orario', '22:00')
  await page.keyboard.press('Enter')
  await seen(dialog.getByText('L’orario è fuori dall’apertura.'))
  await expectAccessible(page)
  await fitsWidth(page)
  await page.keyboard.press('Escape')
  await gone(dialog)
  await focused(actions)
  expect(await shop.bookings()).toMatchObject([{ visit_day: shop.today, visit_hour: '10:00:00' }])
})

const mario = { name: 'Mario', surname: 'Rossi', email: 'mario@posta.example', telephone: '3471234567' }

test('a telephone booking of a known customer: a click on the free place, three letters, Enter, the button', {
  tags: ['13.94'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  await shop.insert('customers', {
    ...mario,
    identity: 'other',
    name: 'Anna',
    surname: 'Rosselli',
    telephone: '3470000000',
  })
  const customer_id = await shop.insert('customers', { ...mario, identity: 'mario' })
  await shop.insertBooking({ visit_day: shop.day(-7), visit_hour: '10:00', ...mario, customer_id })
  const page = await enter(shop, '/dashboard?vista=giorno')
  const panel = page.getByRole('dialog', { name: 'Nuova prenotazione' })

  const effort = await effortOf(page, async () => {
    await page.getByRole('button', { name: /^Libero.*dalle 14:00/ }).click({ position: { x: 20, y: 2 } })
    await focused(panel.getByRole('combobox', { name: 'Cerca cliente' }))
    await page.keyboard.type('ros')
    await seen(panel.getByRole('option', { name: 'Mario Rossi' }))
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await panel.getByRole('button', { name: 'Aggiungi prenotazione' }).click()
    await gone(panel)
  })

  expect(effort).toEqual({ clicks: 2, drags: 0, keys: 4 })
  expect(await shop.bookings()).toMatchObject([{}, { ...mario, visit_day: shop.today, visit_hour: '14:00:00' }])
})

test('a customer by four digits of their telephone: a key, four digits, Enter; a new booking by one key', {
  tags: ['13.93'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  const id = await shop.insert('customers', { ...mario, identity: 'mario' })
  const page = await enter(shop, '/dashboard')

  const effort = await effortOf(page, async () => {
    await page.keyboard.press('/')
    await focused(page.getByRole('combobox', { name: 'Cliente' }))
    await page.keyboard.type('4567')
    await seen(page.getByRole('option', { name: 'Mario Rossi' }))
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await arrivedAt(page, `/customer/${id}`)
    await focused(page.getByRole('heading', { level: 1, name: 'Mario Rossi' }))
  })

  expect(effort).toEqual({ clicks: 0, drags: 0, keys: 6 })

  await page.goto(shop.at('/dashboard'))
  const panel = page.getByRole('dialog', { name: 'Nuova prenotazione' })
  await seen(page.getByRole('button', { name: 'Nuova prenotazione' }).and(page.getByTitle('(tasto n)')))
  await page.keyboard.press('Control+n')
  await page.keyboard.press('n')
  await seen(panel)
  await panel.getByLabel('Nome', { exact: true }).press('n')
  expect(await panel.getByLabel('Nome', { exact: true }).inputValue()).toBe('n')
  expect(await page.getByRole('dialog').count()).toBe(1)
})

test('who comes next and who is here is seen without a click, in the month and in the agenda', {
  tags: ['13.106'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  await shop.insertBooking({
    visit_day: shop.today,
    visit_hour: '06:00',
    name: 'Paola',
    surname: 'Neri',
    service_duration: 60,
  })
  await shop.insertBooking({ visit_day: shop.today, visit_hour: '09:00' })
  const page = await enter(shop, '/dashboard')

  const areSeen = async () => {
    await seen(page.getByText('Prossimo: 09:00'))
    await seen(page.getByText(/^Giulia Verdi, Taglio · tra [23] h/))
    await seen(page.getByText('Paola Neri, Taglio · fino alle 07:00'))
  }

  expect(await effortOf(page, areSeen)).toEqual({ clicks: 0, drags: 0, keys: 0 })
  await page.goto(shop.at('/dashboard?vista=settimana'))
  expect(await effortOf(page, areSeen)).toEqual({ clicks: 0, drags: 0, keys: 0 })
})

test('today’s gaps are seen in the day: 1 click, and none once that is how one looks', { tags: ['13.104'] }, async ({
  enter,
  newShop,
}) => {
  const shop = await newShop()
  for (const visit_hour of ['09:00', '10:30', '15:00']) await shop.insertBooking({ visit_day: shop.today, visit_hour })
  const page = await enter(shop, '/dashboard')
  const gaps = page.getByRole('button', { name: /^Libero/ })
  const areSeen = () =>
    expect
      .poll(async () => (await gaps.allTextContents()).map((text) => text.slice(text.indexOf('dalle'))))
      .toEqual(['dalle 10:00 alle 10:30', 'dalle 11:30 alle 13:00', 'dalle 14:00 alle 15:00', 'dalle 16:00 alle 19:00'])

  const effort = await effortOf(page, async () => {
    await page.getByRole('button', { name: 'Giorno', exact: true }).click()
    await areSeen()
  })

  expect(effort).toEqual({ clicks: 1, drags: 0, keys: 0 })
  await page.goto(shop.at('/dashboard'))
  await areSeen()
})

test('a customer who is late is called: 2 clicks', { tags: ['13.116'] }, async ({ enter, newShop }) => {
  const shop = await newShop()
  await shop.insertBooking({ visit_day: shop.today, visit_hour: '10:00' })
  // A number has no host.
  const page = await enter(shop, '/dashboard', { tolerates: /^a request to $/ })
  const called = page.waitForRequest('tel:+393331234567')

  const effort = await effortOf(page, async () => {
    await page.getByRole('button', { name: 'Azioni per Giulia Verdi' }).click()
    await page.getByRole('menuitem', { name: 'Chiama' }).click()
  })

  await called
  expect(effort).toEqual({ clicks: 2, drags: 0, keys: 0 })
})

test('a visit that nobody came to is marked so: 2 clicks; colleagues see it, and the booking tells what has happened to it', {
  tags: ['13.114', '13.116'],
}, async ({ enter, newShop, open }) => {
  const shop = await newShop({ configuration: { app_name: 'Salone Aurora' } })
  const id = await shop.insertBooking({ visit_day: shop.today, visit_hour: '10:00' })
  const page = await enter(shop, '/dashboard')
  const token = await shop.token('operator', { name: 'Sara', surname: 'Gallo' })
  const colleague = await open(shop.at(`/appointments/${id}`), { token, width: 360 })
  const attendance = colleague.getByRole('group', { name: 'Esito della visita' })
  const story = colleague.getByRole('region', { name: 'Storia' })
  await seen(story.getByText('Prenotata dal sito'))
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Azioni per Giulia Verdi' }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }

  const effort = await effortOf(page, () => choose('Non presentato'))

  expect(effort).toEqual({ clicks: 2, drags: 0, keys: 0 })
  const agenda = page.getByRole('region', { name: /^Appuntamenti del/ })
  await seen(agenda.getByText('Non presentato'))
  await seen(attendance.getByRole('button', { name: 'Non presentato', pressed: true }))
  await seen(story.getByText('Segnata “Non presentato” da Ada Neri'))

  await expectAccessible(colleague)
  await fitsWidth(colleague)
  await attendance.getByRole('button', { name: 'Arrivato' }).click()
  await seen(agenda.getByText('Arrivato'))
  await choose('Togli “Arrivato”')
  await gone(agenda.getByText('Arrivato'))
  await seen(story.getByText('Esito tolto da Ada Neri'))

  await seen(colleague.getByText('g***@'))
  await colleague.getByRole('button', { name: 'Mostra i recapiti' }).click()
  await seen(colleague.getByText('3331234567'))
  const whatsApp = colleague.getByRole('link', { name: 'Scrivi su WhatsApp' })
  expect(new URL((await whatsApp.getAttribute('href'))!)).toMatchObject({
    pathname: '/393331234567',
    search: expect.stringContaining('Salone%20Aurora'),
  })
})

test('a booking with another number than the known one says so, and one press makes it the known one', {
  tags: ['4.34'],
}, async ({ newShop, open }) => {
  const shop = await newShop()
  await shop.book({ visit_day: shop.day(1), visit_hour: '10:00' })
  const { id } = await shop.book({ visit_day: shop.day(1), visit_hour: '11:00', telephone: '3470001111' })
  const token = await shop.token('operator')
  const page = await open(shop.at(`/appointments/${id}`), { token, width: 360 })
  await seen(page.getByText('Altro numero: *******111 (quello del cliente è *******567)'))
  await page.getByRole('button', { name: 'Mostra i recapiti' }).click()
  await seen(page.getByText('Altro numero: 3470001111 (quello del cliente è 3331234567)'))
  await expectAccessible(page)
  await fitsWidth(page)

  await page.getByRole('button', { name: 'Usa questo numero' }).click()

  await told(page, 'Numero del cliente aggiornato')
  await gone(page.getByText(/^Altro numero/))
  await seen(page.getByRole('region', { name: 'Storia' }).getByText(/^Numero usato per il cliente da/))
})

/** The closures as their list shows them: time, reason and how many calendars. */
async function closuresOf(shop: Shop) {
  const authorization = `Bearer ${await shop.token()}`
  const { body } = await shop.api('GET', '/days_off?grouped=true&per_page=100', undefined, { authorization })
  return (body.daysOff as DayOff[]).map(({ day_from, hour_from, day_to, hour_to, reason, calendars }) => [
    `${day_from} ${hour_from}`,
    `${day_to} ${hour_to}`,
    reason,
    calendars!.length,
  ])
}

test('a coming afternoon is closed, all calendars: 4 clicks', { tags: ['13.121'] }, async ({ enter, newShop }) => {
  const shop = await newShop()
  await shop.newOtherCalendar({ name: 'Studio' })
  const day = shop.day(3)
  await shop.insertBooking({ visit_day: day, visit_hour: '10:00', name: 'Anna' })
  await shop.insertBooking({ visit_day: day, visit_hour: '15:00', name: 'Bruno' })
  const page = await enter(shop, '/dashboard')
  const cell = page.getByRole('gridcell', { name: formatDay(day) })
  const panel = page.getByRole('dialog', { name: `Chiudi ${formatDay(day)}` })

  const effort = await effortOf(page, async () => {
    await cell.getByRole('button').click()
    await page.getByRole('button', { name: `Chiudi il giorno ${formatDay(day)}` }).click()
    await panel.getByRole('radio', { name: 'Pomeriggio' }).click()
    await seen(panel.getByText('Una prenotazione in questo periodo'))
    await seen(panel.getByRole('button', { name: /Tutti i calendari/ }))
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Aggiungi chiusura' }).click()
    await told(page, 'Day Off creato con successo')
  })

  expect(effort).toEqual({ clicks: 4, drags: 0, keys: 0 })
  const on = toItalianDate(day)
  expect(await closuresOf(shop)).toEqual([[`${on} 13:00`, `${on} 23:59`, 'Chiusura', 2]])
  expect(await shop.bookings()).toHaveLength(2)
  await seen(cell.getByText('Chiuso dalle 13:00 · tutti i calendari'))
  const closures = page.getByRole('list', { name: 'Chiusure' })
  await seen(closures.getByText('Tutti i calendari'))
  expect(await closures.getByRole('listitem').count()).toBe(1)
})

test('two weeks of a coming month are closed, all calendars, with the bookings inside: 6 clicks', {
  tags: ['13.118'],
}, async ({ enter, newShop }) => {
  const shop = await newShop()
  await shop.newOtherCalendar({ name: 'Studio' })
  const month = addMonths(monthOf(shop.today), 3)
  const [first, last] = [addDays(month, 2), addDays(month, 15)]
  for (const name of ['Anna', 'Bruno', 'Carlo'])
    await shop.insertBooking({ visit_day: addDays(month, 9), visit_hour: '10:00', name })
  const page = await enter(shop, '/dashboard')
  const panel = page.getByRole('dialog', { name: 'Ferie' })

  const effort = await effortOf(page, async () => {
    await page.getByRole('complementary').getByRole('link', { name: 'Giorni di chiusura' }).click()
    await page.getByRole('button', { name: 'Ferie' }).click()
    await panel.getByRole('button', { name: `${formatMonth(month).slice(0, 3)} ${month.slice(0, 4)}` }).click()
    await panel.getByRole('button', { name: formatDay(first) }).click()
    await panel.getByRole('button', { name: formatDay(last) }).click()
    await seen(panel.getByText('3 prenotazioni in questo periodo'))
    await seen(panel.getByText('Anna Verdi'))
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Aggiungi chiusura' }).click()
    await told(page, 'Day Off creato con successo')
  })

  expect(effort).toEqual({ clicks: 6, drags: 0, keys: 0 })
  const closed = [[`${toItalianDate(first)} 00:00`, `${toItalianDate(last)} 23:59`, 'Ferie', 2]]
  expect(await closuresOf(shop)).toEqual(closed)

  // All of them are opened again in one step, and closed again in another; then one of them is closed by itself.
  await page.getByRole('row').filter({ hasText: 'Tutti i calendari' }).click()
  const edit = page.getByRole('dialog', { name: 'Modifica chiusura' })
  await edit.getByRole('button', { name: 'Elimina' }).click()
  await seen(page.getByText('Nessun giorno di chiusura disponibile'))
  await page.getByRole('button', { name: 'Ripristina: Ferie' }).click()
  await page.getByRole('row').filter({ hasText: 'Tutti i calendari' }).click()
  await edit.getByLabel('Modifica per').selectOption('Solo Studio')
  await edit.getByLabel('Motivo').fill('Lavori')
  await edit.getByLabel('Per tutte').waitFor({ state: 'detached' })
  await edit.getByRole('button', { name: 'Salva modifiche' }).click()
  await told(page, 'Day Off aggiornato con successo')
  await seen(page.getByRole('row').filter({ hasText: /Ferie.*Sala/ }))
  await seen(page.getByRole('row').filter({ hasText: /Lavori.*Studio/ }))

  // The rest is emptied with it, and that is taken back.
  await page.getByRole('row').filter({ hasText: 'Ferie' }).click()
  await edit.getByLabel('Per tutte').selectOption('Disdici')
  await edit.getByRole('button', { name: 'Salva modifiche' }).click()
  await expect.poll(() => shop.bookings()).toEqual([])
  await page.getByRole('button', { name: 'Ripristina: 3 prenotazioni' }).click()
  await expect.poll(() => shop.bookings()).toHaveLength(3)
})

test('the public holidays that are offered are closed, all calendars: 3 clicks', { tags: ['13.120'] }, async ({
  enter,
  newShop,
}) => {
  const shop = await newShop()
  await shop.newOtherCalendar({ name: 'Studio' })
  const page = await enter(shop, '/dashboard')
  const panel = page.getByRole('dialog', { name: 'Festività' })
  let offered = 0

  const effort = await effortOf(page, async () => {
    await page.getByRole('complementary').getByRole('link', { name: 'Giorni di chiusura' }).click()
    await page.getByRole('button', { name: 'Festività' }).click()
    await seen(panel.getByText('Natale di Gesù').first())
    offered = await panel.getByRole('checkbox', { checked: true }).count()
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Chiudi in questi giorni' }).click()
    await told(page, 'Day Off creato con successo')
  })

  expect(effort).toEqual({ clicks: 3, drags: 0, keys: 0 })
  const closures = await closuresOf(shop)
  expect(closures).toHaveLength(offered)
  expect(closures.every(([, , , calendars]) => calendars === 2)).toBe(true)
  await page.getByRole('button', { name: 'Festività' }).click()
  await expect.poll(() => panel.getByText('già chiuso').count()).toBe(offered)
  await seen(panel.getByRole('button', { name: 'Chiudi in questi giorni', disabled: true }))
})
