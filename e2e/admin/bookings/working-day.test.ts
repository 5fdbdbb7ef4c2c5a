import type { DayOff } from '@prenoto/core/schedule/day-off-schema.ts'
import { formatDay, formatMonth } from '@prenoto/core/time/format.ts'
import { addDays, addMonths, toItalianDate } from '@prenoto/core/time/plain-date.ts'
import { expect } from 'vitest'
import { firstOfMonth } from '../../../web/src/lib/month-days.ts'
import { expectAccessible } from '../../support/axe.ts'
import type { Business } from '../../support/business.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectMessage,
  expectVisible,
  waitForPath,
} from '../../support/expectations.ts'
import { countInteractions } from '../../support/interactions.ts'
import { openScreen } from '../../support/menu.ts'
import { test } from '../../support/test.ts'
import { typeTime } from '../../support/typing.ts'

/** Limits on the clicks and keys of everyday tasks, starting from the dashboard. */

test('calling a late customer takes 2 clicks, rescheduling a visit to the same hour tomorrow 3', {
  tags: ['13.109', '13.116'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  await business.insertBooking({ visit_day: business.today, visit_hour: '10:00' })
  // A telephone link has no host.
  const page = await openAdmin(business, '/dashboard', { allowedErrors: /409|ApiError|^a request to $/ })

  const called = page.waitForRequest('tel:+393331234567')
  const call = await countInteractions(page, async () => {
    await page.getByRole('button', { name: 'Azioni per Giulia Verdi' }).click()
    await page.getByRole('menuitem', { name: 'Chiama' }).click()
  })
  await called
  expect(call).toEqual({ clicks: 2, drags: 0, keys: 0 })

  const interactions = await countInteractions(page, async () => {
    await page.getByRole('button', { name: 'Azioni per Giulia Verdi' }).click()
    await page.getByRole('menuitem', { name: 'Sposta' }).click()
    await page.getByRole('button', { name: 'Domani, stessa ora' }).click()
    await expectMessage(page, 'Prenotazione modificata con successo')
  })

  expect(interactions).toEqual({ clicks: 3, drags: 0, keys: 0 })
  expect(await business.bookings()).toMatchObject([{ visit_day: business.day(1), visit_hour: '10:00:00' }])
  const day = page.getByRole('region', { name: `Appuntamenti del ${toItalianDate(business.today)}` })
  await expectVisible(day.getByText('Nessun appuntamento'))
  await page.getByRole('button', { name: 'Ripristina: prenotazione di Giulia Verdi' }).click()
  await expectMessage(page, 'Spostamento annullato')
  await expectVisible(day.getByText('10:00 - 11:00'))

  const actions = page.getByRole('button', { name: 'Azioni per Giulia Verdi' })
  const dialog = page.getByRole('dialog', { name: 'Sposta' })
  await actions.press('Enter')
  await page.getByRole('menuitem', { name: 'Sposta' }).press('Enter')
  await expectVisible(dialog.getByRole('button', { name: 'Tra una settimana, stessa ora' }))
  await typeTime(dialog, 'Orario', '22:00')
  await page.keyboard.press('Enter')
  await expectVisible(dialog.getByText('L’orario è fuori dall’apertura.'))
  await expectAccessible(page)
  await expectFitsWidth(page)
  await page.keyboard.press('Escape')
  await expectHidden(dialog)
  await expectFocused(actions)
  expect(await business.bookings()).toMatchObject([{ visit_day: business.today, visit_hour: '10:00:00' }])
})

const mario = { name: 'Mario', surname: 'Rossi', email: 'mario@posta.example', telephone: '3471234567' }

test('finding a customer by telephone takes a key, four digits and Enter, a new booking one key, and one in a gap a click and three letters', {
  tags: ['13.93', '13.94'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  await business.insert('customers', {
    ...mario,
    identity: 'other',
    name: 'Anna',
    surname: 'Rosselli',
    telephone: '3470000000',
  })
  const id = await business.insert('customers', { ...mario, identity: 'mario' })
  await business.insertBooking({ visit_day: business.day(-7), visit_hour: '10:00', ...mario, customer_id: id })
  const page = await openAdmin(business, '/dashboard')

  const interactions = await countInteractions(page, async () => {
    await page.keyboard.press('/')
    await expectFocused(page.getByRole('combobox', { name: 'Cliente' }))
    await page.keyboard.type('4567')
    await expectVisible(page.getByRole('option', { name: 'Mario Rossi' }))
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await waitForPath(page, `/customer/${id}`)
    await expectFocused(page.getByRole('heading', { level: 1, name: 'Mario Rossi' }))
  })

  expect(interactions).toEqual({ clicks: 0, drags: 0, keys: 6 })

  await openScreen(page, 'Dashboard')
  const panel = page.getByRole('dialog', { name: 'Nuova prenotazione' })
  await expectVisible(page.getByRole('button', { name: 'Nuova prenotazione' }).and(page.getByTitle('(tasto n)')))
  await page.keyboard.press('Control+n')
  await page.keyboard.press('n')
  await expectVisible(panel)
  await panel.getByLabel('Nome', { exact: true }).press('n')
  expect(await panel.getByLabel('Nome', { exact: true }).inputValue()).toBe('n')
  expect(await page.getByRole('dialog').count()).toBe(1)

  await panel.getByLabel('Nome', { exact: true }).fill('')
  await page.keyboard.press('Escape')
  await expectHidden(panel)
  await page.getByRole('button', { name: 'Giorno', exact: true }).click()
  const booked = await countInteractions(page, async () => {
    await page.getByRole('button', { name: /^Libero.*dalle 14:00/ }).click({ position: { x: 20, y: 2 } })
    await expectFocused(panel.getByRole('combobox', { name: 'Cerca cliente' }))
    await page.keyboard.type('ros')
    await expectVisible(panel.getByRole('option', { name: 'Mario Rossi' }))
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => panel.getByRole('radio', { name: '14:00' }).isChecked()).toBe(true)
    await panel.getByRole('button', { name: 'Aggiungi prenotazione' }).click()
    await expectHidden(panel)
  })

  expect(booked).toEqual({ clicks: 2, drags: 0, keys: 4 })
  expect(await business.bookings()).toMatchObject([{}, { ...mario, visit_day: business.today, visit_hour: '14:00:00' }])
})

test('the next visit, the present customers and the gaps of today show after at most 1 click, or none in the remembered view', {
  tags: ['13.104', '13.106'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  await business.insertBooking({
    visit_day: business.today,
    visit_hour: '06:00',
    name: 'Paola',
    surname: 'Neri',
    service_duration: 60,
  })
  for (const visit_hour of ['09:00', '10:30', '15:00'])
    await business.insertBooking({ visit_day: business.today, visit_hour })
  const page = await openAdmin(business, '/dashboard')

  const expectShown = async () => {
    await expectVisible(page.getByText('Prossimo: 09:00'))
    await expectVisible(page.getByText(/^Giulia Verdi, Taglio · tra [23] h/))
    await expectVisible(page.getByText('Paola Neri, Taglio · fino alle 07:00'))
  }

  expect(await countInteractions(page, expectShown)).toEqual({ clicks: 0, drags: 0, keys: 0 })
  await page.getByRole('button', { name: 'Settimana', exact: true }).click()
  expect(await countInteractions(page, expectShown)).toEqual({ clicks: 0, drags: 0, keys: 0 })

  const gaps = page.getByRole('button', { name: /^Libero/ })
  const expectGaps = () =>
    expect
      .poll(async () => (await gaps.allTextContents()).map((text) => text.slice(text.indexOf('dalle'))))
      .toEqual(['dalle 10:00 alle 10:30', 'dalle 11:30 alle 13:00', 'dalle 14:00 alle 15:00', 'dalle 16:00 alle 19:00'])

  const interactions = await countInteractions(page, async () => {
    await page.getByRole('button', { name: 'Giorno', exact: true }).click()
    await expectGaps()
  })

  expect(interactions).toEqual({ clicks: 1, drags: 0, keys: 0 })
  await page.goto(business.at('/dashboard'))
  await expectGaps()
})

test('marking a no-show takes 2 clicks, shows to other users and is in the history of the booking', {
  tags: ['13.114', '13.116'],
}, async ({ openAdmin, newBusiness, open }) => {
  const business = await newBusiness({ configuration: { app_name: 'Salone Aurora' } })
  const id = await business.insertBooking({ visit_day: business.today, visit_hour: '10:00' })
  const page = await openAdmin(business, '/dashboard')
  const token = await business.token('operator', { name: 'Sara', surname: 'Gallo' })
  const colleague = await open(business.at(`/appointments/${id}`), { token, width: 360 })
  const attendance = colleague.getByRole('group', { name: 'Esito della visita' })
  const story = colleague.getByRole('region', { name: 'Storia' })
  await expectVisible(story.getByText('Prenotata dal sito'))
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Azioni per Giulia Verdi' }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }

  const interactions = await countInteractions(page, () => choose('Non presentato'))

  expect(interactions).toEqual({ clicks: 2, drags: 0, keys: 0 })
  const agenda = page.getByRole('region', { name: /^Appuntamenti del/ })
  await expectVisible(agenda.getByText('Non presentato'))
  await expectVisible(attendance.getByRole('button', { name: 'Non presentato', pressed: true }))
  await expectVisible(story.getByText('Segnata “Non presentato” da Ada Neri'))

  await expectAccessible(colleague)
  await expectFitsWidth(colleague)
  await attendance.getByRole('button', { name: 'Arrivato' }).click()
  await expectVisible(agenda.getByText('Arrivato'))
  await choose('Togli “Arrivato”')
  await expectHidden(agenda.getByText('Arrivato'))
  await expectVisible(story.getByText('Esito tolto da Ada Neri'))

  await expectVisible(colleague.getByText('g***@'))
  await colleague.getByRole('button', { name: 'Mostra i recapiti' }).click()
  await expectVisible(colleague.getByText('3331234567'))
  const whatsApp = colleague.getByRole('link', { name: 'Scrivi su WhatsApp' })
  expect(new URL((await whatsApp.getAttribute('href'))!)).toMatchObject({
    pathname: '/393331234567',
    search: expect.stringContaining('Salone%20Aurora'),
  })
})

test('a booking with another telephone number shows it, and one click saves it for the customer', {
  tags: ['4.34'],
}, async ({ newBusiness, open }) => {
  const business = await newBusiness()
  await business.book({ visit_day: business.day(1), visit_hour: '10:00' })
  const { id } = await business.book({ visit_day: business.day(1), visit_hour: '11:00', telephone: '3470001111' })
  const token = await business.token('operator')
  const page = await open(business.at(`/appointments/${id}`), { token, width: 360 })
  await expectVisible(page.getByText('Altro numero: *******111 (quello del cliente è *******567)'))
  await page.getByRole('button', { name: 'Mostra i recapiti' }).click()
  await expectVisible(page.getByText('Altro numero: 3470001111 (quello del cliente è 3331234567)'))
  await expectAccessible(page)
  await expectFitsWidth(page)

  await page.getByRole('button', { name: 'Usa questo numero' }).click()

  await expectMessage(page, 'Numero del cliente aggiornato')
  await expectHidden(page.getByText(/^Altro numero/))
  await expectVisible(page.getByRole('region', { name: 'Storia' }).getByText(/^Numero usato per il cliente da/))
})

/** The closing days: time, reason and number of calendars. */
async function listClosures(business: Business) {
  const authorization = `Bearer ${await business.token()}`
  const { body } = await business.api('GET', '/days_off?grouped=true&per_page=100', undefined, { authorization })
  return (body.daysOff as DayOff[]).map(({ day_from, hour_from, day_to, hour_to, reason, calendars }) => [
    `${day_from} ${hour_from}`,
    `${day_to} ${hour_to}`,
    reason,
    calendars!.length,
  ])
}

test('closing all calendars takes 4 clicks for an afternoon, 3 for the suggested public holidays', {
  tags: ['13.120', '13.121'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  await business.newOtherCalendar({ name: 'Studio' })
  const day = business.day(3)
  await business.insertBooking({ visit_day: day, visit_hour: '10:00', name: 'Anna' })
  await business.insertBooking({ visit_day: day, visit_hour: '15:00', name: 'Bruno' })
  const page = await openAdmin(business, '/dashboard')
  const cell = page.getByRole('gridcell', { name: formatDay(day) })
  const panel = page.getByRole('dialog', { name: `Chiudi ${formatDay(day)}` })

  const interactions = await countInteractions(page, async () => {
    await cell.getByRole('button').click()
    await page.getByRole('button', { name: `Chiudi il giorno ${formatDay(day)}` }).click()
    await panel.getByRole('radio', { name: 'Pomeriggio' }).click()
    await expectVisible(panel.getByText('Una prenotazione in questo periodo'))
    await expectVisible(panel.getByRole('button', { name: /Tutti i calendari/ }))
    await panel.getByRole('button', { name: 'Aggiungi chiusura' }).click()
    await expectMessage(page, 'Day Off creato con successo')
  })

  expect(interactions).toEqual({ clicks: 4, drags: 0, keys: 0 })
  const on = toItalianDate(day)
  expect(await listClosures(business)).toEqual([[`${on} 13:00`, `${on} 23:59`, 'Chiusura', 2]])
  expect(await business.bookings()).toHaveLength(2)
  await expectVisible(cell.getByText('Chiuso dalle 13:00 · tutti i calendari'))
  const closures = page.getByRole('list', { name: 'Chiusure' })
  await expectVisible(closures.getByText('Tutti i calendari'))
  expect(await closures.getByRole('listitem').count()).toBe(1)

  const holidays = page.getByRole('dialog', { name: 'Festività' })
  let offered = 0

  const clicks = await countInteractions(page, async () => {
    await page.getByRole('complementary').getByRole('link', { name: 'Giorni di chiusura' }).click()
    await page.getByRole('button', { name: 'Festività' }).click()
    await expectVisible(holidays.getByText('Natale di Gesù').first())
    offered = await holidays.getByRole('checkbox', { checked: true }).count()
    // A fading message has too little contrast, and hides the next one from the test.
    await expectHidden(page.getByText('Day Off creato con successo'))
    await expectAccessible(page)
    await holidays.getByRole('button', { name: 'Chiudi in questi giorni' }).click()
    await expectMessage(page, 'Day Off creato con successo')
  })

  expect(clicks).toEqual({ clicks: 3, drags: 0, keys: 0 })
  await expectHidden(holidays)
  const closed = (await listClosures(business)).filter(([, , reason]) => reason !== 'Chiusura')
  expect(closed).toHaveLength(offered)
  expect(closed.every(([, , , calendars]) => calendars === 2)).toBe(true)
  await page.getByRole('button', { name: 'Festività' }).click()
  await expect.poll(() => holidays.getByText('già chiuso').count()).toBe(offered)
  await expectVisible(holidays.getByRole('button', { name: 'Chiudi in questi giorni', disabled: true }))
})

test('closing two weeks of all calendars with the bookings inside takes 6 clicks', {
  tags: ['13.118'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  await business.newOtherCalendar({ name: 'Studio' })
  const month = addMonths(firstOfMonth(business.today), 3)
  const [first, last] = [addDays(month, 2), addDays(month, 15)]
  for (const name of ['Anna', 'Bruno', 'Carlo'])
    await business.insertBooking({ visit_day: addDays(month, 9), visit_hour: '10:00', name })
  const page = await openAdmin(business, '/dashboard')
  const panel = page.getByRole('dialog', { name: 'Ferie' })

  const interactions = await countInteractions(page, async () => {
    await page.getByRole('complementary').getByRole('link', { name: 'Giorni di chiusura' }).click()
    await page.getByRole('button', { name: 'Ferie' }).click()
    await panel.getByRole('button', { name: `${formatMonth(month).slice(0, 3)} ${month.slice(0, 4)}` }).click()
    await panel.getByRole('button', { name: formatDay(first) }).click()
    await panel.getByRole('button', { name: formatDay(last) }).click()
    await expectVisible(panel.getByText('3 prenotazioni in questo periodo'))
    await expectVisible(panel.getByText('Anna Verdi'))
    await panel.getByRole('button', { name: 'Aggiungi chiusura' }).click()
    await expectMessage(page, 'Day Off creato con successo')
  })

  expect(interactions).toEqual({ clicks: 6, drags: 0, keys: 0 })
  const closed = [[`${toItalianDate(first)} 00:00`, `${toItalianDate(last)} 23:59`, 'Ferie', 2]]
  expect(await listClosures(business)).toEqual(closed)

  // The closure of all calendars is deleted and restored; then one calendar gets a reason of its own.
  await page.getByRole('row').filter({ hasText: 'Tutti i calendari' }).click()
  const edit = page.getByRole('dialog', { name: 'Modifica chiusura' })
  await edit.getByRole('button', { name: 'Elimina' }).click()
  await expectVisible(page.getByText('Nessun giorno di chiusura disponibile'))
  await page.getByRole('button', { name: 'Ripristina: Ferie' }).click()
  await page.getByRole('row').filter({ hasText: 'Tutti i calendari' }).click()
  await edit.getByLabel('Modifica per').selectOption('Solo Studio')
  await edit.getByLabel('Motivo').fill('Lavori')
  await edit.getByLabel('Per tutte').waitFor({ state: 'detached' })
  await edit.getByRole('button', { name: 'Salva modifiche' }).click()
  await expectMessage(page, 'Day Off aggiornato con successo')
  await expectVisible(page.getByRole('row').filter({ hasText: /Ferie.*Sala/ }))
  await expectVisible(page.getByRole('row').filter({ hasText: /Lavori.*Studio/ }))

  // Changing the closure cancels its bookings; undo restores them.
  await page.getByRole('row').filter({ hasText: 'Ferie' }).click()
  await edit.getByLabel('Per tutte').selectOption('Disdici')
  await edit.getByRole('button', { name: 'Salva modifiche' }).click()
  await expect.poll(() => business.bookings()).toEqual([])
  await page.getByRole('button', { name: 'Ripristina: 3 prenotazioni' }).click()
  await expect.poll(() => business.bookings()).toHaveLength(3)
})
