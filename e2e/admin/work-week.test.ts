import { formatDay, formatDays } from '@prenoto/core/time/format.ts'
import { addDays } from '@prenoto/core/time/plain-date.ts'
import { expect } from 'vitest'
import { mondayBefore } from '../../web/src/lib/month-days.ts'
import { expectGoodScreen } from '../support/axe.ts'
import { expectFocused, expectHidden, expectMessage, expectVisible, pressEnter } from '../support/expectations.ts'
import { countInteractions } from '../support/interactions.ts'
import { test } from '../support/test.ts'
import { typeTime } from '../support/typing.ts'

test('a week of leave takes 5 clicks from the dashboard; a day gets other hours, and the bookings outside are cancelled', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness({ calendar: { description: 'La sala grande' } })
  const monday = mondayBefore(business.day(7))
  const tuesday = addDays(monday, 8)
  await business.insertBooking({ visit_day: addDays(monday, 2), visit_hour: '10:00', name: 'Anna' })
  await business.insertBooking({ visit_day: tuesday, visit_hour: '10:00', name: 'Bruno' })
  const page = await openAdmin(business, '/dashboard')
  const leave = page.getByRole('dialog', { name: `Sala, ${formatDays(monday, addDays(monday, 6))}` })

  const interactions = await countInteractions(page, async () => {
    await page.getByRole('complementary').getByRole('link', { name: 'Calendari' }).click()
    await page.getByRole('link', { name: 'Chi lavora quando' }).click()
    await page.getByRole('button', { name: 'Settimana successiva' }).click()
    await page.getByRole('button', { name: 'Sala tutta la settimana' }).click()
    await expectVisible(leave.getByText('Una prenotazione in questo periodo'))
    await expectVisible(leave.getByText('Anna Verdi'))
    await leave.getByRole('button', { name: 'Aggiungi chiusura' }).click()
    await expectMessage(page, 'Day Off creato con successo')
  })

  expect(interactions).toEqual({ clicks: 5, drags: 0, keys: 0 })
  await expectVisible(page.getByRole('button', { name: `Sala, ${formatDay(addDays(monday, 6))}: Ferie` }))
  expect(await business.bookings()).toHaveLength(2)

  await page.getByRole('button', { name: 'Settimana successiva' }).click()
  const cell = page.getByRole('button', { name: `Sala, ${formatDay(tuesday)}` })
  const panel = page.getByRole('dialog', { name: `Sala, ${formatDay(tuesday)}` })
  await cell.press('Enter')
  await expectVisible(panel)
  await page.keyboard.press('Escape')
  await expectHidden(panel)
  await expectFocused(cell)
  await cell.press('Enter')
  await pressEnter(panel.getByRole('button', { name: 'Orario diverso' }))
  await panel.getByRole('button', { name: 'Togli Orario 2' }).click()
  const hours = panel.getByRole('group', { name: 'Orario 1' })
  await typeTime(hours, 'Dalle', '14:30')
  await typeTime(hours, 'Alle', '20:00')
  await expectVisible(panel.getByText('Una prenotazione fuori dal nuovo orario'))
  await panel.getByRole('combobox', { name: /Bruno Verdi/ }).selectOption('Disdici')
  await panel.getByRole('button', { name: 'Aggiungi orario' }).click()
  await expectMessage(page, 'Orario diverso creato con successo')
  await expectVisible(cell.getByText('14:30–20:00'))
  await expectVisible(cell.getByText('Orario diverso'))
  expect(await business.bookings()).toHaveLength(1)

  await expectGoodScreen(page)

  await page.getByRole('complementary').getByRole('link', { name: 'Calendari' }).click()
  await page.getByRole('row').filter({ hasText: 'Sala' }).click()
  const calendar = page.getByRole('dialog', { name: 'Modifica calendario' })
  await expectVisible(calendar.getByRole('link', { name: /14:30–20:00$/ }))
})
