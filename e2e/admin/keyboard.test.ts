import { formatDay, formatMonth } from '@prenoto/core/time/format.ts'
import { addMonths } from '@prenoto/core/time/plain-date.ts'
import { expect } from 'vitest'
import { arrivedAt, focused, gone, loaded, seen, tabTo, told } from '../support/look.ts'
import { giulia, PASSWORD } from '../support/shop.ts'
import { test } from '../support/test.ts'

test('with the keyboard alone: log in, make a booking through the panel, delete it', async ({ open, newShop }) => {
  const shop = await newShop()
  const page = await open(shop.at('/login'))
  const { keyboard } = page
  await tabTo(page, page.getByLabel('Mail'))
  await keyboard.type(shop.admin.email)
  await keyboard.press('Tab')
  await keyboard.type(PASSWORD)
  await keyboard.press('Enter')
  await arrivedAt(page, '/dashboard')
  await seen(page.getByRole('heading', { level: 1, name: 'Dashboard' }))
  await loaded(page)

  const add = page.getByRole('button', { name: 'Nuova prenotazione' })
  await tabTo(page, add)
  await keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Nuova prenotazione' })
  await seen(panel)
  expect(await panel.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  const service = panel.getByRole('button', { name: /Servizio/ })
  const option = page.getByRole('option', { name: 'Taglio' })
  await tabTo(page, service)
  await keyboard.press('Enter')
  await focused(option)
  await keyboard.press('Enter')
  await gone(option)
  await focused(service)

  const date = panel.getByLabel('Data prenotazione')
  await seen(date)
  await tabTo(page, date)
  await expect.poll(() => date.inputValue()).toBe(shop.today)
  await seen(panel.getByText('09:00'))
  await tabTo(page, panel.getByRole('radio', { name: '09:00' }))
  await keyboard.press('ArrowRight')
  await expect.poll(() => panel.getByRole('radio', { name: '10:00' }).isChecked()).toBe(true)
  for (const [label, typed] of [
    ['Nome', giulia.name],
    ['Cognome', giulia.surname],
    ['Email', giulia.email],
    ['Telefono', giulia.telephone],
  ] as const) {
    await tabTo(page, panel.getByLabel(label, { exact: true }))
    await keyboard.type(typed)
  }
  await keyboard.press('Enter')
  await gone(panel)
  await focused(add)
  expect(await shop.bookings()).toMatchObject([{ name: 'Giulia', visit_day: shop.today, visit_hour: '10:00:00' }])

  const actions = page.getByRole('button', { name: 'Azioni per Giulia Verdi' })
  await seen(actions)
  await tabTo(page, actions)
  await keyboard.press('Enter')
  await focused(page.getByRole('menuitem', { name: 'Modifica' }))
  await keyboard.press('Escape')
  await focused(actions)
  await keyboard.press('Enter')
  await focused(page.getByRole('menuitem', { name: 'Modifica' }))
  await keyboard.press('End')
  await focused(page.getByRole('menuitem', { name: 'Elimina' }))
  await keyboard.press('Enter')
  await told(page, 'Prenotazione eliminata con successo')
  await focused(page.getByRole('heading', { name: /^Appuntamenti del/ }))
  expect(await shop.bookings()).toEqual([])
})

test('the arrows walk through the days of the calendar, Enter selects one', async ({ enter, newShop }) => {
  const shop = await newShop()
  const page = await enter(shop, '/dashboard')
  await tabTo(page, page.getByRole('gridcell', { selected: true }).getByRole('button'))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const [year, month, day] = shop.day(8).split('-')
  await seen(page.getByRole('heading', { name: `Appuntamenti del ${day}-${month}-${year}` }))

  await page.keyboard.press('PageDown')
  const later = addMonths(shop.day(8), 1)
  await seen(page.getByRole('heading', { name: formatMonth(later) }))
  await focused(page.getByRole('gridcell', { name: formatDay(later) }).getByRole('button'))
})

test('the focus stays in an open panel, and goes back to the row that opened it', async ({ enter, newShop }) => {
  const page = await enter(await newShop(), '/service')
  const row = page.getByRole('button', { name: 'Taglio' })
  await tabTo(page, row)
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Modifica servizio' })
  await seen(panel)
  for (let pressed = 0; pressed < 30; pressed += 1) {
    await page.keyboard.press('Tab')
    const isInside = await panel.evaluate(
      (dialog) => document.activeElement === document.body || dialog.contains(document.activeElement),
    )
    expect(isInside).toBe(true)
  }
  await page.keyboard.press('Escape')
  await gone(panel)
  await focused(row)
})

test('the mobile menu takes the focus and gives it back', { tags: ['2.41', '2.42'] }, async ({ enter, newShop }) => {
  const page = await enter(await newShop(), '/dashboard', { width: 360 })
  const opener = page.getByRole('button', { name: 'Apri il menu' })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await tabTo(page, opener)
  await page.keyboard.press('Enter')
  await seen(menu)
  expect(await menu.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await gone(menu)
  await focused(opener)

  await page.keyboard.press('Enter')
  await tabTo(page, menu.getByRole('link', { name: 'Clienti' }))
  await page.keyboard.press('Enter')
  await arrivedAt(page, '/customer')
  await gone(menu)
  await focused(page.getByRole('heading', { level: 1, name: 'Elenco Clienti' }))
})
