import { toItalianDate } from '@prenoto/core/time/plain-date.ts'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { effortOf } from '../support/effort.ts'
import { fitsWidth, gone, seen, told } from '../support/look.ts'
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

test('a customer who is late is called: 2 clicks', async ({ enter, newShop }) => {
  const shop = await newShop()
  await shop.insertBooking({ visit_day: shop.today, visit_hour: '10:00' })
  // A number has no host.
  const page = await enter(shop, '/dashboard', { tolerates: /^a request to $/ })
  const called = page.waitForRequest('tel:+393331234567')

  const effort = await effortOf(page, async () => {
    await page.getByRole('button', { name: 'Azioni per Giulia Verdi' }).click()
    await page.getByRole('menuitem', { name: 'Chiama' }).click()
  })

  await called
  expect(effort).toEqual({ clicks: 2, drags: 0, keys: 0 })
})

test('a visit that nobody came to is marked so: 2 clicks; colleagues see it, and the booking tells what has happened to it', async ({
  enter,
  newShop,
  open,
}) => {
  const shop = await newShop({ configuration: { app_name: 'Salone Aurora' } })
  const id = await shop.insertBooking({ visit_day: shop.today, visit_hour: '10:00' })
  const page = await enter(shop, '/dashboard')
  const token = await shop.token('operator', { name: 'Sara', surname: 'Gallo' })
  const colleague = await open(shop.at(`/appointments/${id}`), { token, width: 360 })
  const outcome = colleague.getByRole('group', { name: 'Esito della visita' })
  const story = colleague.getByRole('region', { name: 'Storia' })
  await seen(story.getByText('Prenotata dal sito'))
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Azioni per Giulia Verdi' }).click()
    await page.getByRole('menuitem', { name: action, exact: true }).click()
  }

  const effort = await effortOf(page, () => choose('Non presentato'))

  expect(effort).toEqual({ clicks: 2, drags: 0, keys: 0 })
  const agenda = page.getByRole('region', { name: /^Appuntamenti del/ })
  await seen(agenda.getByText('Non presentato'))
  await seen(outcome.getByRole('button', { name: 'Non presentato', pressed: true }))
  await seen(story.getByText('Segnata “Non presentato” da Ada Neri'))

  await expectAccessible(colleague)
  await fitsWidth(colleague)
  await outcome.getByRole('button', { name: 'Arrivato' }).click()
  await seen(agenda.getByText('Arrivato'))
  await choose('Togli “Arrivato”')
  await gone(agenda.getByText('Arrivato'))
  await seen(story.getByText('Esito tolto da Ada Neri'))

  await seen(colleague.getByText('g***@'))
  await colleague.getByRole('button', { name: 'Mostra i recapiti' }).click()
  await seen(colleague.getByText('3331234567'))
  const whatsApp = colleague.getByRole('link', { name: 'Scrivi su WhatsApp' })
  expect(new URL((await whatsApp.getAttribute('href'))!)).toMatchObject({
    pathname: '/393331234567',
    search: expect.stringContaining('Salone%20Aurora'),
  })
})
