import { formatDay } from '@prenoto/core/time/format.ts'
import { addDays } from '@prenoto/core/time/plain-date.ts'
import { expect } from 'vitest'
import { mondayBefore } from '../../web/src/lib/month-days.ts'
import { expectFocused, expectMessage, expectVisible, pressEnter } from '../support/expectations.ts'
import { test } from '../support/test.ts'
import { expectFieldText, findField, firstPart, typeTime } from '../support/typing.ts'

test('a calendar gets a pause and a second week by keyboard; overview and slots follow the week that applies', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness({ calendar: { description: 'La sala grande' } })
  const monday = mondayBefore(business.day(7))
  const page = await openAdmin(business, '/calendar')
  await page.getByRole('row').filter({ hasText: 'Sala' }).click()
  const calendar = page.getByRole('dialog', { name: 'Modifica calendario' })
  await pressEnter(calendar.getByRole('button', { name: 'Pause' }))
  await pressEnter(calendar.getByRole('button', { name: 'Aggiungi una pausa' }))
  const pause = calendar.getByRole('group', { name: 'Pausa 1' })
  for (const name of ['Lunedì', 'Domenica']) await pause.getByRole('checkbox', { name }).press('Space')
  await typeTime(pause, 'Dalle', '11:00')
  await typeTime(pause, 'Alle', '11:15')
  await pressEnter(calendar.getByRole('button', { name: 'Settimane alterne' }))
  await pressEnter(calendar.getByRole('button', { name: 'Aggiungi Settimana B' }))
  await expectVisible(calendar.getByRole('group', { name: 'Orari di apertura, Settimana B' }))
  await expectFieldText(findField(calendar, 'Lunedì, mattina, dalle'), '09:00')
  await typeTime(calendar, 'Lunedì, mattina, dalle', '12:30')
  await typeTime(calendar, 'Lunedì, mattina, alle', '12:00')
  await pressEnter(calendar.getByRole('button', { name: 'Settimana A', exact: true }))
  await expectFieldText(findField(calendar, 'Lunedì, mattina, dalle'), '09:00')
  await pressEnter(calendar.getByRole('button', { name: 'Salva modifiche' }))
  await expectVisible(calendar.getByText('La chiusura deve essere dopo l’apertura.'))
  await expectFocused(firstPart(findField(calendar, 'Lunedì, mattina, alle')))
  await typeTime(calendar, 'Lunedì, mattina, alle', '13:00')
  await expectVisible(calendar.getByText('Oggi vale: Settimana A.'))
  await calendar.getByRole('button', { name: 'Salva modifiche' }).click()
  await expectMessage(page, 'Calendario aggiornato con successo')

  await page.getByRole('link', { name: 'Chi lavora quando' }).click()
  await expectVisible(page.getByRole('rowheader', { name: /^Sala Settimana A/ }))
  await page.getByRole('button', { name: 'Settimana successiva' }).click()
  await expectVisible(page.getByRole('rowheader', { name: /^Sala Settimana B/ }))
  await expectVisible(page.getByRole('cell', { name: /12:30–13:00/ }))
  for (const [n, hours] of [
    [1, '09:00–11:00 11:15–13:00 14:00–19:00'],
    [6, '09:00–13:00 14:00–19:00'],
  ] as const)
    await expectVisible(page.getByRole('button', { name: `${formatDay(addDays(monday, n))}: ${hours}` }))

  const days = (await business.api('GET', `/client/services/${business.serviceId}`)).body.available_slots
  const hoursOn = (day: string) => days.find(({ date }: { date: string }) => date === day).slots.slice(0, 2)
  expect(hoursOn(monday)).toEqual(['14:00:00', '15:00:00'])
  expect(hoursOn(addDays(monday, 7))).toEqual(['09:00:00', '10:00:00'])
})
