import { formatDate, formatDay } from '@prenoto/core/time/format.ts'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { giulia } from '../support/business.ts'
import { expectHidden, expectMessage, expectVisible, waitForPath } from '../support/expectations.ts'
import { test } from '../support/test.ts'

test('an agenda, a booking, its reschedule and a list stay right while they change on a translated page', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness()
  await business.insertBooking({ visit_day: business.day(1), visit_hour: '10:00', name: 'Anna' })
  const closed = business.day(2)
  await business.newDayOff({ day_from: closed, hour_from: '09:00', day_to: closed, hour_to: '12:00', reason: 'Ponte' })
  for (let n = 3; n < 14; n += 1) {
    const day = business.day(n)
    await business.newDayOff({ day_from: day, hour_from: '09:00', day_to: day, hour_to: '12:00', reason: `Ferie ${n}` })
  }
  const page = await openAdmin(business, '/dashboard', { translated: true })
  const dayCell = (n: number) => page.getByRole('gridcell', { name: formatDay(business.day(n)) }).getByRole('button')
  await dayCell(1).click()
  await expectVisible(page.getByText('10:00 - 11:00').first())
  await dayCell(2).click()
  await expectVisible(page.getByRole('list', { name: 'Chiusure' }).getByText('Ponte'))
  await dayCell(0).click()
  await expectVisible(page.getByText('Nessun appuntamento'))

  await page.getByRole('button', { name: 'Nuova prenotazione' }).click()
  const panel = page.getByRole('dialog', { name: 'Nuova prenotazione' })
  const add = panel.getByRole('button', { name: 'Aggiungi prenotazione' })
  await panel.getByRole('button', { name: /Servizio/ }).click()
  await page.getByRole('option', { name: 'Taglio' }).click()
  await expectVisible(panel.getByRole('button', { name: /^Taglio/ }))
  await add.click()
  await expectVisible(panel.getByText('Il nome è obbligatorio.'))
  await panel.getByLabel('Nome', { exact: true }).fill(giulia.name)
  await panel.getByLabel('Cognome').fill(giulia.surname)
  await panel.getByLabel('Email', { exact: true }).fill(giulia.email)
  await panel.getByLabel('Telefono').fill(giulia.telephone)
  await expectHidden(panel.getByText('Il nome è obbligatorio.'))
  for (const hour of ['10:00', '11:00']) await panel.getByText(hour, { exact: true }).click()
  await add.click()
  await expectHidden(panel)
  const agenda = page.getByRole('region', { name: /^Appuntamenti del/ })
  await expectVisible(agenda.getByText('11:00 - 12:00'))
  await dayCell(1).click()
  await expectVisible(agenda.getByText('10:00 - 11:00'))
  await expectHidden(agenda.getByText('11:00 - 12:00'))
  await dayCell(0).click()
  await agenda
    .getByRole('link', { name: `${giulia.name} ${giulia.surname}` })
    .first()
    .click()
  await page.getByRole('button', { name: 'Modifica' }).click()
  const edit = page.getByRole('dialog', { name: 'Modifica la prenotazione' })
  await edit.getByLabel('Data prenotazione').selectOption(business.day(1))
  await edit.getByText('15:00').click()
  await edit.getByRole('button', { name: 'Salva modifiche' }).click()
  await expectMessage(page, 'Prenotazione modificata con successo')
  await expectVisible(page.getByText(`${formatDate(business.day(1))} alle 15:00`))

  await page.getByRole('complementary').getByRole('link', { name: 'Giorni di chiusura' }).click()
  await waitForPath(page, '/day_off')
  await expectVisible(page.getByText('Page 1 of 2'))
  await page.getByRole('button', { name: 'Next' }).click()
  await expectVisible(page.getByText('Page 2 of 2'))
  const head = page.getByRole('columnheader', { name: 'Motivo' })
  for (const direction of ['ascending', 'descending']) {
    await head.getByRole('button').click()
    await expect.poll(() => head.getAttribute('aria-sort')).toBe(direction)
  }
  await expectVisible(page.getByRole('cell', { name: 'Ponte' }).first())
})

test('a panel that throws is offered again as a draft after the page has loaded itself again', async ({
  openAdmin,
  newBusiness,
}) => {
  const page = await openAdmin(await newBusiness(), '/service', { allowedErrors: /removeChild|NotFoundError/ })
  const newService = page.getByRole('button', { name: 'Nuovo servizio' })
  await newService.click()
  const panel = page.getByRole('dialog', { name: 'Nuovo servizio' })
  await panel.getByLabel('Prezzo (€)').fill('18')
  await panel.getByRole('button', { name: 'Aggiungi servizio' }).click()
  const message = panel.getByText('Il nome è obbligatorio.')
  await expectVisible(message)

  const reload = page.waitForEvent('load')
  await message.evaluate((text) => text.remove())
  await panel.getByLabel('Nome', { exact: true }).fill('Piega')
  await reload
  await newService.click()
  const resume = panel.getByRole('button', { name: 'Riprendi' })
  await expectVisible(resume)
  await expectAccessible(page)
  await resume.click()
  expect(await panel.getByLabel('Prezzo (€)').inputValue()).toBe('18')
})
