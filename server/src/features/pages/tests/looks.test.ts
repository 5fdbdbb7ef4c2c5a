import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { afterEach, expect, test } from 'vitest'

const server = await sharedServer()
afterEach(() => {
  server.clock.now = NOW
})

const PICTURE = '/api/client/pictures/AAAAAAAAAAAAAAAAAAAAAA-1600.webp'
const visibleText = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
const page = async (here: TestTenant, path = '/') => (await here.page(path)).body
const at = (time: string) => {
  server.clock.now = Temporal.Instant.from(time)
}

type Thing = Record<string, unknown> & { makesOffer: Record<string, unknown>[] }
const thingOn = (html: string): Thing =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)![1]!)

test('every page of services shows whether the business is open now, cached pages included', {
  tags: ['13.73'],
}, async () => {
  const here = await server.newTenant({ address: 'Via Roma 1, Bologna', phone: '051 000 0142' })
  const { id } = await here.newService()
  const paths = ['/', '/client_service', `/client_service/${id}/booking`]

  for (const path of paths) {
    at('2026-11-21T08:45:00Z')
    const morning = await page(here, path)
    expect(visibleText(morning)).toContain('Aperto ora · chiude alle 13')
    expect(visibleText(morning)).toContain('Via Roma 1, Bologna')
    at('2026-11-21T12:00:00Z')
    expect(visibleText(await page(here, path))).toContain('Chiuso · apre alle 15')
    at('2026-11-21T18:00:00Z')
    expect(visibleText(await page(here, path))).toContain('Chiuso · apre lunedì alle 9')
  }
})

test('the opening status follows changes of closures, special openings and calendars at once', {
  tags: ['13.73'],
}, async () => {
  const here = await server.newTenant()
  const { id, calendar_id } = await here.newService()
  const editor = await here.as('editor')
  expect(visibleText(await page(here))).toContain('Aperto ora · chiude alle 13')

  const closure = { day_from: '2026-11-21', hour_from: '10:30', day_to: '2026-11-22', hour_to: '23:59' }
  await editor.post('/days_off', { ...closure, reason: 'Corso', calendar_id })
  expect(visibleText(await page(here))).toContain('Aperto ora · chiude alle 10:30')

  const opening = { day: '2026-11-23', hour_from: '07:00', hour_to: '08:00', reason: 'Presto' }
  expect((await editor.post('/special-openings', { ...opening, calendar_id })).statusCode).toBe(201)
  at('2026-11-21T10:00:00Z')
  expect(visibleText(await page(here))).toContain('Chiuso · apre lunedì alle 7')

  // A second calendar of the service, open all day.
  const always = await here.newCalendar({ saturday_morning_from: '08:00', saturday_morning_to: '18:00' })
  await here.db
    .insertInto('service_calendars')
    .values({ tenant_id: here.id, service_id: id, calendar_id: always.id })
    .execute()
  await server.waitForInvalidations()
  expect(visibleText(await page(here))).toContain('Aperto ora · chiude alle 19')
})

test('the page of a service shows whether its own calendars are open', { tags: ['13.187'] }, async () => {
  const here = await server.newTenant()
  const service = await here.newService()
  const evening = await here.newCalendar({ saturday_morning_from: null, saturday_morning_to: null })
  const other = await here.newService({ calendar_id: evening.id })
  const booking = async (id: number) => visibleText((await here.page(`/client_service/${id}/booking`)).body)

  expect(await booking(service.id)).toContain('Aperto ora · chiude alle 13')
  expect(await booking(other.id)).toContain('Chiuso · apre alle 15')
  expect(visibleText(await page(here))).toContain('Aperto ora · chiude alle 13')
})

test('a business without opening hours shows no opening status', async () => {
  const here = await server.newTenant()
  for (const text of [visibleText(await page(here)), visibleText(await page(here, '/client_service'))])
    expect(text).not.toMatch(/Aperto ora|Chiuso/)
})

test('the cover is at the top of the home page in three widths, preloaded, and the picture of shared links', {
  tags: ['13.74'],
}, async () => {
  const here = await server.newTenant({ app_cover: PICTURE })
  const html = await page(here)
  const [cover] = /<img[^>]*>/.exec(html)!
  expect(cover).toContain(
    [400, 800, 1600].map((width) => `${PICTURE.replace('1600', String(width))} ${width}w`).join(', '),
  )
  expect(cover).toMatch(/fetchPriority="high"/i)
  expect(cover).toMatch(/width="\d+" height="\d+"/)
  expect(html).toContain(`property="og:image" content="http://${here.domain}${PICTURE}"`)
  expect(thingOn(html).image).toBe(`http://${here.domain}${PICTURE}`)
})

test('the home page links to the reviews on Google, if the business has given their address', async () => {
  const reviews = 'https://g.page/r/abc/review'
  const [here, elsewhere] = [await server.newTenant({ app_google_reviews: reviews }), await server.newTenant()]
  const html = await page(here)
  expect(html).toMatch(
    new RegExp(`<a href="${reviews}" rel="noopener noreferrer"[^>]*>Leggi le recensioni su Google</a>`),
  )
  expect(thingOn(html).sameAs).toEqual([reviews])
  expect(await page(elsewhere)).not.toContain('recensioni')
})

test('the full price of a discounted service is struck through and labelled for screen readers', {
  tags: ['13.75'],
}, async () => {
  const here = await server.newTenant()
  const { id } = await here.newService({ amount: '25.00', discounted_amount: '19.90' })
  await here.newService({ amount: '30.00', discounted_amount: '0.00', position: 2 })
  for (const path of ['/client_service', `/client_service/${id}/booking`]) {
    const html = await page(here, path)
    expect(visibleText(html)).toContain('Costo: 19,90 € anziché 25,00 €')
    expect(html.match(/<s[ >]/g)).toHaveLength(1)
  }
})

test('categories are headings only in a long list of services', { tags: ['13.76'] }, async () => {
  const here = await server.newTenant()
  const { calendar_id } = await here.newService({ category: 'Colore' })
  const titles = async () =>
    [...(await page(here, '/client_service')).matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, title]) => title)
  expect(await titles()).toEqual(['Taglio', 'Contattaci'])

  for (let position = 2; position < 7; position += 1)
    await here.newService({ calendar_id, position, category: position < 4 ? 'Colore' : 'Barba' })
  await server.waitForInvalidations()
  expect(await titles()).toEqual(['Colore', 'Barba', 'Contattaci'])
})

test('a link at the end of ten services leads to the others without scripts', { tags: ['4.36'] }, async () => {
  const here = await server.newTenant()
  const { calendar_id } = await here.newService({ name: 'Servizio 1', position: 1 })
  for (let position = 2; position < 13; position += 1)
    await here.newService({ calendar_id, name: `Servizio ${position}`, position })
  const names = (html: string) => html.match(/(?<=<h2[^>]*>)Servizio \d+/g)
  const first = await page(here, '/client_service')
  expect(names(first)).toHaveLength(10)
  const [, link] = /<a[^>]*href="([^"]*)"[^>]*>[^<]*Carica altri/.exec(first)!
  expect(names(await page(here, link!.replaceAll('&amp;', '&')))).toEqual(['Servizio 11', 'Servizio 12'])
})

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const ADDRESS = /^https?:\/\/\S+$/

test('the home page has opening hours, address and services as schema.org data', {
  tags: ['13.77', '13.184'],
}, async () => {
  const here = await server.newTenant({
    address: 'Via Roma 1, 40126 Bologna (BO)',
    phone: '051 000 0199',
    app_name: 'Salone Aurora',
  })
  const { id, calendar_id } = await here.newService({ category: 'Capelli', picture: PICTURE })
  await here.newDayOff({
    calendar_id,
    day_from: '2026-11-24',
    hour_from: '00:00',
    day_to: '2026-11-24',
    hour_to: '23:59',
  })
  const html = await page(here)
  const thing = thingOn(html)

  expect(thing).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    name: 'Salone Aurora',
    telephone: '+390510000199',
    address: {
      '@type': 'PostalAddress',
      streetAddress: 'Via Roma 1',
      postalCode: '40126',
      addressLocality: 'Bologna',
      addressRegion: 'BO',
      addressCountry: 'IT',
    },
    openingHoursSpecification: expect.arrayContaining([
      { '@type': 'OpeningHoursSpecification', dayOfWeek: 'Saturday', opens: '15:00', closes: '19:00' },
    ]),
    specialOpeningHoursSpecification: [
      {
        '@type': 'OpeningHoursSpecification',
        validFrom: '2026-11-24',
        validThrough: '2026-11-24',
        opens: '00:00',
        closes: '00:00',
      },
    ],
  })
  const hours = thing.openingHoursSpecification as { opens: string; closes: string; dayOfWeek: string }[]
  expect(hours).toHaveLength(12)
  for (const { opens, closes, dayOfWeek } of hours) {
    expect([opens, closes]).toEqual([expect.stringMatching(TIME), expect.stringMatching(TIME)])
    expect(dayOfWeek).toMatch(/^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/)
  }
  const [offer] = thing.makesOffer
  expect(offer).toMatchObject({
    '@type': 'Offer',
    price: expect.stringMatching(/^\d+\.\d\d$/),
    priceCurrency: 'EUR',
    url: `http://${here.domain}/client_service/${id}/booking`,
    itemOffered: { '@type': 'Service', name: 'Taglio', category: 'Capelli', image: expect.stringMatching(ADDRESS) },
  })
  expect(html).toContain(`<link rel="canonical" href="http://${here.domain}/"/>`)
})

test('weeks that alternate are shown as this week and the next, and dated in the schema.org data', async () => {
  const here = await server.newTenant()
  const other_weeks = [{ monday_afternoon_from: '14:00', monday_afternoon_to: '20:00' }]
  const calendar = await here.newCalendar({ rota_from: '2026-11-16', other_weeks } as never)
  await here.newService({ calendar_id: calendar.id })
  const html = await page(here)

  // Today is Saturday, 21 November.
  expect(visibleText(html)).toContain('Questa settimana')
  expect(visibleText(html)).toContain('Prossima settimana, dal 23 novembre')
  const hours = thingOn(html).openingHoursSpecification as { validFrom: string }[]
  expect(hours.filter(({ validFrom }) => validFrom === '2026-11-16')).toHaveLength(12)
  expect(hours.filter(({ validFrom }) => validFrom !== '2026-11-16')).toEqual([
    {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: 'Monday',
      opens: '14:00',
      closes: '20:00',
      validFrom: '2026-11-23',
      validThrough: '2026-11-29',
    },
  ])
  expect(thingOn(html).specialOpeningHoursSpecification).toBeUndefined()
})
