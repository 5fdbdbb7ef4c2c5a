import { formatDay } from '@prenoto/core/time/format.ts'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { alive, arrivedAt, fitsWidth, focused, gone, seen, tabTo } from '../support/look.ts'
import { giulia } from '../support/shop.ts'
import { PHONE, test } from '../support/test.ts'

test('a visitor waits for a place on a full day, by keyboard, is offered one and books it; the staff sees it happen', {
  tags: ['13.85', '13.90', '13.170'],
}, async ({ open, enter, newShop }) => {
  const shop = await newShop({ services: [{ duration: 240 }] })
  const day = shop.day(1)
  const name = 'Serenella Buonaventura-Scaramuzzi della Valle'
  const email = 'serenella.buonaventura@posta.example'
  const { hidden_id } = await shop.book({ visit_day: day, visit_hour: '09:00', email: 'prima@posta.example' })
  const second = await shop.book({ visit_day: day, visit_hour: '14:00', email: 'seconda@posta.example' })
  const desk = await enter(shop, `/dashboard?giorno=${day}`)
  expect(await desk.getByText(/Lista d’attesa/).count()).toBe(0)
  const page = await open(shop.bookingPage(), { width: PHONE })

  await page.getByRole('button', { name: formatDay(day) }).click()
  const invitation = page.getByRole('button', { name: 'Avvisami se si libera un posto' })
  await seen(invitation)
  await tabTo(page, invitation)
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: `Lista d’attesa per ${formatDay(day)}` })
  await focused(form.getByRole('heading'))
  await expectAccessible(page)
  await fitsWidth(page)
  await form.getByRole('button', { name: 'Mettimi in lista' }).press('Enter')
  await focused(form.getByLabel('Nome *', { exact: true }))
  await page.keyboard.type(name)
  await form.getByLabel('Quando').selectOption('Mattina')
  await form.getByLabel('Cognome *').fill(giulia.surname)
  await form.getByLabel('Email *').fill(email)
  await form.getByLabel('Telefono *').fill(giulia.telephone)
  await form.getByLabel(/Privacy Policy/).check()
  await page.keyboard.press('Enter')
  await focused(page.getByText(`Sei in lista d’attesa per ${formatDay(day)}.`))
  await seen(page.getByText(email))
  await expectAccessible(page)
  await fitsWidth(page)

  const list = desk.getByRole('region', { name: 'Lista d’attesa (1)' })
  await seen(list.getByText(`${name} ${giulia.surname}`))
  await seen(list.getByText('In attesa'))
  await shop.api('DELETE', `/client/bookings/delete/${second.hidden_id}`)
  await list.getByRole('button', { name: /^Azioni per/ }).click()
  await desk.getByRole('menuitem', { name: 'Offri un posto' }).click()
  const offer = desk.getByRole('dialog', { name: 'Offri un posto' })
  await seen(offer.getByRole('definition').getByText('Mattina'))
  await offer.getByText('14:00').click()
  await seen(offer.getByText('Ha chiesto: mattina. Questo posto è un altro: 14:00, pomeriggio.'))
  await expectAccessible(desk)
  await offer.getByRole('button', { name: 'Annulla' }).click()
  await gone(offer)
  await shop.api('DELETE', `/client/bookings/delete/${hidden_id}`)
  await seen(list.getByText(/^Offerte le 09:00, fino alle 08:30/))
  await expectAccessible(desk)

  await page.goto(await shop.waitingLink())
  await seen(page.getByRole('heading', { name: 'Si è liberato un posto per te' }))
  await expectAccessible(page)
  await fitsWidth(page)
  const booking = page.getByRole('button', { name: 'Prenota questo posto' })
  await tabTo(page, booking)
  await page.keyboard.press('Enter')
  await arrivedAt(page, '/thank_you')
  await seen(page.getByText(formatDay(day)))
  await seen(page.getByText('09:00'))

  await gone(list)
  await seen(desk.getByRole('link', { name: `${name} ${giulia.surname}` }))
  await page.goBack()
  await seen(page.getByRole('heading', { name: 'Hai già prenotato il posto' }))
  await expectAccessible(page)
})

test('an open offer notices its end by itself and leads to the hour while it is free', { tags: ['13.183'] }, async ({
  open,
  newShop,
}) => {
  const shop = await newShop()
  const day = shop.day(1)
  const link = await shop.offerSlot(day)
  const page = await open(shop.at('/'), { width: PHONE, tolerates: /503|No response/ })
  await page.clock.install()
  await page.goto(link)
  await seen(page.getByRole('heading', { name: 'Si è liberato un posto per te' }))
  await seen(page.getByText('60 minuti'))
  await seen(page.getByText('25,00\u00a0€'))
  const book = page.getByRole('button', { name: 'Prenota questo posto' })
  await alive(book)

  // Without an answer a press says so.
  await page.route(/\/api\/client\/waiting-list\/book/, (route) => route.fulfill({ status: 503, json: {} }))
  await book.click()
  await page.clock.runFor(60_000)
  await seen(page.getByText('Non siamo riusciti a prenotare il posto. Riprova tra poco.'))

  await shop.endOffers()
  const stillFree = page.getByRole('heading', { name: 'È ancora libero' })
  await expect
    .poll(async () => {
      await page.clock.runFor(600_000)
      return stillFree.isVisible()
    })
    .toBe(true)
  await expectAccessible(page)
  await fitsWidth(page)
  await page.getByRole('link', { name: 'Vai alla prenotazione' }).click()
  await arrivedAt(page, `/client_service/${shop.serviceId}/booking`)
  expect(new URL(page.url()).searchParams.get('giorno')).toBe(day)
})
