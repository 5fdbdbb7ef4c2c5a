import { expect } from 'vitest'
import { expectAccessible } from '../../support/axe.ts'
import { expectFitsWidth, expectHidden, expectVisible } from '../../support/expectations.ts'
import { openScreen } from '../../support/menu.ts'
import { PHONE, test } from '../../support/test.ts'

const LONG = 'Registrazione'.repeat(10)

test('an admin finds out who did what, filters the trail, which is loaded further on scrolling, and sees former settings', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness()
  const entry = { happened_at: '2026-03-05T11:30:00Z', actor: 'Luca Neri', client_address: '203.0.113.7' }
  await business.insert('audit_entries', { ...entry, action: 'session.log_in_failed', after: '{"attempts":10}' })
  await business.insert('audit_entries', {
    ...entry,
    happened_at: '2026-03-06T11:30:00Z',
    actor: LONG,
    action: 'configuration.updated',
    before: JSON.stringify({ app_booking_hours_notice: 2, welcome_text: LONG }),
    after: JSON.stringify({ app_booking_hours_notice: 24, welcome_text: '' }),
  })
  await business.insert('audit_entries', {
    ...entry,
    action: 'customer.erased',
    subject_type: 'customer',
    subject_id: 999_999,
  })
  const id = await business.insertBooking({ visit_day: business.today, visit_hour: '10:00' })
  const page = await openAdmin(business, `/appointments/${id}`, { allowedErrors: /500/ })
  const reported = page.waitForRequest('**/api/customers/contacts-read')
  await page.getByRole('button', { name: 'Mostra i recapiti' }).click()
  expect((await reported).postDataJSON()).toEqual({ customer_id: expect.any(Number) })
  expect((await (await reported).response())!.ok()).toBe(true)
  await openScreen(page, 'Impostazioni')

  await page.getByRole('link', { name: 'Registro attività' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Registro attività' }))
  const items = page.getByRole('list', { name: 'Attività' }).getByRole('listitem')
  const settings = items.filter({ hasText: 'Impostazioni modificate' })
  await expectVisible(settings.getByText(/^06\/03\/2026 \d\d:30$/))
  await expectVisible(page.getByText('Dati del cliente cancellati: cliente cancellato'))
  await expectVisible(items.filter({ hasText: 'Recapiti del cliente visti' }).getByText('Giulia Verdi'))
  await settings.getByText('Dettagli').focus()
  await page.keyboard.press('Enter')
  await expectVisible(settings.getByText('Preavviso minimo (ore)'))
  expect(await settings.getByRole('definition').allTextContents()).toEqual([
    `Prima: ${LONG}`,
    'Dopo: vuoto',
    'Prima: 2',
    'Dopo: 24',
  ])
  await expectAccessible(page)
  for (const width of [1280, PHONE, 320]) {
    await page.setViewportSize({ width, height: 740 })
    await expectFitsWidth(page)
  }

  await page.getByRole('combobox', { name: 'Attività' }).selectOption('Accessi e password')
  await expectHidden(settings)
  await expectVisible(items.getByText('Accesso fallito').first())
  await page.route('**/api/audit?**', (route) => route.fulfill({ status: 500, body: '{"detail":"Non va."}' }))
  await page.reload()
  await expectVisible(page.getByText('Non va.'))
  await page.unroute('**/api/audit?**')
  await page.getByRole('button', { name: 'Riprova' }).click()
  await expectVisible(items.getByText('Accesso fallito').first())
  await expectHidden(settings)
  await page.getByRole('searchbox', { name: 'Cerca' }).fill('nessuno così')
  await expectVisible(page.getByText('Nessuna attività con questi filtri.'))
  for (let i = 0; i < 60; i += 1)
    await business.insert('audit_entries', {
      happened_at: `2026-03-05T11:${String(i).padStart(2, '0')}:00Z`,
      actor: `Persona ${i}`,
      action: 'session.log_out',
    })
  await page.getByRole('button', { name: 'Togli i filtri' }).click()
  await expectVisible(settings)
  expect(await page.getByText('Persona 0').count()).toBe(0)
  await items.last().scrollIntoViewIfNeeded()
  await expectVisible(page.getByText('Persona 0'))
})
