import { formatDay, formatMonth } from '@prenoto/core/time/format.ts'
import { addMonths } from '@prenoto/core/time/plain-date.ts'
import { expect } from 'vitest'
import { giulia, PASSWORD } from '../support/business.ts'
import {
  expectFocused,
  expectHidden,
  expectMessage,
  expectVisible,
  tabTo,
  waitForPath,
  waitUntilLoaded,
} from '../support/expectations.ts'
import { openScreen } from '../support/menu.ts'
import { reopenAtOnce } from '../support/reopen.ts'
import { test } from '../support/test.ts'

test('a user logs in, books, deletes, moves through the month, a panel and the mobile menu with the keyboard alone', {
  tags: ['2.41', '2.42'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.at('/login'))
  const { keyboard } = page
  await tabTo(page, page.getByLabel('Mail'))
  await keyboard.type(business.admin.email)
  await keyboard.press('Tab')
  await keyboard.type(PASSWORD)
  await keyboard.press('Enter')
  await waitForPath(page, '/dashboard')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Dashboard' }))
  await waitUntilLoaded(page)

  const add = page.getByRole('button', { name: 'Nuova prenotazione' })
  await tabTo(page, add)
  await keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Nuova prenotazione' })
  await expectVisible(panel)
  expect(await panel.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  const service = panel.getByRole('button', { name: /Servizio/ })
  const option = page.getByRole('option', { name: 'Taglio' })
  await tabTo(page, service)
  await keyboard.press('Enter')
  await expectFocused(option)
  await keyboard.press('Enter')
  await expectHidden(option)
  await expectFocused(service)

  const date = panel.getByLabel('Data prenotazione')
  await expectVisible(date)
  await tabTo(page, date)
  await expect.poll(() => date.inputValue()).toBe(business.today)
  await expectVisible(panel.getByText('09:00'))
  await tabTo(page, panel.getByRole('radio', { name: '09:00' }))
  await keyboard.press('ArrowRight')
  await expect.poll(() => panel.getByRole('radio', { name: '10:00' }).isChecked()).toBe(true)
  for (const [label, typed] of [
    ['Nome', giulia.name],
    ['Cognome', giulia.surname],
    ['Email', 'g@v.it'],
    ['Telefono', giulia.telephone],
  ] as const) {
    await tabTo(page, panel.getByLabel(label, { exact: true }))
    await keyboard.insertText(typed)
  }
  await keyboard.press('Enter')
  await expectHidden(panel)
  await expectFocused(add)
  expect(await business.bookings()).toMatchObject([
    { name: 'Giulia', visit_day: business.today, visit_hour: '10:00:00' },
  ])

  const actions = page.getByRole('button', { name: 'Azioni per Giulia Verdi' })
  await expectVisible(actions)
  await tabTo(page, actions)
  await keyboard.press('Enter')
  await expectFocused(page.getByRole('menuitem', { name: 'Modifica' }))
  await keyboard.press('Escape')
  await expectFocused(actions)
  await keyboard.press('Enter')
  await expectFocused(page.getByRole('menuitem', { name: 'Modifica' }))
  await keyboard.press('End')
  await expectFocused(page.getByRole('menuitem', { name: 'Elimina' }))
  await keyboard.press('Enter')
  await expectMessage(page, 'Prenotazione eliminata con successo')
  await expectFocused(page.getByRole('heading', { name: /^Appuntamenti del/ }))
  expect(await business.bookings()).toEqual([])

  await tabTo(page, page.getByRole('gridcell', { selected: true }).getByRole('button'), 'Shift+Tab')
  await keyboard.press('ArrowRight')
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  const [year, month, day] = business.day(8).split('-')
  await expectVisible(page.getByRole('heading', { name: `Appuntamenti del ${day}-${month}-${year}` }))

  await keyboard.press('PageDown')
  const later = addMonths(business.day(8), 1)
  await expectVisible(page.getByRole('heading', { name: formatMonth(later) }))
  await expectFocused(page.getByRole('gridcell', { name: formatDay(later) }).getByRole('button'))

  await openScreen(page, 'Servizi')
  const row = page.getByRole('button', { name: 'Taglio' })
  await tabTo(page, row)
  await keyboard.press('Enter')
  const edit = page.getByRole('dialog', { name: 'Modifica servizio' })
  await expectVisible(edit)
  await edit.getByRole('button').last().focus()
  for (let pressed = 0; pressed < 3; pressed += 1) {
    await keyboard.press('Tab')
    const isInside = await edit.evaluate(
      (dialog) => document.activeElement === document.body || dialog.contains(document.activeElement),
    )
    expect(isInside).toBe(true)
  }
  await keyboard.press('Escape')
  await expectHidden(edit)
  await expectFocused(row)

  await page.setViewportSize({ width: 360, height: 740 })
  const opener = page.getByRole('button', { name: 'Apri il menu' })
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await tabTo(page, opener)
  await keyboard.press('Enter')
  await expectVisible(menu)
  expect(await menu.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  await keyboard.press('Escape')
  await expectHidden(menu)
  await expectFocused(opener)

  await keyboard.press('Enter')
  await expectVisible(menu)
  await reopenAtOnce(menu, opener)
  await tabTo(page, menu.getByRole('link', { name: 'Clienti' }))
  await keyboard.press('Enter')
  await waitForPath(page, '/customer')
  await expectHidden(menu)
  await expectFocused(page.getByRole('heading', { level: 1, name: 'Elenco Clienti' }))
})
