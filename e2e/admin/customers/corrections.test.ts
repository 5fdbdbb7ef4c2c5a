import { expect } from 'vitest'
import { expectAccessible } from '../../support/axe.ts'
import { giulia } from '../../support/business.ts'
import { expectFitsWidth, expectHidden, expectMessage, expectVisible } from '../../support/expectations.ts'
import { openScreen } from '../../support/menu.ts'
import { PHONE, test } from '../../support/test.ts'

test('staff correct a customer in a booking, add one, correct the card, and book a walk-in of this minute without contacts', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness()
  const booking = await business.book({ visit_day: business.day(1), visit_hour: '10:00' })
  const page = await openAdmin(business, `/appointments/${booking.id}`, { width: PHONE, allowedErrors: /409|ApiError/ })
  await page.getByRole('button', { name: 'Modifica' }).click()
  const edit = page.getByRole('dialog', { name: 'Modifica la prenotazione' })

  await edit.getByLabel('Cognome').fill('Verdini')
  const same = edit.getByRole('radio', { name: 'È la stessa persona: correggi la scheda' })
  await expect.poll(() => same.isChecked()).toBe(true)
  await edit.getByLabel('Nome', { exact: true }).fill('Marco')
  await expect.poll(() => edit.getByRole('radio', { name: 'È un’altra persona' }).isChecked()).toBe(true)
  await edit.getByLabel('Nome', { exact: true }).fill(giulia.name)
  await expectAccessible(page)
  await edit.getByRole('button', { name: 'Salva modifiche' }).click()

  await expectMessage(page, 'Prenotazione modificata con successo')
  const { body } = await business.api('GET', '/customers', undefined, {
    authorization: `Bearer ${await business.token()}`,
  })
  expect(body).toMatchObject({ customers: [{ name: 'Giulia', surname: 'Verdini' }] })

  await openScreen(page, 'Clienti')
  await page.getByRole('button', { name: 'Nuovo cliente' }).click()
  const panel = page.getByRole('dialog', { name: 'Nuovo cliente' })
  await panel.getByLabel('Nome', { exact: true }).fill('Ada')
  await panel.getByLabel('Cognome').fill('Ner')
  const email = panel.getByLabel('Email', { exact: true })
  await email.fill('ada@posta')
  await email.blur()
  await expectVisible(panel.getByText('A questo indirizzo non si può scrivere: controllalo.'))
  await email.fill('Ada Neri <ada@posta.example>')
  await expectHidden(panel.getByText('A questo indirizzo non si può scrivere: controllalo.'))
  await panel.getByRole('button', { name: 'Senza telefono' }).click()
  await expectAccessible(page)
  await expectFitsWidth(page)
  await panel.getByRole('button', { name: 'Aggiungi cliente' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Ada Ner' }))
  await expectVisible(page.getByRole('link', { name: 'ada@posta.example' }))

  await page.getByRole('button', { name: 'Modifica', exact: true }).click()
  const card = page.getByRole('dialog', { name: 'Modifica il cliente' })
  await card.getByLabel('Cognome').fill('Neri')
  await card.getByRole('button', { name: 'Salva modifiche' }).click()
  await expectMessage(page, 'Scheda corretta')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Ada Neri' }))

  await openScreen(page, 'Dashboard')
  await page.getByRole('button', { name: 'Nuova prenotazione' }).click()
  const visit = page.getByRole('dialog', { name: 'Nuova prenotazione' })
  await visit.getByRole('button', { name: /Servizio/ }).click()
  await page.getByRole('option', { name: 'Taglio' }).click()
  await visit.getByRole('button', { name: 'Adesso' }).click()
  await visit.getByRole('button', { name: 'Cliente di passaggio' }).click()
  await expectFitsWidth(page)
  await visit.getByRole('button', { name: 'Aggiungi prenotazione' }).click()
  // It is early in the morning, before the business opens.
  await visit.getByRole('button', { name: 'Prenota lo stesso' }).click()

  await expectHidden(visit)
  await expectVisible(page.getByText('Cliente: Cliente di passaggio'))
})
