import { formatDay } from '@prenoto/core/time/format.ts'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../../support/axe.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectMessage,
  expectVisible,
  tabTo,
  waitForPath,
  waitUntilLoaded,
} from '../../support/expectations.ts'
import { test } from '../../support/test.ts'

const view = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

const findMiddle = async (locator: Locator) => {
  const { x, y, width, height } = (await locator.boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

/** The number of scroll containers within an element; hundreds of them are slow to paint. */
const scrollersIn = (locator: Locator) =>
  locator.evaluate(
    (element) =>
      [element, ...element.querySelectorAll('*')].filter((box) =>
        /auto|hidden|scroll/.test(getComputedStyle(box).overflow),
      ).length,
  )

/** Drags an element by its centre to the column of another one, `down` pixels lower. */
async function drag(page: Page, what: Locator, to: Locator, down: number) {
  const [start, goal] = [await findMiddle(what), await findMiddle(to)]
  await page.mouse.move(start.x, start.y)
  await page.mouse.down()
  await page.mouse.move(start.x + 10, start.y, { steps: 2 })
  await page.mouse.move(goal.x, start.y + down, { steps: 4 })
}

test('the week shows one calendar or all, with narrow visits that expand; the day has a column per calendar where gaps are booked and visits dragged, undone and reached by keyboard', {
  tags: ['13.104', '13.105', '13.141', '13.191'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const bea = await business.newOtherCalendar({ name: 'Bea', description: 'Sì' })
  const carla = await business.newOtherCalendar({ name: 'Carla', description: 'Sì' })
  const day = business.day(1)
  await business.insertBooking({ visit_day: business.today, visit_hour: '10:00', name: 'Anna' })
  for (const [name, calendar_id] of Object.entries({ Bea: bea, Carla: carla }))
    await business.insertBooking({ visit_day: business.today, visit_hour: '10:00', calendar_id, name, surname: 'Neri' })
  const id = await business.insertBooking({ visit_day: day, visit_hour: '10:00', buffer_after: 10 })
  await business.newDayOff({ calendar_id: bea, day_from: day, hour_from: '16:00', day_to: day, hour_to: '23:59' })
  const token = await business.token('operator', { calendar_id: bea })
  const page = await open(business.at('/dashboard?vista=settimana'), { token })
  await waitUntilLoaded(page)
  const today = column(page, formatDay(business.today))
  const calendarField = page.getByLabel('Calendario', { exact: true })
  await expectVisible(today.getByRole('link', { name: 'Bea Neri 10:00 - 11:00 Taglio', exact: true }))
  expect(await today.getByRole('link').count()).toBe(1)
  await calendarField.selectOption('Sala')
  await expectVisible(today.getByRole('link', { name: 'Anna Verdi' }))
  expect(await today.getByRole('link').count()).toBe(1)
  await view(page, 'Giorno').click()
  await expectHidden(column(page, 'Bea'))
  await view(page, 'Settimana').click()
  await calendarField.selectOption('Tutti i calendari')
  const narrow = today.getByRole('link', {
    name: 'Anna Verdi 10:00 - 11:00 Taglio, Sala',
    exact: true,
  })
  await expectVisible(narrow)
  await expectHidden(narrow.getByText('10:00 - 11:00'))
  const { width } = page.viewportSize()!
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)
  expect((await calendarField.boundingBox())!.width, 'a short name of a calendar fits').toBeGreaterThan(80)
  const grid = page.getByRole('group', { name: /^Agenda/ })
  await grid.evaluate((element) => {
    element.scrollLeft = 300
  })
  await view(page, 'Giorno').click()
  await expectVisible(column(page, 'Bea'))
  await expect.poll(() => grid.evaluate((element) => element.scrollLeft)).toBe(0)
  await view(page, 'Settimana').click()
  await expectVisible(narrow)
  await page.setViewportSize({ width, height: 740 })

  await narrow.hover()
  await expectVisible(narrow.getByText('10:00 - 11:00'))
  const [opened, around] = [await narrow.boundingBox(), await today.boundingBox()]
  expect(opened!.x).toBeGreaterThanOrEqual(around!.x)
  await page.mouse.move(0, 0)
  await expect.poll(async () => (await narrow.boundingBox())!.width).toBeLessThan(60)
  await narrow.focus()
  await expect.poll(async () => (await narrow.boundingBox())!.width).toBeGreaterThan(100)

  await view(page, 'Giorno').click()
  await page.getByRole('button', { name: 'Giorno successivo' }).click()
  const [sala, beas] = [column(page, 'Sala'), column(page, 'Bea')]
  const visit = page.getByRole('link', { name: 'Giulia Verdi' })

  await expectVisible(sala.getByRole('button', { name: 'Libero 1 h 50 min dalle 11:10 alle 13:00' }))
  await expectVisible(beas.getByText('Chiuso dalle 16:00: Ferie'))
  expect(
    await page
      .getByRole('region', { name: formatDay(day) })
      .getByRole('heading', { level: 3 })
      .allInnerTexts(),
  ).toEqual(['Bea', 'Sala', 'Carla'])

  const gap = beas.getByRole('button', { name: 'Libero 4 h dalle 09:00 alle 13:00' })
  const { height } = (await gap.boundingBox())!
  await gap.click({ position: { x: 40, y: height / 2 + 3 } })
  const panel = page.getByRole('dialog', { name: 'Nuova prenotazione' })
  await expect.poll(() => panel.getByRole('radio', { name: '11:00' }).isChecked()).toBe(true)
  await expect.poll(() => panel.getByLabel('Con chi?').inputValue()).toBe(String(bea))
  await page.keyboard.press('Escape')
  await expectHidden(panel)

  await drag(page, visit, beas.getByRole('list').last(), 96)
  await expectVisible(page.getByText('11:00 - 12:00 Giulia Verdi'))
  await page.keyboard.press('Escape')
  await expectHidden(page.getByText('11:00 - 12:00 Giulia Verdi'))
  // A release where the drag began opens nothing.
  await visit.hover()
  await page.mouse.up()
  expect((await business.bookings()).at(-1)).toMatchObject({ calendar_id: business.calendarId, visit_hour: '10:00:00' })
  await drag(page, visit, beas.getByRole('list').last(), 96)
  await page.mouse.up()
  await expectMessage(page, 'Prenotazione modificata con successo')
  await expectVisible(beas.getByRole('link', { name: 'Giulia Verdi 11:00 - 12:00 Taglio' }))
  expect((await business.bookings()).at(-1)).toMatchObject({ calendar_id: bea, visit_hour: '11:00:00' })
  await expectVisible(page.getByText('Tra poco il cliente riceve un’email.'))
  await page.getByRole('button', { name: 'Senza avvisare' }).click()
  await expectVisible(page.getByText('Il cliente non viene avvisato.'))
  await page.getByRole('button', { name: 'Ripristina: prenotazione di Giulia Verdi' }).click()
  await expectVisible(sala.getByRole('link', { name: 'Giulia Verdi 10:00 - 11:00 Taglio' }))

  await business.insertBooking({
    visit_day: day,
    visit_hour: '18:00',
    name: 'Paola',
    surname: 'Neri',
    patient_notes: 'Con il cane',
    attendance: 'no_show',
  })
  await business.api('DELETE', `/bookings/delete/${id}`, undefined, {
    authorization: `Bearer ${await business.token()}`,
  })
  const paola = sala.getByRole('link', { name: 'Paola Neri' })
  await expectVisible(paola)
  await expectHidden(visit)

  await tabTo(page, beas.getByRole('button', { name: 'Libero 4 h dalle 09:00 alle 13:00' }))
  await page.keyboard.press('ArrowRight')
  await expectFocused(sala.getByRole('button', { name: 'Libero 4 h dalle 09:00 alle 13:00' }))
  await page.keyboard.press('End')
  await expectFocused(paola)
  await page.keyboard.press('Tab')
  const actions = page.getByRole('button', { name: 'Azioni per Paola Neri, 18:00 - 19:00' })
  await expectFocused(actions)
  await page.keyboard.press('Enter')
  await expectFocused(page.getByRole('menuitem', { name: 'Modifica' }))
  await expectVisible(page.getByRole('menuitem', { name: 'Sposta' }))
  await page.keyboard.press('Escape')
  await expectFocused(actions)
  await page.keyboard.press('Shift+Tab')
  await expectFocused(paola)
  await page.keyboard.press('Enter')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Prenotazione di Paola Neri' }))
  await page.getByRole('button', { name: 'Indietro' }).click()
  await waitForPath(page, '/dashboard')
  await expectVisible(paola)

  await page.emulateMedia({ media: 'print' })
  const sheet = page.locator('[data-sheet]')
  expect(await sheet.innerText()).toMatch(
    /×\s+18:00 - 19:00\s+Paola Neri\s+3331234567\s+Taglio\s+Sala\s+Note: Con il cane/,
  )
  await expectHidden(page.getByRole('main'))
})

test('the browser remembers the week view except on a phone, which starts with the day', {
  tags: ['13.103', '13.127'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  await business.insertBooking({ visit_day: business.today, visit_hour: '10:00' })
  await business.newDayOff({ day_from: business.today, hour_from: '16:00', day_to: business.today, hour_to: '23:59' })
  const token = await business.token()
  const page = await open(business.at('/dashboard'), { token, width: 320 })
  await expect.poll(() => view(page, 'Mese').getAttribute('aria-pressed')).toBe('true')
  await view(page, 'Settimana').click()
  const today = column(page, formatDay(business.today))
  const visit = today.getByRole('link', { name: 'Giulia Verdi 10:00 - 11:00 Taglio' })
  await expectVisible(visit)
  const { x, width } = (await today.boundingBox())!
  expect(x + width, 'whatever day it is, it is in view').toBeLessThan(320)
  await expectFitsWidth(page)
  expect(await scrollersIn(visit)).toBe(0)

  await page.getByRole('button', { name: formatDay(business.today) }).click()
  await expectVisible(column(page, 'Sala').getByRole('link', { name: 'Giulia Verdi' }))
  await expectFitsWidth(page)
  await page.getByRole('button', { name: 'Giorno successivo' }).click()
  await expectVisible(page.getByRole('heading', { name: formatDay(business.day(1)) }))
  const grid = page.getByRole('group', { name: /^Agenda/ })
  expect((await grid.boundingBox())!.y, 'the day begins near the top').toBeLessThan(220)
  const add = page.getByRole('button', { name: 'Nuova prenotazione' })
  expect((await add.boundingBox())!.y, 'under the thumb').toBeGreaterThan(640)
  expect(new URL(page.url()).search).toBe(`?vista=giorno&giorno=${business.day(1)}`)

  // Back closes a panel; without one it leaves the page.
  const panel = page.getByRole('dialog', { name: 'Nuova prenotazione' })
  for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
    await add.click()
    await expectVisible(panel)
    await close()
    await expectHidden(panel)
    expect(new URL(page.url()).pathname).toBe('/dashboard')
  }
  await view(page, 'Settimana').click()
  await page.goBack()
  await page.waitForURL('about:blank')

  await page.goto(business.at('/dashboard'))
  await expect.poll(() => view(page, 'Giorno').getAttribute('aria-pressed')).toBe('true')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await expect.poll(() => view(page, 'Settimana').getAttribute('aria-pressed')).toBe('true')
})
