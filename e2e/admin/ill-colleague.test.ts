import { formatShortDay } from '@prenoto/core/time/format.ts'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { expectFitsWidth, expectFocused, expectHidden, expectMessage, expectVisible } from '../support/expectations.ts'
import { PHONE, test } from '../support/test.ts'
import { typeDate } from '../support/typing.ts'

test('a closure says what stays before it is saved, and its bookings go to whoever is free', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness()
  const bruno = await business.newOtherCalendar({ name: 'Bruno' })
  const day = business.day(2)
  for (const [visit_hour, name] of [
    ['09:00', 'Anna'],
    ['10:00', 'Berta'],
    ['11:00', 'Carla'],
  ] as const)
    await business.insertBooking({ visit_day: day, visit_hour, name })
  await business.insertBooking({ visit_day: day, visit_hour: '11:00', name: 'Dario', calendar_id: bruno })
  const page = await openAdmin(business, '/day_off', { width: PHONE })
  const calendars = async () =>
    (await business.bookings()).map(({ name, calendar_id }) => `${name} ${calendar_id === bruno ? 'Bruno' : 'Sala'}`)

  await page.getByRole('button', { name: 'Nuova chiusura' }).click()
  const panel = page.getByRole('dialog', { name: 'Nuova chiusura' })
  for (const label of ['Data inizio', 'Data fine']) await typeDate(panel, label, day)
  await panel.getByRole('switch', { name: 'Tutto il giorno' }).click()
  await panel.getByLabel('Motivo').fill('Malattia')
  await panel.getByRole('button', { name: /Calendario/ }).click()
  await page.getByRole('option', { name: 'Sala', exact: true }).click()

  const undecided = panel.getByRole('button', { name: '3 prenotazioni: decidi prima' })
  await expectVisible(undecided)
  await expectVisible(panel.getByRole('button', { name: 'Aggiungi chiusura, 3 restano in agenda', exact: true }))
  await expectFitsWidth(page)
  await undecided.click()
  await expectFocused(panel.getByRole('heading', { name: '3 prenotazioni in questo periodo' }))
  await panel.getByLabel(/Berta Verdi/).selectOption('Disdici')
  await expectVisible(panel.getByRole('button', { name: '2 prenotazioni: decidi prima' }))
  await panel.getByLabel('Per tutte').selectOption('Sposta')
  await expectHidden(panel.getByRole('button', { name: /decidi prima/ }))
  await panel.getByRole('button', { name: 'Aggiungi chiusura', exact: true }).click()
  await expectMessage(page, 'Day Off creato con successo')

  expect(await calendars()).toEqual(['Anna Sala', 'Berta Sala', 'Carla Sala', 'Dario Bruno'])
  const moveAll = panel.getByRole('button', { name: 'Sposta tutte a chi è libero (2)' })
  await expectVisible(moveAll)
  expect(await panel.getByText('Con Bruno c’è posto alla stessa ora').count()).toBe(2)
  await expectAccessible(page)
  await expectFitsWidth(page)
  await moveAll.click()
  await expectVisible(panel.getByText(`Spostata a ${formatShortDay(day)}, 10:00 - 11:00, con Bruno`))
  await expectFocused(panel.getByRole('heading', { name: 'La chiusura è salvata' }))
  expect(await calendars()).toEqual(['Anna Bruno', 'Berta Bruno', 'Carla Sala', 'Dario Bruno'])
  await panel.getByRole('button', { name: 'Ripristina: 2 prenotazioni' }).click()
  await expectVisible(moveAll)
  expect(await calendars()).toEqual(['Anna Sala', 'Berta Sala', 'Carla Sala', 'Dario Bruno'])

  const dialog = page.getByRole('dialog', { name: 'Sposta', exact: true })
  const whom = dialog.getByRole('combobox', { name: 'Con chi?' })
  const move = dialog.getByRole('button', { name: 'Sposta', exact: true })
  await panel.getByRole('button', { name: 'Sposta la prenotazione di Carla Verdi' }).click()
  await expectVisible(dialog.getByRole('button', { name: 'Il giorno dopo, stessa ora' }))
  await expectHidden(dialog.getByRole('button', { name: /Stessa ora con/ }))
  await whom.selectOption('Chiunque')
  await move.click()
  await expectVisible(dialog.getByText('A quest’ora nessun altro è libero'))
  await page.keyboard.press('Escape')
  await expectHidden(dialog)

  await panel.getByRole('button', { name: 'Sposta la prenotazione di Anna Verdi' }).click()
  const offer = dialog.getByRole('button', { name: 'Stessa ora con Bruno (libero)' })
  await expectVisible(offer)
  await expectVisible(dialog.getByRole('button').nth(1).and(offer))
  await whom.selectOption('Chiunque')
  await move.click()
  await expectHidden(dialog)
  expect(await calendars()).toEqual(['Anna Bruno', 'Berta Sala', 'Carla Sala', 'Dario Bruno'])
})
