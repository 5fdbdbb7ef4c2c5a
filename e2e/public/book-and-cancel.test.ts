import { formatDay } from '@prenoto/core/time/format.ts'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { bookAsGiulia } from '../support/booking-form.ts'
import { giulia } from '../support/business.ts'
import {
  expectFocused,
  expectHidden,
  expectInView,
  expectMessage,
  expectVisible,
  pressEnter,
  tabTo,
  waitForHydration,
  waitForPath,
} from '../support/expectations.ts'
import { holdScripts } from '../support/hold-scripts.ts'
import { PHONE, test } from '../support/test.ts'

const findEmailHint = (page: Page) =>
  page.getByText('Giorno, ora e il link alla tua prenotazione sono nell’email di conferma.')

async function goBackTo(page: Page, path: string) {
  for (let back = 0; new URL(page.url()).pathname !== path && back < 8; back += 1) await page.goBack()
  await waitForPath(page, path)
}

test('a visitor books a slot, which disappears, and cancels the booking, which the thank-you page then hides', {
  tags: ['1.2', '1.4', '2.4', '2.25', '2.26', '2.27', '2.28', '4.18', '8.24', '13.160'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.at('/'), { width: PHONE, motion: true, allowedErrors: /404/ })
  // A toast stays when the page changes.
  await page.addInitScript(() => {
    const recordToasts = ({ addedNodes }: MutationRecord) => {
      for (const node of addedNodes)
        if (node instanceof Element && node.matches('[role=alert], [role=status]') && node.textContent)
          sessionStorage.setItem('said', node.textContent)
    }
    new MutationObserver((records) => records.forEach(recordToasts)).observe(document, {
      childList: true,
      subtree: true,
    })
  })

  await page.getByRole('link', { name: 'Scopri i nostri servizi' }).click()
  await waitForPath(page, '/client_service')
  await page.getByRole('article', { name: 'Taglio' }).getByRole('link', { name: 'Prenota ora' }).click()
  await waitForPath(page, `/client_service/${business.serviceId}/booking`)
  const slot = page.getByRole('button', { name: '10:00' })
  await slot.click()

  const title = page.getByRole('heading', { name: 'Completa la prenotazione' })
  await expectFocused(title)
  await expectInView(title)
  await expectVisible(page.getByText('Inserisci i tuoi dati'))
  await bookAsGiulia(page)

  await waitForPath(page, '/thank_you')
  await expectVisible(page.getByRole('heading', { name: 'Prenotazione effettuata con successo' }))
  expect(await page.evaluate(() => sessionStorage.getItem('said'))).toBeNull()
  const [booking] = await business.bookings()
  expect(booking).toMatchObject({
    ...giulia,
    telephone: '393331234567',
    visit_day: business.today,
    visit_hour: '10:00:00',
  })

  await page.goBack()
  await expectVisible(page.getByRole('button', { name: '09:00' }))
  await expectHidden(slot)
  await page.goForward()
  await expectVisible(page.getByText('Ti abbiamo scritto a'))
  await page.getByRole('link', { name: 'Sposta o disdici' }).click()
  await page.getByRole('link', { name: 'Disdici' }).click()
  await waitForPath(page, `/bookings/delete/${booking!.hidden_id}`)
  await expectVisible(page.getByRole('heading', { name: 'ATTENZIONE - Sei sicuro di voler eliminare la prestazione?' }))
  await page.getByRole('link', { name: 'Annulla' }).click()
  await waitForPath(page, '/')
  await expectMessage(page, 'La prenotazione resta confermata.')
  expect(await business.bookings()).toHaveLength(1)

  await page.goBack()
  const remove = page.getByRole('button', { name: 'Elimina' })
  await waitForHydration(page)
  await remove.click()
  await waitForPath(page, '/')
  await expectMessage(page, 'Prenotazione eliminata con successo')
  expect(await business.bookings()).toHaveLength(0)

  await goBackTo(page, '/thank_you')
  await expectVisible(findEmailHint(page))
  await expectHidden(page.getByText('Ti abbiamo scritto a'))
  await page.goBack()
  await expectVisible(slot)
})

test('a visitor books, reschedules and cancels with the keyboard alone, and the thank-you page hides a rescheduled visit', {
  tags: ['2.28', '4.38', '13.10', '13.81', '13.160'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.at('/client_service'), { allowedErrors: /ERR_FAILED|404/ })
  const { keyboard } = page
  const follow = async (name: string) => {
    await tabTo(page, page.getByRole('link', { name }))
    await keyboard.press('Enter')
  }

  await follow('Prenota ora')
  await waitForPath(page, `/client_service/${business.serviceId}/booking`)
  await tabTo(page, page.getByRole('button', { name: 'Giorno successivo' }))
  await tabTo(page, page.getByRole('listitem').nth(1).getByRole('button'))
  await keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: '17:00' }))
  await keyboard.press('Enter')

  // The heading of the form has the focus, so the first field is one Tab away.
  await expectFocused(page.getByRole('heading', { name: 'Completa la prenotazione' }))
  for (const typed of Object.values(giulia)) {
    await keyboard.press('Tab')
    await keyboard.insertText(typed)
  }
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await keyboard.press('Enter')
  await waitForPath(page, '/thank_you')
  const [booking] = await business.bookings()
  expect(booking).toMatchObject({ name: 'Giulia', visit_day: business.day(1), visit_hour: '17:00:00' })

  await follow('Sposta o disdici')
  const itsPage = `/bookings/${booking!.hidden_id}`
  await waitForPath(page, itsPage)
  await follow('Sposta')
  await expectVisible(page.getByRole('heading', { name: 'Sposta la prenotazione' }))
  await tabTo(page, page.getByRole('listitem').nth(2).getByRole('button'))
  await keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: '09:00' }))
  await keyboard.press('Enter')
  await expectFocused(page.getByRole('heading', { name: 'Conferma il nuovo orario' }))
  expect(await business.bookings()).toMatchObject([{ visit_hour: '17:00:00' }])
  // The first answer is lost.
  const to = { visit_day: business.day(2), visit_hour: '09:00' }
  await page.route(
    /\/api\/client\/bookings\/update/,
    async (route) => {
      await business.api('PUT', `/client/bookings/update/${booking!.hidden_id}`, to)
      await route.abort()
    },
    { times: 1 },
  )
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await expectMessage(page, 'Prenotazione modificata con successo')
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(itsPage)
  await expectVisible(page.getByText(formatDay(business.day(2))))
  expect(await business.bookings()).toMatchObject([
    { id: booking!.id, visit_day: business.day(2), visit_hour: '09:00:00' },
  ])

  await goBackTo(page, '/thank_you')
  await expectVisible(findEmailHint(page))
  await expectHidden(page.getByText('Ti abbiamo scritto a'))
  await page.goto(business.at(itsPage))

  // This answer is lost as well.
  await page.route(
    /\/api\/client\/bookings\/delete/,
    async (route) => {
      await business.api('DELETE', `/client/bookings/delete/${booking!.hidden_id}`)
      await route.abort()
    },
    { times: 1 },
  )
  await follow('Disdici')
  await waitForPath(page, `/bookings/delete/${booking!.hidden_id}`)
  await tabTo(page, page.getByRole('button', { name: 'Elimina' }))
  await keyboard.press('Enter')
  await waitForPath(page, '/')
  expect(await business.bookings()).toEqual([])
})

test('a cancellation that was made meanwhile is shown when the button is pressed', {
  tags: ['2.5', '8.8', '13.43'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const { hidden_id } = await business.book({ visit_day: business.day(1), visit_hour: '09:00:00' })
  const page = await open(business.at(`/bookings/delete/${hidden_id}`), { allowedErrors: /404|500|ApiError/ })
  const remove = page.getByRole('button', { name: 'Elimina' })
  await expectVisible(page.getByText(formatDay(business.day(1))))
  expect(await business.bookings()).toHaveLength(1)
  await page.route('**/api/client/bookings/delete/*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await pressEnter(remove)
  await expectVisible(
    page.getByRole('alert').filter({ hasText: 'Non siamo riusciti a disdire la prenotazione. Riprova.' }),
  )
  await expectFocused(remove)
  await page.reload()

  await business.api('DELETE', `/client/bookings/delete/${hidden_id}`)
  await remove.click()

  await expectVisible(page.getByRole('heading', { level: 1, name: 'La prenotazione non c’è più' }))
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await remove.count()).toBe(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Prenota di nuovo' }).click()
  await waitForPath(page, '/client_service')
})

test('an open visit page shows that the visit was rescheduled, its slot lost, or cancelled', {
  tags: ['13.82'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const { id, hidden_id } = await business.book({ visit_day: business.day(1), visit_hour: '09:00:00' })
  const [booking] = await business.bookings()
  const page = await open(business.at(`/bookings/${hidden_id}?giorno=${business.day(1)}`), {
    allowedErrors: /404|409|ApiError/,
  })
  const choose = (hour: string) => page.getByRole('button', { name: hour }).click()
  const confirm = page.getByRole('button', { name: 'Sposta la prenotazione' })
  /** Repeats the visibility event until the text shows, since a new page may not listen yet. */
  const visibleAfterReturn = (locator: Locator) =>
    expect
      .poll(async () => {
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))).catch(() => {})
        return locator.count()
      })
      .toBe(1)
  expect(await page.getByRole('button', { name: '09:00' }).count()).toBe(0)
  await expectVisible(page.getByText('09:00 il tuo orario'))

  await choose('15:00')
  await business.book({ name: 'Marco', visit_day: business.day(1), visit_hour: '15:00' })
  await confirm.click()
  await expectVisible(page.getByText('Le 15:00 non sono più disponibili.'))
  await expectFocused(page.getByRole('heading', { name: formatDay(business.day(1)), level: 3 }))
  await expectHidden(confirm)

  await choose('16:00')
  const authorization = { authorization: `Bearer ${await business.token('operator')}` }
  const { name, surname, email, telephone } = booking as unknown as Record<string, string>
  const person = { name, surname, email, telephone, service_id: business.serviceId }
  const rescheduled = { ...person, visit_day: business.day(3), visit_hour: '11:00' }
  expect((await business.api('PUT', `/bookings/update/${id}`, rescheduled, authorization)).status).toBe(200)
  await confirm.click()
  await expectVisible(page.getByRole('heading', { name: 'La tua prenotazione' }))
  await expectVisible(page.getByText(formatDay(business.day(3))))

  await business.api('PUT', `/bookings/update/${id}`, { ...rescheduled, visit_hour: '12:00' }, authorization)
  await visibleAfterReturn(page.getByText('12:00'))
  await business.api('DELETE', `/client/bookings/delete/${hidden_id}`)
  await visibleAfterReturn(page.getByRole('heading', { name: 'La prenotazione non c’è più' }))
})

test('a cancellation that is pressed before hydration works and shows the usual message', {
  tags: ['13.42', '13.185'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const { hidden_id } = await business.book({ visit_day: business.day(1), visit_hour: '09:00:00' })
  const page = await open(business.at('/robots.txt'))
  const release = await holdScripts(page)
  await page.goto(business.at(`/bookings/delete/${hidden_id}`), { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Elimina' }).click({ noWaitAfter: true })
  await page.waitForURL((url) => url.pathname === '/', { waitUntil: 'commit' })
  release()

  await expectMessage(page, 'Prenotazione eliminata con successo')
  // The message stays in the page after the toast.
  await expectVisible(page.getByRole('main').getByText('Prenotazione eliminata con successo'))
  expect(new URL(page.url()).hash).toBe('')
  expect(await business.bookings()).toEqual([])
})
