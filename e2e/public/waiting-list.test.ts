import { capitalize, formatDay } from '@prenoto/core/time/format.ts'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { giulia } from '../support/business.ts'
import {
  expectFitsWidth,
  expectFocused,
  expectHidden,
  expectVisible,
  pressEnter,
  tabTo,
  waitForPath,
} from '../support/expectations.ts'
import { PHONE, test } from '../support/test.ts'

test('a visitor joins the waiting list of a full day by keyboard, gets an offer and books it; staff see it', {
  tags: ['13.85', '13.90', '13.170'],
}, async ({ open, openAdmin, newBusiness }) => {
  const business = await newBusiness({ services: [{ duration: 240 }] })
  const day = business.day(1)
  const name = 'Serenella Buonaventura-Scaramuzzi della Valle'
  const email = 'serenella.buonaventura@posta.example'
  const { hidden_id } = await business.book({ visit_day: day, visit_hour: '09:00', email: 'prima@posta.example' })
  const second = await business.book({ visit_day: day, visit_hour: '14:00', email: 'seconda@posta.example' })
  const staff = await openAdmin(business, `/dashboard?giorno=${day}`)
  expect(await staff.getByText(/Lista d’attesa/).count()).toBe(0)
  const page = await open(business.bookingPage(), { width: PHONE })

  await page.getByRole('button', { name: formatDay(day) }).click()
  const invitation = page.getByRole('button', { name: 'Avvisami se si libera un posto' })
  await expectVisible(invitation)
  await tabTo(page, invitation)
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: `Lista d’attesa per ${formatDay(day)}` })
  await expectFocused(form.getByRole('heading'))
  await expectAccessible(page)
  await expectFitsWidth(page)
  await pressEnter(form.getByRole('button', { name: 'Mettimi in lista' }))
  await expectFocused(form.getByLabel('Nome *', { exact: true }))
  await form.getByLabel('Nome *', { exact: true }).fill(name)
  await form.getByLabel('Quando').selectOption('Mattina')
  await form.getByLabel('Cognome *').fill(giulia.surname)
  await form.getByLabel('Email *').fill(email)
  await form.getByLabel('Telefono *').fill(giulia.telephone)
  await form.getByLabel(/Privacy Policy/).check()
  await page.keyboard.press('Enter')
  await expectFocused(page.getByRole('paragraph').filter({ hasText: `Sei in lista d’attesa per ${formatDay(day)}.` }))
  await expectVisible(page.getByText(email))
  await expectFitsWidth(page)

  const list = staff.getByRole('region', { name: 'Lista d’attesa (1)' })
  await expectVisible(list.getByText(`${name} ${giulia.surname}`))
  await expectVisible(list.getByText('In attesa'))
  await business.api('DELETE', `/client/bookings/delete/${second.hidden_id}`)
  await list.getByRole('button', { name: /^Azioni per/ }).click()
  await staff.getByRole('menuitem', { name: 'Offri un posto' }).click()
  const offer = staff.getByRole('dialog', { name: 'Offri un posto' })
  await expectVisible(offer.getByRole('definition').getByText('Mattina'))
  await offer.getByText('14:00').click()
  await expectVisible(offer.getByText('Ha chiesto: mattina. Questo posto è un altro: 14:00, pomeriggio.'))
  await expectAccessible(staff)
  await offer.getByRole('button', { name: 'Annulla' }).click()
  await expectHidden(offer)
  await business.api('DELETE', `/client/bookings/delete/${hidden_id}`)
  await expectVisible(list.getByText(/^Offerte le 09:00, fino alle 08:30/))
  await list.getByRole('link', { name: 'Tutti i giorni' }).click()
  await expectFocused(staff.getByRole('heading', { level: 1, name: 'Lista d’attesa' }))
  const waiting = staff.getByRole('region', { name: `${capitalize(formatDay(day))} 1 persona` })
  await expectVisible(waiting.getByText(/^Offerte le 09:00, fino alle 08:30/))
  await staff.setViewportSize({ width: PHONE, height: 740 })
  await expectFitsWidth(staff)
  await expectAccessible(staff)

  await page.goto(await business.waitingLink())
  await expectVisible(page.getByRole('heading', { name: 'Si è liberato un posto per te' }))
  await expectAccessible(page)
  await expectFitsWidth(page)
  const booking = page.getByRole('button', { name: 'Prenota questo posto' })
  await tabTo(page, booking)
  await page.keyboard.press('Enter')
  await waitForPath(page, '/thank_you')
  await expectVisible(page.getByText(formatDay(day)))
  await expectVisible(page.getByText('09:00'))

  await expectVisible(staff.getByText(/^Nessuno è in lista d’attesa/))
  await staff.goBack()
  await expectHidden(list)
  await expectVisible(staff.getByRole('link', { name: `${name} ${giulia.surname}` }))
  await page.goBack()
  await expectVisible(page.getByRole('heading', { name: 'Hai già prenotato il posto' }))
})

test('an open offer page shows when the offer ends, and links to the slot while it is free', {
  tags: ['13.183'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const day = business.day(1)
  const link = await business.offerSlot(day)
  const page = await open(link, { width: PHONE, clock: true, allowedErrors: /503|No response/ })
  await expectVisible(page.getByRole('heading', { name: 'Si è liberato un posto per te' }))
  await expectVisible(page.getByText('60 minuti'))
  await expectVisible(page.getByText('25,00\u00a0€'))
  const book = page.getByRole('button', { name: 'Prenota questo posto' })

  // A failed request shows an error.
  await page.route(/\/api\/client\/waiting-list\/book/, (route) => route.fulfill({ status: 503, json: {} }))
  await book.click()
  await page.clock.runFor(60_000)
  await expectVisible(page.getByText('Non siamo riusciti a prenotare il posto. Riprova tra poco.'))

  await business.endOffers()
  const stillFree = page.getByRole('heading', { name: 'È ancora libero' })
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(600_000)
        return stillFree.isVisible()
      },
      // Each step reads the page again, up to a rate limit.
      { interval: 500 },
    )
    .toBe(true)
  await expectAccessible(page)
  await expectFitsWidth(page)
  await page.getByRole('link', { name: 'Vai alla prenotazione' }).click()
  await waitForPath(page, `/client_service/${business.serviceId}/booking`)
  expect(new URL(page.url()).searchParams.get('giorno')).toBe(day)
})
