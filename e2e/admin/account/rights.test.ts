import { parsePlainTime } from '@prenoto/core/time/plain-time.ts'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../../support/axe.ts'
import { type Business, PASSWORD } from '../../support/business.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectVisible,
  pressEnter,
  tabTo,
} from '../../support/expectations.ts'
import { goTo, openScreen } from '../../support/menu.ts'
import { DESKTOP, PHONE, test, waitForEventStream } from '../../support/test.ts'

/** The answer of the table for a right, in the order of the roles. */
const readCells = (page: Page, right: string) =>
  page.getByRole('row').filter({ hasText: right }).getByRole('cell').allTextContents()

const person = { email: 'giulia@example.it', telephone: '393331234567' }
const tomorrow = (business: Business) => ({ visit_day: business.day(1), visit_hour: parsePlainTime('09:00') })

test('an owner reads the rights of each role and hides the contacts, which an open page follows; an operator without rights books for a customer found by name, and can neither cancel nor open customers', async ({
  openAdmin,
  newBusiness,
}) => {
  const withdrawn = { withdrawn_rights: ['customers', 'cancellations'] } as object
  const business = await newBusiness({ configuration: withdrawn })
  const { id } = await business.book({ ...person, ...tomorrow(business) })
  const operator = await openAdmin(business, `/appointments/${id}`, { role: 'operator', width: PHONE })
  await expectVisible(operator.getByRole('link', { name: 'Chiama' }))
  await waitForEventStream(operator)
  expect(await operator.getByRole('button', { name: 'Elimina' }).count()).toBe(0)
  expect(await operator.getByRole('link', { name: 'Scheda del cliente' }).count()).toBe(0)

  const admin = await openAdmin(business, '/setting?sezione=permessi', { width: DESKTOP, allowedErrors: /428/ })
  const contacts = admin.getByRole('switch', { name: 'Vedere email e telefono dei clienti' })
  await expectVisible(admin.getByRole('heading', { level: 2, name: 'Ruoli e permessi' }))
  expect(await readCells(admin, 'Vedere email e telefono dei clienti')).toEqual(['Sì', 'Sì', 'Sì'])
  expect(await readCells(admin, 'Vedere le statistiche dell’attività')).toEqual(['No', 'No', 'Sì'])
  await business.expireProofs()
  await tabTo(admin, contacts)
  await admin.keyboard.press('Space')
  const proof = admin.getByRole('dialog', { name: 'Conferma che sei tu' })
  await proof.getByLabel('Password').fill(PASSWORD)
  await admin.keyboard.press('Enter')
  await expect.poll(() => readCells(admin, 'Vedere email e telefono dei clienti')).toEqual(['No', 'Sì', 'Sì'])
  await expectFocused(contacts)
  expect(await contacts.isChecked()).toBe(false)
  await admin.setViewportSize({ width: PHONE, height: 740 })
  await expectFitsWidth(admin)
  await expectAccessible(admin)

  await expectVisible(operator.getByText('Email e telefono riservati'))
  await expectHidden(operator.getByRole('link', { name: 'Chiama' }))
  expect(await operator.content()).not.toContain('example.it')

  await pressEnter(operator.getByRole('button', { name: 'Modifica' }))
  const panel = operator.getByRole('dialog', { name: 'Modifica la prenotazione' })
  expect(await panel.getByLabel('Email').inputValue()).toBe('Riservata')
  await panel.getByLabel('Cognome').fill('Verdi Rossi')
  await panel.getByRole('button', { name: 'Cambia telefono' }).scrollIntoViewIfNeeded()
  await expectFitsWidth(operator)
  await pressEnter(panel.getByRole('button', { name: 'Cambia telefono' }))
  await expectFocused(panel.getByLabel('Telefono'))
  await operator.keyboard.type('051 000 0100')
  await pressEnter(panel.getByRole('button', { name: 'Salva modifiche' }))
  await expectHidden(panel)
  await expectVisible(operator.getByRole('heading', { name: 'Prenotazione di Giulia Verdi Rossi' }))

  expect(await business.bookings()).toMatchObject([
    { surname: 'Verdi Rossi', email: person.email, telephone: '0510000100' },
  ])

  await operator.setViewportSize({ width: DESKTOP, height: 800 })
  await openScreen(operator, 'Dashboard')
  await expectVisible(operator.getByRole('button', { name: 'Nuova prenotazione' }))
  expect(await operator.getByRole('button', { name: 'Cerca cliente' }).count()).toBe(0)
  expect(await operator.getByRole('link', { name: 'Clienti' }).count()).toBe(0)
  await pressEnter(operator.getByRole('button', { name: 'Nuova prenotazione' }))
  const newPanel = operator.getByRole('dialog', { name: 'Nuova prenotazione' })
  const search = newPanel.getByRole('combobox', { name: 'Cerca cliente' })
  await search.fill('example.it')
  await expectVisible(newPanel.getByText('Nessun cliente trovato.').first())
  await search.fill('verdi')
  await expectVisible(newPanel.getByRole('option', { name: 'Giulia Verdi' }).first())
  await search.press('Enter')
  await expectVisible(newPanel.getByRole('button', { name: 'Cambia email' }))
  await newPanel.getByText('14:00').click()
  await pressEnter(newPanel.getByRole('button', { name: 'Aggiungi prenotazione' }))
  await expectHidden(newPanel)
  expect(await business.bookings()).toMatchObject([{ email: person.email }, { email: person.email }])
  await goTo(operator, '/customer')
  await expectVisible(operator.getByText('Questa pagina non esiste o non è prevista per il tuo ruolo.'))
})
