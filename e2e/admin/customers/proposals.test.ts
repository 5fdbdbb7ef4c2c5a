import { expect } from 'vitest'
import { expectAccessible } from '../../support/axe.ts'
import { expectFitsWidth, expectHidden, expectVisible } from '../../support/expectations.ts'
import { PHONE, test } from '../../support/test.ts'

test('staff withdraw a proposal, which then shows how to book, and propose other hours, of which the customer books one with a touch', async ({
  open,
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness()
  const booked = await business.insertBooking({ visit_day: business.day(-7), visit_hour: '10:00' })
  const headers = { authorization: `Bearer ${await business.token()}` }
  const { body } = await business.api('GET', `/bookings/${booked}`, undefined, headers)
  const { customer_id } = body as { customer_id: number }
  const withdrawn = {
    customer_id,
    service_id: business.serviceId,
    hours: ['10:00', '11:00'].map((visit_hour) => ({ visit_day: business.day(2), visit_hour })),
  }
  const { hidden_id } = (await business.api('POST', '/proposals', withdrawn, headers)).body as { hidden_id: string }
  const page = await openAdmin(business, `/customer/${customer_id}`, { width: PHONE })
  await page.getByRole('button', { name: 'Ritira la proposta' }).click()
  await expectVisible(page.getByText('Proposta ritirata: gli orari sono di nuovo liberi'))
  await expectHidden(page.getByRole('heading', { name: 'Orari proposti' }))
  const customer = await open(business.at(`/proposals/${hidden_id}`), { width: PHONE })
  await expectVisible(customer.getByRole('heading', { name: 'Questi orari non sono più tenuti per te' }))
  await expectVisible(customer.getByRole('link', { name: 'Prenota', exact: true }))
  await expectAccessible(customer)

  await page.getByRole('button', { name: 'Proponi orari' }).click()
  const panel = page.getByRole('dialog', { name: 'Proponi orari' })
  await panel.getByRole('button', { name: /Servizio/ }).click()
  await page.getByRole('option', { name: 'Taglio' }).click()
  await panel.getByLabel('Giorno').selectOption(business.day(2))
  await panel.getByLabel('10:00', { exact: true }).check()
  await panel.getByRole('button', { name: 'Tieni gli orari' }).click()
  await expectVisible(panel.getByText('Scegli due o tre orari.'))
  await panel.getByLabel('Giorno').selectOption(business.day(3))
  await panel.getByLabel('15:00', { exact: true }).check()
  await panel.getByLabel('16:00', { exact: true }).check()
  expect(await panel.getByLabel('17:00', { exact: true }).isDisabled()).toBe(true)
  await expectFitsWidth(page)
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Tieni gli orari' }).click()
  const link = await panel.getByLabel('Link della proposta').inputValue()
  expect(await panel.getByRole('link', { name: 'Manda su WhatsApp' }).getAttribute('href')).toContain(
    encodeURIComponent(link),
  )
  await panel.getByRole('button', { name: 'Fine' }).click()
  await expectVisible(page.getByRole('heading', { name: 'Orari proposti' }))

  await customer.goto(link)
  await expectFitsWidth(customer)
  await expectAccessible(customer)
  await customer.getByRole('button', { name: /alle 15:00/ }).click()
  await expectVisible(customer.getByRole('heading', { name: 'Prenotazione effettuata con successo' }))

  await expectHidden(page.getByRole('heading', { name: 'Orari proposti' }))
  const other = await business.book({
    visit_day: business.day(3),
    visit_hour: '16:00:00',
    email: 'altra@posta.example',
  })
  expect(other.id).toBeGreaterThan(0)
})
