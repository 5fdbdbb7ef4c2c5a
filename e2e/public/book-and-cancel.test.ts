import { formatDay } from '@prenoto/core/time/format.ts'
import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from '../support/axe.ts'
import { bookAsGiulia } from '../support/booking-form.ts'
import { holdScripts } from '../support/hold-scripts.ts'
import { alive, arrivedAt, fitsWidth, focused, gone, inView, seen, tabTo, told } from '../support/look.ts'
import { giulia } from '../support/shop.ts'
import { PHONE, test } from '../support/test.ts'

test.for([PHONE])(
  'a visitor books a slot, which is gone then, and cancels it, %i px wide',
  { tags: ['1.2', '1.4', '2.4', '2.25', '2.26', '2.27', '2.28', '4.18', '8.24'] },
  async (width, { open, newShop }) => {
    const shop = await newShop()
    const page = await open(shop.at('/'), { width, motion: true })
    // What is said in passing is kept from page to page.
    await page.addInitScript(() => {
      const note = ({ addedNodes }: MutationRecord) => {
        for (const node of addedNodes)
          if (node instanceof Element && node.matches('[role=alert], [role=status]') && node.textContent)
            sessionStorage.setItem('said', node.textContent)
      }
      new MutationObserver((records) => records.forEach(note)).observe(document, { childList: true, subtree: true })
    })

    await page.getByRole('link', { name: 'Scopri i nostri servizi' }).click()
    await arrivedAt(page, '/client_service')
    await page.getByRole('article', { name: 'Taglio' }).getByRole('link', { name: 'Prenota ora' }).click()
    await arrivedAt(page, `/client_service/${shop.serviceId}/booking`)
    const slot = page.getByRole('button', { name: '10:00' })
    await slot.click()

    const title = page.getByRole('heading', { name: 'Completa la prenotazione' })
    await focused(title)
    await inView(title)
    await seen(page.getByText('Inserisci i tuoi dati'))
    await bookAsGiulia(page)

    await arrivedAt(page, '/thank_you')
    await seen(page.getByRole('heading', { name: 'Prenotazione effettuata con successo' }))
    expect(await page.evaluate(() => sessionStorage.getItem('said'))).toBeNull()
    const [booking] = await shop.bookings()
    expect(booking).toMatchObject({
      ...giulia,
      telephone: '393331234567',
      visit_day: shop.today,
      visit_hour: '10:00:00',
    })

    await page.goBack()
    await seen(page.getByRole('button', { name: '09:00' }))
    await gone(slot)
    await page.goto(shop.at(`/bookings/delete/${booking!.hidden_id}`))
    await seen(page.getByRole('heading', { name: 'ATTENZIONE - Sei sicuro di voler eliminare la prestazione?' }))
    await page.getByRole('link', { name: 'Annulla' }).click()
    await arrivedAt(page, '/')
    await told(page, 'La prenotazione resta confermata.')
    expect(await shop.bookings()).toHaveLength(1)

    await page.goBack()
    await page.getByRole('button', { name: 'Elimina' }).click()
    await arrivedAt(page, '/')
    await told(page, 'Prenotazione eliminata con successo')
    expect(await shop.bookings()).toHaveLength(0)
    await page.reload()
    await seen(page.getByRole('link', { name: 'Scopri i nostri servizi' }))
    await gone(page.getByText('Prenotazione eliminata con successo'))
    await page.goto(shop.bookingPage())
    await seen(slot)
  },
)

test('a visitor books, moves and cancels with the keyboard alone', {
  tags: ['2.28', '4.38', '13.10', '13.81'],
}, async ({ open, newShop }) => {
  const shop = await newShop()
  const page = await open(shop.at('/'), { tolerates: /ERR_FAILED|404/ })
  const { keyboard } = page
  const follow = async (name: string) => {
    await tabTo(page, page.getByRole('link', { name }))
    await keyboard.press('Enter')
  }

  await follow('Scopri i nostri servizi')
  await arrivedAt(page, '/client_service')
  await follow('Prenota ora')
  await arrivedAt(page, `/client_service/${shop.serviceId}/booking`)
  await tabTo(page, page.getByRole('button', { name: 'Giorno successivo' }))
  await tabTo(page, page.getByRole('listitem').nth(1).getByRole('button'))
  await keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: '17:00' }))
  await keyboard.press('Enter')

  // The focus is on the form's title by now: the first field is one step away.
  await focused(page.getByRole('heading', { name: 'Completa la prenotazione' }))
  for (const typed of Object.values(giulia)) {
    await keyboard.press('Tab')
    await keyboard.type(typed)
  }
  await keyboard.press('Tab')
  await keyboard.press('Space')
  await keyboard.press('Enter')
  await arrivedAt(page, '/thank_you')
  const [booking] = await shop.bookings()
  expect(booking).toMatchObject({ name: 'Giulia', visit_day: shop.day(1), visit_hour: '17:00:00' })

  await follow('Sposta o disdici')
  const itsPage = `/bookings/${booking!.hidden_id}`
  await arrivedAt(page, itsPage)
  await follow('Sposta')
  await seen(page.getByRole('heading', { name: 'Sposta la prenotazione' }))
  await tabTo(page, page.getByRole('listitem').nth(2).getByRole('button'))
  await keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: '09:00' }))
  await keyboard.press('Enter')
  await focused(page.getByRole('heading', { name: 'Conferma il nuovo orario' }))
  expect(await shop.bookings()).toMatchObject([{ visit_hour: '17:00:00' }])
  // The first answer is lost on the way.
  const to = { visit_day: shop.day(2), visit_hour: '09:00' }
  await page.route(
    /\/api\/client\/bookings\/update/,
    async (route) => {
      await shop.api('PUT', `/client/bookings/update/${booking!.hidden_id}`, to)
      await route.abort()
    },
    { times: 1 },
  )
  await keyboard.press('Tab')
  await keyboard.press('Enter')
  await told(page, 'Prenotazione modificata con successo')
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(itsPage)
  await seen(page.getByText(formatDay(shop.day(2))))
  expect(await shop.bookings()).toMatchObject([{ id: booking!.id, visit_day: shop.day(2), visit_hour: '09:00:00' }])

  // As is this one.
  await page.route(
    /\/api\/client\/bookings\/delete/,
    async (route) => {
      await shop.api('DELETE', `/client/bookings/delete/${booking!.hidden_id}`)
      await route.abort()
    },
    { times: 1 },
  )
  await follow('Disdici')
  await arrivedAt(page, `/bookings/delete/${booking!.hidden_id}`)
  await tabTo(page, page.getByRole('button', { name: 'Elimina' }))
  await keyboard.press('Enter')
  await arrivedAt(page, '/')
  expect(await shop.bookings()).toEqual([])
})

test.for(['moved', 'cancelled'])(
  'the thanks do not tell of a visit that was %s since',
  { tags: ['13.160'] },
  async (how, { open, newShop }) => {
    const shop = await newShop()
    const page = await open(`${shop.bookingPage()}?giorno=${shop.day(1)}&ora=10:00`, { tolerates: /404/ })
    await bookAsGiulia(page)
    const elsewhere = page.getByText('Giorno, ora e il link alla tua prenotazione sono nell’email di conferma.')
    await seen(page.getByText('Ti abbiamo scritto a'))
    await page.getByRole('link', { name: 'Sposta o disdici' }).click()

    if (how === 'moved') {
      await page.getByRole('link', { name: 'Sposta' }).click()
      await page.getByRole('button', { name: '15:00' }).click()
      await page.getByRole('button', { name: 'Sposta la prenotazione' }).click()
      await told(page, 'Prenotazione modificata con successo')
    } else {
      await page.getByRole('link', { name: 'Disdici' }).click()
      const cancel = page.getByRole('button', { name: 'Elimina' })
      await alive(cancel)
      await cancel.click()
      await told(page, 'Prenotazione eliminata con successo')
    }

    for (let back = 0; new URL(page.url()).pathname !== '/thank_you' && back < 4; back += 1) await page.goBack()
    await arrivedAt(page, '/thank_you')
    await seen(elsewhere)
    await gone(page.getByText('Ti abbiamo scritto a'))
  },
)

test('a link that was used meanwhile says so once it is pressed, and stays silent otherwise', {
  tags: ['2.5', '8.8', '13.43'],
}, async ({ open, newShop }) => {
  const shop = await newShop()
  const { hidden_id } = await shop.book({ visit_day: shop.day(1), visit_hour: '09:00:00' })
  const page = await open(shop.at(`/bookings/delete/${hidden_id}`), { tolerates: /404|500|ApiError/ })
  const remove = page.getByRole('button', { name: 'Elimina' })
  await seen(page.getByText(formatDay(shop.day(1))))
  expect(await shop.bookings()).toHaveLength(1)
  await page.route('**/api/client/bookings/delete/*', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await remove.press('Enter')
  await seen(page.getByRole('alert').filter({ hasText: 'Non siamo riusciti a disdire la prenotazione. Riprova.' }))
  await focused(remove)
  await expectAccessible(page)
  await page.reload()

  await shop.api('DELETE', `/client/bookings/delete/${hidden_id}`)
  await remove.click()

  await seen(page.getByRole('heading', { level: 1, name: 'La prenotazione non c’è più' }))
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await remove.count()).toBe(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Prenota di nuovo' }).click()
  await arrivedAt(page, '/client_service')
})

test('a visit is shown as it is: moved by somebody else, its slot lost, and cancelled', { tags: ['13.82'] }, async ({
  open,
  newShop,
}) => {
  const shop = await newShop()
  const { id, hidden_id } = await shop.book({ visit_day: shop.day(1), visit_hour: '09:00:00' })
  const [booking] = await shop.bookings()
  const page = await open(shop.at(`/bookings/${hidden_id}?giorno=${shop.day(1)}`), { tolerates: /404|409|ApiError/ })
  const choose = (hour: string) => page.getByRole('button', { name: hour }).click()
  const confirm = page.getByRole('button', { name: 'Sposta la prenotazione' })
  /** Looks away and back until it is there: a page that has just come may not listen yet. */
  const seenAgain = (place: Locator) =>
    expect
      .poll(async () => {
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))).catch(() => {})
        return place.count()
      })
      .toBe(1)
  expect(await page.getByRole('button', { name: '09:00' }).count()).toBe(0)

  await choose('15:00')
  await shop.book({ name: 'Marco', visit_day: shop.day(1), visit_hour: '15:00' })
  await confirm.click()
  await seen(page.getByText('Le 15:00 non sono più disponibili.'))
  await focused(page.getByRole('heading', { name: formatDay(shop.day(1)), level: 3 }))
  await gone(confirm)

  await choose('16:00')
  const authorization = { authorization: `Bearer ${await shop.token('operator')}` }
  const { name, surname, email, telephone } = booking as unknown as Record<string, string>
  const person = { name, surname, email, telephone, service_id: shop.serviceId }
  const moved = { ...person, visit_day: shop.day(3), visit_hour: '11:00' }
  expect((await shop.api('PUT', `/bookings/update/${id}`, moved, authorization)).status).toBe(200)
  await confirm.click()
  await seen(page.getByRole('heading', { name: 'La tua prenotazione' }))
  await seen(page.getByText(formatDay(shop.day(3))))

  await shop.api('PUT', `/bookings/update/${id}`, { ...moved, visit_hour: '12:00' }, authorization)
  await seenAgain(page.getByText('12:00'))
  await shop.api('DELETE', `/client/bookings/delete/${hidden_id}`)
  await seenAgain(page.getByRole('heading', { name: 'La prenotazione non c’è più' }))
})

test('without JavaScript a visit is cancelled by its form, and the home page says so', { tags: ['13.42'] }, async ({
  open,
  newShop,
}) => {
  const shop = await newShop()
  const { hidden_id } = await shop.book({ visit_day: shop.day(1), visit_hour: '09:00:00' })
  const page = await open(shop.at(`/bookings/delete/${hidden_id}`), { javaScript: false, width: 360 })
  await fitsWidth(page)

  await page.getByRole('button', { name: 'Elimina' }).click()

  await arrivedAt(page, '/')
  await seen(page.getByText('Prenotazione eliminata con successo'))
  expect(await shop.bookings()).toEqual([])
  await page.goto(shop.at('/'))
  await gone(page.getByText('Prenotazione eliminata con successo'))
})

test('a press before the page has come alive cancels, too, and is told as ever', { tags: ['13.42', '13.185'] }, async ({
  open,
  newShop,
}) => {
  const shop = await newShop()
  const { hidden_id } = await shop.book({ visit_day: shop.day(1), visit_hour: '09:00:00' })
  const page = await open(shop.at('/thank_you'))
  const release = await holdScripts(page)
  await page.goto(shop.at(`/bookings/delete/${hidden_id}`), { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Elimina' }).click({ noWaitAfter: true })
  await page.waitForURL((url) => url.pathname === '/', { waitUntil: 'commit' })
  release()

  await told(page, 'Prenotazione eliminata con successo')
  // It stays in the page when the toast has gone.
  await seen(page.getByRole('main').getByText('Prenotazione eliminata con successo'))
  expect(new URL(page.url()).hash).toBe('')
  expect(await shop.bookings()).toEqual([])
})
