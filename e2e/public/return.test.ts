import { formatDay } from '@prenoto/core/time/format.ts'
import { expect } from 'vitest'
import { expectFocused, expectVisible, waitForHydration, waitForPath } from '../support/expectations.ts'
import { test } from '../support/test.ts'

const services = Array.from({ length: 23 }, (_, i) => ({ name: `Servizio ${i + 1}`, position: i + 1 }))

test('going back to a list that has loaded more services restores the scroll position and shows current slots', {
  tags: ['13.45'],
}, async ({ newBusiness, open }) => {
  const business = await newBusiness({ services })
  const page = await open(business.at('/client_service'))
  const cards = page.getByRole('article')
  for (const count of [10, 20, 23]) {
    await expect.poll(() => cards.count()).toBe(count)
    await cards.last().scrollIntoViewIfNeeded()
  }
  const card = page.getByRole('article', { name: 'Servizio 22' })
  await card.getByRole('link').scrollIntoViewIfNeeded()
  const position = await page.evaluate(() => scrollY)
  expect(position).toBeGreaterThan(1000)

  await card.getByRole('link').click()
  await waitForPath(page, `/client_service/${business.serviceIds[21]}/booking`)
  await business.book({ visit_day: business.today, visit_hour: '09:00:00' })
  await page.goBack()

  await waitForPath(page, '/client_service')
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(position)
  await expectVisible(card.getByText('Ci sono ancora 8 slot disponibili oggi.'))
  expect(await cards.count()).toBe(23)
})

test('a page reads its data again when it becomes visible, and when the day of the business ends', {
  tags: ['2.13', '13.44', '13.73'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness()
  const page = await open(business.at('/'), { clock: true, allowedErrors: /ERR_FAILED|403/ })
  const expectFreeSlots = (slots: number) =>
    expectVisible(page.getByText(`Ci sono ancora ${slots} slot disponibili oggi.`))
  const becomeVisible = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expectFreeSlots(9)

  await business.book({ visit_day: business.today, visit_hour: '09:00:00' })
  await business.configure({ welcome_text: 'Siamo in centro.' })
  await expect
    .poll(async () => (await business.api('GET', '/client/configs')).body.welcome_text)
    .toBe('Siamo in centro.')
  // Caches follow a change within a second.
  const showsText = async () => {
    await becomeVisible()
    return page.getByText('Siamo in centro.').count()
  }
  await expect.poll(showsText, { interval: 1000 }).toBe(1)
  await expectFreeSlots(8)

  await business.book({ visit_day: business.today, visit_hour: '10:00:00' })
  await expectVisible(page.getByText('Chiuso · apre alle 9'))
  await page.clock.fastForward(3.5 * 3600_000)
  await expectVisible(page.getByText('Aperto ora · chiude alle 13'))

  await page.clock.fastForward(24 * 3600_000)
  await expectFreeSlots(7)

  await page.route('**/', (route) => route.abort(), { times: 1 })
  await becomeVisible()
  await expectFreeSlots(7)
  expect(await page.getByRole('alert').count()).toBe(0)

  await business.setSuspended(true)
  await expect.poll(async () => (await business.api('GET', '/client/configs')).status).toBe(403)
  await becomeVisible()
  await waitForPath(page, '/invalid-domain')
})

test('a page whose script failed to load reloads itself once the server is back', {
  tags: ['13.186'],
}, async ({ newBusiness, open }) => {
  const business = await newBusiness()
  const page = await open(business.at('/client_service'), { allowedErrors: /ERR_FAILED|dynamically imported module/ })
  const away = /\/assets\/booking-page.*\.js|\/api\/client\/configs/
  await page.route(away, (route) => route.abort())
  const [looked] = await Promise.all([
    page.waitForEvent('requestfailed', (request) => request.url().endsWith('/client/configs')),
    page.getByRole('link', { name: 'Prenota ora' }).click(),
  ])
  expect(looked.method()).toBe('GET')

  await page.unroute(away)
  await page.evaluate(() => dispatchEvent(new Event('online')))

  await waitForHydration(page)
  await page.getByRole('button', { name: '10:00' }).click()
  await expectFocused(page.getByRole('heading', { name: 'Completa la prenotazione' }))
})

test('after a network failure a full day offers to load the waiting list again and reloads its data', async ({
  newBusiness,
  open,
}) => {
  const business = await newBusiness({ services: [{ duration: 240 }] })
  const day = business.day(1)
  await business.book({ visit_day: day, visit_hour: '09:00', email: 'prima@posta.example' })
  await business.book({ visit_day: day, visit_hour: '14:00', email: 'seconda@posta.example' })
  const page = await open(business.bookingPage(), { allowedErrors: /ERR_FAILED/ })
  await page.route('**/assets/waiting-list-*.js', (route) => route.abort(), { times: 1 })

  await page.getByRole('button', { name: formatDay(day) }).click()
  const retry = page.getByRole('button', { name: 'Riprova' })
  await expectVisible(retry)
  await page.route('**/api/client/waiting-list/**', (route) => route.abort(), { times: 1 })
  await retry.click()
  await expectVisible(page.getByText('Non siamo riusciti a vedere se c’è una lista d’attesa.'))
  // A lost read is repeated by itself, also while the server responds.
  await expectVisible(page.getByRole('button', { name: 'Avvisami se si libera un posto' }))
  expect(await page.getByRole('alert').count()).toBe(0)
})
