import { expect } from 'vitest'
import { expectHidden, expectVisible } from '../support/expectations.ts'
import { openScreen } from '../support/menu.ts'
import { test } from '../support/test.ts'

const ROLES = [
  { role: 'operator', name: 'Operatore', mayChange: false, mayManage: false },
  { role: 'editor', name: 'Editor', mayChange: true, mayManage: false },
  { role: 'admin', name: 'Amministratore', mayChange: true, mayManage: true },
] as const

test.for(ROLES)(
  'an $role can open only the pages of the role',
  { tags: ['2.40', '2.45', '2.95', '6.3', '6.8'] },
  async ({ role, name, mayChange, mayManage }, { openAdmin, newBusiness }) => {
    const business = await newBusiness()
    await business.newDayOff({
      day_from: business.day(3),
      hour_from: '09:00',
      day_to: business.day(3),
      hour_to: '12:00',
    })
    const page = await openAdmin(business, '/dashboard', { role })
    await expectVisible(page.getByRole('complementary').getByText(name))
    await expectVisible(page.getByRole('button', { name: 'Nuova prenotazione' }))
    await expectVisible(page.getByRole('link', { name: 'Visualizza tutti →' }).first())
    expect(await page.getByRole('link', { name: 'Visualizza tutti →' }).count()).toBe(mayManage ? 4 : 3)
    expect(await page.getByRole('link', { name: 'Statistiche' }).count()).toBe(mayManage ? 1 : 0)
    // A card without a link is as high as the others.
    const counts = ['Servizi', 'Utenti'].map((card) =>
      page.getByRole('heading', { name: card }).locator('..').getByText(/^\d+$/),
    )
    const [services, users] = await Promise.all(counts.map((count) => count.boundingBox()))
    expect(users!.y).toBe(services!.y)

    for (const [link, item, create] of [
      ['Servizi', 'Taglio', 'Nuovo servizio'],
      ['Calendari', 'Sala', 'Nuovo calendario'],
      ['Giorni di chiusura', 'Ferie', 'Nuova chiusura'],
    ] as const) {
      await openScreen(page, link)
      const row = page.getByRole('row').filter({ hasText: item })
      await row.click()
      expect(await page.getByRole('dialog').count()).toBe(mayChange ? 1 : 0)
      await page.keyboard.press('Escape')
      await expectHidden(page.getByRole('dialog'))
      expect(await page.getByRole('button', { name: create }).count()).toBe(mayChange ? 1 : 0)
    }

    await openScreen(page, 'Impostazioni')
    await expectVisible(page.getByRole('heading', { name: 'Modifica password' }))
    expect(await page.getByRole('link', { name: 'Sito', exact: true }).count()).toBe(mayManage ? 1 : 0)

    await page.goto(business.at('/user'))
    await expectVisible(
      page.getByRole('heading', { level: 1, name: mayManage ? 'Elenco utenti' : 'Pagina non disponibile' }),
    )
    expect(new URL(page.url()).pathname).toBe('/user')
  },
)

test('an operator reschedules and deletes a booking', { tags: ['2.65', '6.3'] }, async ({ openAdmin, newBusiness }) => {
  const business = await newBusiness()
  const id = await business.insertBooking({ visit_day: business.day(1), visit_hour: '10:00' })
  // The event may arrive before the page is left, which then reads the deleted booking once more.
  const page = await openAdmin(business, `/appointments/${id}`, { role: 'operator', allowedErrors: /404/ })
  await page.getByRole('button', { name: 'Modifica' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByText('11:00').click()
  await panel.getByRole('button', { name: 'Salva modifiche' }).click()
  await expectVisible(page.getByText(/\d{4} alle 11:00/))

  await page.getByRole('button', { name: 'Elimina' }).click()

  await expectVisible(page.getByRole('heading', { level: 1, name: 'Dashboard' }))
  expect(await business.bookings()).toEqual([])
})
