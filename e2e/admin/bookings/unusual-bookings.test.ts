import { expect } from 'vitest'
import { expectAccessible } from '../../support/axe.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectMessage,
  expectVisible,
  pressEnter,
} from '../../support/expectations.ts'
import { PHONE, test } from '../../support/test.ts'

const LONG = 'Mariorossi'.repeat(12)

test('an editor leaves a real booking out of a burst, cancels the rest quietly and undoes it', async ({
  openAdmin,
  newBusiness,
}) => {
  const business = await newBusiness()
  for (let i = 0; i < 24; i += 1)
    await business.insertBooking({
      visit_day: business.day(1 + Math.floor(i / 8)),
      visit_hour: `${10 + (i % 8)}:00`,
      surname: i === 0 ? LONG : `Rossi ${i}`,
    })
  const page = await openAdmin(business, '/dashboard', { allowedErrors: /500/ })
  const notice = page.getByRole('status').filter({ hasText: '24 prenotazioni insolite nell’ultima ora' })
  await expectVisible(notice)

  await page.route('**/api/dashboard/unusual-bookings', (route) => route.fulfill({ status: 500, body: '{}' }))
  await pressEnter(notice.getByRole('button', { name: 'Guarda l’elenco' }))
  const panel = page.getByRole('dialog', { name: 'Prenotazioni insolite' })
  await expectVisible(panel.getByText('Non è stato possibile leggere l’elenco.'))
  await page.unroute('**/api/dashboard/unusual-bookings')
  await pressEnter(panel.getByRole('button', { name: 'Riprova' }))

  await panel.getByRole('checkbox', { name: /Rossi 5 / }).press('Space')
  const cancel = panel.getByRole('button', { name: 'Disdici 23 prenotazioni senza avvisare' })
  await expectVisible(cancel)
  await expectAccessible(page)
  for (const width of [1280, PHONE]) {
    await page.setViewportSize({ width, height: 740 })
    await expectFitsWidth(page)
  }
  await pressEnter(cancel)
  await expectHidden(panel)
  await expectHidden(notice)
  expect((await business.bookings()).length).toBe(1)

  await pressEnter(page.getByRole('button', { name: /^Ripristina/ }))
  await expectMessage(page, 'Disdetta annullata')
  expect((await business.bookings()).length).toBe(24)
  await expectVisible(notice)
  await page.setViewportSize({ width: 1280, height: 800 })
  await pressEnter(notice.getByRole('button', { name: 'Guarda l’elenco' }))
  await page.keyboard.press('Escape')
  await expectFocused(notice.getByRole('button', { name: 'Guarda l’elenco' }))
})
