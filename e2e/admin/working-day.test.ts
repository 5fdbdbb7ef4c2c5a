import { toItalianDate } from '@prenoto/core/time/plain-date.ts'
import { expect } from 'vitest'
import { effortOf } from '../support/effort.ts'
import { gone, seen, told } from '../support/look.ts'
import { test } from '../support/test.ts'

/** The tasks of an ordinary day, and what each may take from the dashboard: one test a task. */

test('a visit is moved to tomorrow, same hour: 3 clicks', async ({ enter, newShop }) => {
  const shop = await newShop()
  await shop.insertBooking({ visit_day: shop.today, visit_hour: '10:00' })
  const page = await enter(shop, '/dashboard')

  const effort = await effortOf(page, async () => {
    await page.getByRole('button', { name: 'Azioni per Giulia Verdi' }).click()
    await page.getByRole('menuitem', { name: 'Sposta' }).click()
    await page.getByRole('button', { name: 'Domani, stessa ora' }).click()
    await told(page, 'Prenotazione modificata con successo')
  })

  expect(effort).toEqual({ clicks: 3, drags: 0, keys: 0 })
  expect(await shop.bookings()).toMatchObject([{ visit_day: shop.day(1), visit_hour: '10:00:00' }])
  const day = page.getByRole('region', { name: `Appuntamenti del ${toItalianDate(shop.today)}` })
  await seen(day.getByText('Nessun appuntamento'))
  await page.getByRole('button', { name: 'Annulla lo spostamento: prenotazione di Giulia Verdi' }).click()
  await told(page, 'Spostamento annullato')
  await seen(day.getByText('10:00 - 11:00'))
  await gone(page.getByRole('dialog'))
})
