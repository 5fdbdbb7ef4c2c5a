import { expect } from 'vitest'
import { gone, loaded, seen } from '../support/look.ts'
import { test } from '../support/test.ts'

const ROLES = [
  { role: 'operator', name: 'Operatore', mayChange: false, mayManage: false },
  { role: 'editor', name: 'Editor', mayChange: true, mayManage: false },
  { role: 'admin', name: 'Amministratore', mayChange: true, mayManage: true },
] as const

test.for(ROLES)(
  'an $role finds what the role may do, and nothing more',
  { tags: ['2.40', '2.45', '2.95', '6.3'] },
  async ({ role, name, mayChange, mayManage }, { enter, newShop }) => {
    const shop = await newShop()
    await shop.newDayOff({ day_from: shop.day(3), hour_from: '09:00', day_to: shop.day(3), hour_to: '12:00' })
    const page = await enter(shop, '/dashboard', { role })
    await seen(page.getByRole('complementary').getByText(name))
    await seen(page.getByRole('button', { name: 'Nuova prenotazione' }))
    await seen(page.getByRole('link', { name: 'Visualizza tutti →' }).first())
    expect(await page.getByRole('link', { name: 'Visualizza tutti →' }).count()).toBe(mayManage ? 4 : 3)
    expect(await page.getByRole('link', { name: 'Numeri' }).count()).toBe(mayManage ? 1 : 0)

    for (const [path, item, create] of [
      ['/service', 'Taglio', 'Nuovo servizio'],
      ['/calendar', 'Sala', 'Nuovo calendario'],
      ['/day_off', 'Ferie', 'Nuova chiusura'],
    ] as const) {
      await page.goto(shop.at(path))
      await loaded(page)
      const row = page.getByRole('row').filter({ hasText: item })
      await row.click()
      expect(await page.getByRole('dialog').count()).toBe(mayChange ? 1 : 0)
      await page.keyboard.press('Escape')
      await gone(page.getByRole('dialog'))
      expect(await page.getByRole('button', { name: create }).count()).toBe(mayChange ? 1 : 0)
    }

    await page.goto(shop.at('/user'))
    await seen(page.getByRole('heading', { level: 1, name: mayManage ? 'Elenco utenti' : 'Pagina non disponibile' }))
    expect(new URL(page.url()).pathname).toBe('/user')
  },
)

test('an operator moves and deletes a booking', { tags: ['2.65', '6.3'] }, async ({ enter, newShop }) => {
  const shop = await newShop()
  const id = await shop.insertBooking({ visit_day: shop.day(1), visit_hour: '10:00' })
  // The news of the deletion may come before the page has been left, and is then looked after once more.
  const page = await enter(shop, `/appointments/${id}`, { role: 'operator', tolerates: /404/ })
  await page.getByRole('button', { name: 'Modifica' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByText('11:00').click()
  await panel.getByRole('button', { name: 'Salva modifiche' }).click()
  await seen(page.getByText(/\d{4} alle 11:00/))

  await page.getByRole('button', { name: 'Elimina' }).click()

  await seen(page.getByRole('heading', { level: 1, name: 'Dashboard' }))
  expect(await shop.bookings()).toEqual([])
})

test('nobody deletes themselves', { tags: ['6.6'] }, async ({ enter, newShop }) => {
  const page = await enter(await newShop(), '/user')
  await page.getByRole('row').filter({ hasText: 'Ada' }).click()
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Elimina' })
  await seen(remove)
  expect(await remove.isDisabled()).toBe(true)
})
