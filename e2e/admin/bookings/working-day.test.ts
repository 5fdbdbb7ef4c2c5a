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
  pressEnter,
  waitForPath,
} from '../../support/expectations.ts'
import { countInteractions } from '../../support/interactions.ts'
import { openScreen } from '../../support/menu.ts'
import { test } from '../../support/test.ts'
import { typeTime } from '../../support/typing.ts'

/** Limits on the clicks and keys of everyday tasks, starting from the dashboard. */

test('calling a late customer and marking a no-show take 2 clicks, rescheduling a visit to the same hour tomorrow 3; colleagues see it', {
  tags: ['4.34', '13.109', '13.114', '13.116'],
}, async ({ openAdmin, newBusiness, open }) => {
  const business = await newBusiness({ configuration: { app_name: 'Salone Aurora' } })
  await business.book({ visit_day: business.day(7), visit_hour: '10:00' })
  const { id } = await business.book({ visit_day: business.today, visit_hour: '10:00', telephone: '3470001111' })
  // A telephone link has no host.
  const page = await openAdmin(business, '/dashboard', { allowedErrors: /409|ApiError|^a request to $/ })
  const token = await business.token('operator', { name: 'Sara', surname: 'Gallo' })
  const colleague = await open(business.at(`/appointments/${id}`), { token, width: 360 })
  const attendance = colleague.getByRole('group', { name: 'Esito della visita' })
  const story = colleague.getByRole('region', { name: 'Storia' })
  await expectVisible(story.getByText('Prenotata dal sito'))
  const actions = page.getByRole('button', { name: 'Azioni per Giulia Verdi' })
  const choose = async (action: string) => {
    await actions.click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }

  const called = page.waitForRequest('tel:+393470001111')
  expect(await countInteractions(page, () => choose('Chiama'))).toEqual({ clicks: 2, drags: 0, keys: 0 })
  await called

  expect(await countInteractions(page, () => choose('Non presentato'))).toEqual({ clicks: 2, drags: 0, keys: 0 })
  const agenda = page.getByRole('region', { name: `Appuntamenti del ${toItalianDate(business.today)}` })
  await expectVisible(agenda.getByText('Non presentato'))
  await expectVisible(attendance.getByRole('button', { name: 'Non presentato', pressed: true }))
  await expectVisible(story.getByText('Segnata “Non presentato” da Ada Neri'))
  await attendance.getByRole('button', { name: 'Arrivato' }).click()
  await expectVisible(agenda.getByText('Arrivato'))
  await choose('Togli “Arrivato”')
  await expectHidden(agenda.getByText('Arrivato'))
  await expectVisible(story.getByText('Esito tolto da Ada Neri'))

  await expectVisible(colleague.getByText('g***@'))
  await expectVisible(colleague.getByText('Altro numero: *******111 (quello del cliente è *******567)'))
  await colleague.getByRole('button', { name: 'Mostra i recapiti' }).click()
  await expectVisible(colleague.getByText('Altro numero: 3470001111 (quello del cliente è 3331234567)'))
  const whatsApp = colleague.getByRole('link', { name: 'Scrivi su WhatsApp' })
  expect(new URL((await whatsApp.getAttribute('href'))!)).toMatchObject({
    pathname: '/393470001111',
    search: expect.stringContaining('Salone%20Aurora'),
  })
  await expectFitsWidth(colleague)
  await colleague.getByRole('button', { name: 'Usa questo numero' }).click()
  await expectMessage(colleague, 'Numero del cliente aggiornato')
  await expectHidden(colleague.getByText(/^Altro numero/))
  await expectVisible(story.getByText(/^Numero usato per il cliente da/))

  const interactions = await countInteractions(page, async () => {
    await choose('Sposta')
    await page.getByRole('button', { name: 'Domani, stessa ora' }).click()
    await expectMessage(page, 'Prenotazione modificata con successo')
  })

  expect(interactions).toEqual({ clicks: 3, drags: 0, keys: 0 })
  expect((await business.bookings())[0]).toMatchObject({ visit_day: business.day(1), visit_hour: '10:00:00' })
  await expectVisible(agenda.getByText('Nessun appuntamento'))
  await page.getByRole('button', { name: 'Ripristina: prenotazione di Giulia Verdi' }).click()
  await expectMessage(page, 'Spostamento annullato')
  await expectVisible(agenda.getByText('10:00 - 11:00'))

  const dialog = page.getByRole('dialog', { name: 'Sposta' })
  await pressEnter(actions)
  await pressEnter(page.getByRole('menuitem', { name: 'Sposta' }))
  await expectVisible(dialog.getByRole('button', { name: 'Tra una settimana, stessa ora' }))
  await typeTime(dialog, 'Orario', '22:00')
  await page.keyboard.press('Enter')
  await expectVisible(dialog.getByText('L’orario è fuori dall’apertura.'))
  await expectAccessible(page)
  await expectFitsWidth(page)
  await page.keyboard.press('Escape')
  await expectHidden(dialog)
  await expectFocused(actions)
  expect((await business.bookings())[0]).toMatchObject({ visit_day: business.today, visit_hour: '10:00:00' })
})

const mario = { name: 'Mario', surname: 'Rossi', email: 'mario@posta.example', telephone: '3471239876' }

test('the present and the next customer show without a click, the gaps of today after one; four digits find a customer, a click and three letters book a gap', {
  tags: ['13.93', '13.94', '13.104', '13.106'],
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
  await business.insertBooking({ visit_day: business.today, visit_hour: '06:00', name: 'Paola', surname: 'Neri' })
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
  await expectShown()

  const interactions = await countInteractions(page, async () => {
    await page.keyboard.press('/')
    await expectFocused(page.getByRole('combobox', { name: 'Cliente' }))
    await page.keyboard.type('9876')
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

  const gaps = page.getByRole('button', { name: /^Libero/ })
  const gapClicks = await countInteractions(page, async () => {
    await page.getByRole('button', { name: 'Giorno', exact: true }).click()
    await expect
      .poll(async () => (await gaps.allTextContents()).map((text) => text.slice(text.indexOf('dalle'))))
      .toEqual(['dalle 10:00 alle 10:30', 'dalle 11:30 alle 13:00', 'dalle 14:00 alle 15:00', 'dalle 16:00 alle 19:00'])
  })

  expect(gapClicks).toEqual({ clicks: 1, drags: 0, keys: 0 })
  const booked = await countInteractions(page, async () => {
    await page.getByRole('button', { name: /^Libero.*dalle 14:00/ }).click({ position: { x: 20, y: 2 } })
    await expectFocused(panel.getByRole('combobox', { name: 'Cerca cliente' }))
    await page.keyboard.type('ros')
    await expectVisible(panel.getByRole('option', { name: 'Mario Rossi' }))
    await page.keyboard.press('Enter')
    await expect.poll(() => panel.getByRole('radio', { name: '14:00' }).isChecked()).toBe(true)
    await panel.getByRole('button', { name: 'Aggiungi prenotazione' }).click()
    await expectHidden(panel)
  })

  expect(booked).toEqual({ clicks: 2, drags: 0, keys: 4 })
  const bookings = await business.bookings()
  expect(bookings).toHaveLength(6)
  expect(bookings[4]).toMatchObject({ ...mario, visit_day: business.today, visit_hour: '14:00:00' })
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

test('closing two weeks of all calendars with the bookings inside takes 6 clicks, an afternoon 4, the suggested public holidays 3', {
  tags: ['13.118', '13.120', '13.121'],
}, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  await business.newOtherCalendar({ name: 'Studio' })
  const month = addMonths(firstOfMonth(business.today), 3)
  const [first, last] = [addDays(month, 2), addDays(month, 15)]
  for (const name of ['Anna', 'Bruno', 'Carlo'])
    await business.insertBooking({ visit_day: addDays(month, 9), visit_hour: '10:00', name })
  const page = await openAdmin(business, '/dashboard')
  const leave = page.getByRole('dialog', { name: 'Ferie' })

  const interactions = await countInteractions(page, async () => {
    await page.getByRole('complementary').getByRole('link', { name: 'Giorni di chiusura' }).click()
    await page.getByRole('button', { name: 'Ferie' }).click()
    await leave.getByRole('button', { name: `${formatMonth(month).slice(0, 3)} ${month.slice(0, 4)}` }).click()
    await leave.getByRole('button', { name: formatDay(first) }).click()
    await leave.getByRole('button', { name: formatDay(last) }).click()
    await expectVisible(leave.getByText('3 prenotazioni in questo periodo'))
    await expectVisible(leave.getByText('Anna Verdi'))
    await leave.getByRole('button', { name: 'Aggiungi chiusura' }).click()
    await expectMessage(page, 'Day Off creato con successo')
  })

  expect(interactions).toEqual({ clicks: 6, drags: 0, keys: 0 })
  const twoWeeks = [`${toItalianDate(first)} 00:00`, `${toItalianDate(last)} 23:59`, 'Ferie', 2]
  expect(await listClosures(business)).toEqual([twoWeeks])

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
  await expectHidden(edit)
  await page.getByRole('button', { name: 'Ripristina: 3 prenotazioni' }).click()
  await expect.poll(() => business.bookings()).toHaveLength(3)

  await openScreen(page, 'Dashboard')
  const day = business.day(3)
  await business.insertBooking({ visit_day: day, visit_hour: '10:00', name: 'Anna' })
  await business.insertBooking({ visit_day: day, visit_hour: '15:00', name: 'Bruno' })
  const cell = page.getByRole('gridcell', { name: formatDay(day) })
  const panel = page.getByRole('dialog', { name: `Chiudi ${formatDay(day)}` })

  const afternoonClicks = await countInteractions(page, async () => {
    await cell.getByRole('button').click()
    await page.getByRole('button', { name: `Chiudi il giorno ${formatDay(day)}` }).click()
    await panel.getByRole('radio', { name: 'Pomeriggio' }).click()
    await expectVisible(panel.getByText('Una prenotazione in questo periodo'))
    await expectVisible(panel.getByRole('button', { name: /Tutti i calendari/ }))
    await panel.getByRole('button', { name: 'Aggiungi chiusura' }).click()
    await expectMessage(page, 'Day Off creato con successo')
  })

  expect(afternoonClicks).toEqual({ clicks: 4, drags: 0, keys: 0 })
  const on = toItalianDate(day)
  expect(await listClosures(business)).toContainEqual([`${on} 13:00`, `${on} 23:59`, 'Chiusura', 2])
  expect(await business.bookings()).toHaveLength(5)
  await expectVisible(cell.getByText('Chiuso dalle 13:00 · tutti i calendari'))
  const closures = page.getByRole('list', { name: 'Chiusure' })
  await expectVisible(closures.getByText('Tutti i calendari'))
  expect(await closures.getByRole('listitem').count()).toBe(1)

  const holidays = page.getByRole('dialog', { name: 'Festività' })
  const marked = holidays.getByText('già chiuso')
  // A holiday in the two weeks is closed already.
  let [offered, closedBefore] = [0, 0]

  const holidayClicks = await countInteractions(page, async () => {
    await page.getByRole('complementary').getByRole('link', { name: 'Giorni di chiusura' }).click()
    await page.getByRole('button', { name: 'Festività' }).click()
    await expectVisible(holidays.getByText('Natale di Gesù').first())
    offered = await holidays.getByRole('checkbox', { checked: true }).count()
    closedBefore = await marked.count()
    await expectAccessible(page)
    await holidays.getByRole('button', { name: 'Chiudi in questi giorni' }).click()
    await expectMessage(page, 'Day Off creato con successo')
  })

  expect(holidayClicks).toEqual({ clicks: 3, drags: 0, keys: 0 })
  await expectHidden(holidays)
  const closed = (await listClosures(business)).filter(
    ([, , reason]) => !['Chiusura', 'Ferie', 'Lavori'].includes(String(reason)),
  )
  expect(closed).toHaveLength(offered)
  expect(closed.every(([, , , calendars]) => calendars === 2)).toBe(true)
  await page.getByRole('button', { name: 'Festività' }).click()
  await expect.poll(() => marked.count()).toBe(closedBefore + offered)
  await expectVisible(holidays.getByRole('button', { name: 'Chiudi in questi giorni', disabled: true }))
})
