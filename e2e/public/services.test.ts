import { formatNextDay } from '@prenoto/core/time/format.ts'
import { expect } from 'vitest'
import { expectFocused, expectHidden, expectVisible, tabTo, waitForPath } from '../support/expectations.ts'
import { PHONE, test } from '../support/test.ts'

const EMPTY = 'Ci dispiace ma non ci sono servizi disponibili.'

const makeServices = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `Servizio ${i + 1}`, position: i + 1 }))
const names = (from: number, to: number) =>
  makeServices(to)
    .slice(from - 1)
    .map(({ name }) => name)

test('the list shows price, duration and slots of today for each service, and the header marks the current page', {
  tags: ['2.2', '2.9', '2.10', '2.11', '2.12', '2.14', '13.48', '13.75', '13.179'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness({
    services: [
      { name: 'Piega', position: 2, amount: '1250.50', discounted_amount: '0.00', duration: 300 },
      { name: 'Taglio', position: 1, amount: '25.00', discounted_amount: '19.90', description: 'Con lavaggio.' },
      { name: 'Nascosto', position: 3, visible_frontend: false },
    ],
  })
  await business.book({ visit_day: business.today, visit_hour: '14:00:00' })
  await business.newDayOff({ day_from: business.today, hour_from: '09:00', day_to: business.today, hour_to: '10:00' })
  const page = await open(business.at('/client_service'))

  await expectVisible(page.getByRole('heading', { level: 1, name: 'Lista dei nostri servizi' }))
  const cards = page.getByRole('article')
  expect((await cards.allInnerTexts()).map((card) => card.split(/\n+/).map((line) => line.trim()))).toEqual([
    [
      'T',
      'Taglio',
      'Con lavaggio.',
      'Costo:',
      '19,90\u00a0€',
      'anziché',
      '25,00\u00a0€',
      'Durata:',
      '60 minuti',
      'Ci sono ancora 3 slot disponibili oggi.',
      'Prenota ora',
    ],
    [
      'P',
      'Piega',
      'Costo:',
      '1.250,50\u00a0€',
      'Durata:',
      '300 minuti',
      'Nessuno slot disponibile oggi.',
      `Prossimo posto: ${formatNextDay(business.day(1), business.today)}, 14:00`,
      'Prenota ora',
    ],
  ])
  const book = cards.first().getByRole('link', { name: 'Prenota ora Taglio', exact: true })
  expect(await book.getAttribute('href')).toBe(`/client_service/${business.serviceIds[1]}/booking`)

  // Services are compact rows on a phone: reduced price or full today, all of a row is the link, two are above the fold.
  await page.setViewportSize({ width: 360, height: 740 })
  const [taglio, piega] = [await cards.nth(0).boundingBox(), await cards.nth(1).boundingBox()]
  expect(taglio!.height).toBeLessThanOrEqual(124)
  expect(piega!.height).toBeLessThanOrEqual(164)
  expect(piega!.y + piega!.height).toBeLessThan(740)
  const current = page.getByRole('banner').getByRole('link', { name: 'Servizi' })
  expect(await current.getAttribute('aria-current')).toBe('page')
  await cards.first().click({ position: { x: 5, y: 5 } })
  await waitForPath(page, `/client_service/${business.serviceIds[1]}/booking`)
  await expect.poll(() => current.getAttribute('aria-current')).toBe('true')
})

test('the home page shows six services and links to the list, where more load on scroll and which the keyboard can skip', {
  tags: ['2.1', '2.15', '9.10', '13.48'],
}, async ({ open, newBusiness }) => {
  const business = await newBusiness({ services: makeServices(23) })
  const page = await open(business.at('/'), { width: PHONE })
  await expectVisible(page.getByRole('heading', { level: 1, name: /Salone Aurora/ }))
  await expectVisible(page.getByText('Un’ora per te.'))
  expect(await page.getByRole('article').getByRole('heading').allInnerTexts()).toEqual(names(1, 6))
  const main = page.getByRole('main')
  const header = page.getByRole('banner')
  expect(await header.getByRole('link', { name: 'Servizi' }).getAttribute('aria-current')).toBeNull()
  expect(await main.getByRole('link', { name: 'Scopri i nostri servizi' }).getAttribute('href')).toBe('/client_service')
  await main.getByRole('link', { name: 'Vedi tutti i servizi' }).click()
  await waitForPath(page, '/client_service')
  const requests: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && requests.push(request.url()))
  const headings = page.getByRole('heading', { level: 2, name: /^Servizio/ })
  await expect.poll(() => headings.allInnerTexts()).toEqual(names(1, 10))

  await headings.nth(9).scrollIntoViewIfNeeded()
  await expect.poll(() => headings.allInnerTexts()).toEqual(names(1, 20))
  // A fling passes the last card between two frames.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => headings.allInnerTexts()).toEqual(names(1, 23))

  await headings.nth(22).scrollIntoViewIfNeeded()
  expect(requests).toHaveLength(2)
  await expectHidden(page.getByRole('link', { name: 'Carica altri' }))

  await header.getByRole('link').first().focus()
  await tabTo(page, page.getByRole('link', { name: 'Salta l’elenco dei servizi' }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expectFocused(page.getByLabel('Nome e cognome *'))
})

test('a service that is added or reordered meanwhile is neither shown twice nor skipped', { tags: ['13.76'] }, async ({
  open,
  newBusiness,
}) => {
  const chooseCategory = (i: number) => ({ category: i < 9 ? 'Colore' : i < 10 ? 'Barba' : 'Trucco' })
  const business = await newBusiness({
    services: makeServices(22).map((service, i) => ({ ...service, ...chooseCategory(i) })),
  })
  const page = await open(business.at('/client_service'), { width: 360 })
  await business.newService({ name: 'Novità', position: 0 })
  await business.setServicePosition(business.serviceId, 20)
  const headings = page.getByRole('article').getByRole('heading', { level: 3 })
  const categories = page.getByRole('heading', { level: 2 })
  expect(await categories.allInnerTexts()).toEqual(['Colore', 'Barba', 'Contattaci'])

  // The link of a category whose services are not loaded yet loads them.
  await page.getByRole('link', { name: 'Trucco' }).click()
  await expectFocused(categories.filter({ hasText: 'Trucco' }))
  expect(await headings.allInnerTexts()).toEqual(names(1, 22))
  await page.getByRole('link', { name: 'Barba' }).click()
  await expectFocused(categories.filter({ hasText: 'Barba' }))

  await page.reload()
  await page.getByLabel('Cerca un servizio').fill('trucco 19')
  await expect.poll(() => headings.allInnerTexts()).toEqual(['Servizio 19'])
  expect(await categories.allInnerTexts()).toEqual(['Trucco', 'Contattaci'])
  await page.getByLabel('Cerca un servizio').fill('barbone')
  await expectVisible(page.getByText('Nessun servizio trovato.'))
})

test('a business without services shows a message on the home page and the list', { tags: ['2.16'] }, async ({
  open,
  newBusiness,
}) => {
  const page = await open((await newBusiness({ services: [] })).at('/'))
  await expectVisible(page.getByText(EMPTY))
  expect(await page.getByRole('article').count()).toBe(0)
  await page.getByRole('banner').getByRole('link', { name: 'Servizi' }).click()
  await waitForPath(page, '/client_service')
  await expectVisible(page.getByText(EMPTY))
  expect(await page.getByRole('article').count()).toBe(0)
})
