import { setPoints } from '@prenoto/test-support/server/set-points.ts'
import { NOW, sharedLimitedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { afterEach, expect, test } from 'vitest'

const server = await sharedLimitedServer()
afterEach(() => {
  server.clock.now = NOW
})

async function bookVisit(here: TestTenant) {
  const { id } = await here.newService({ name: 'Taglio e piega' })
  const { hidden_id } = (await here.book(id)).json()
  return `/bookings/delete/${hidden_id}`
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }

const press = ({ domain }: TestTenant, url: string) =>
  server.app.inject({ method: 'POST', url, headers: { host: domain, ...form } })

const bookings = ({ db }: TestTenant) =>
  db.selectFrom('bookings').select('id').where('deleted_at', 'is', null).execute()

/** The visible text of a page. */
const visibleText = (html: string) => html.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]+>/g, ' ')

test('a cancellation page names the visit but not the customer', { tags: ['13.42'] }, async () => {
  const here = await server.newTenant()
  const page = await here.page(await bookVisit(here))

  expect(page.statusCode).toBe(200)
  expect(page.headers['cache-control']).toBe('no-store')
  expect(visibleText(page.body)).toMatch(/prestazione\?.*lunedì 23 novembre.*09:00.*Taglio e piega/s)
  for (const word of ['Giulia', 'Verdi', 'giulia', '3331234567']) expect(page.body).not.toContain(word)
  expect(await bookings(here)).toHaveLength(1)
})

test('the button to keep the visit leads to the home page, which confirms it without scripts', {
  tags: ['13.181'],
}, async () => {
  const here = await server.newTenant()
  const page = await here.page(await bookVisit(here))

  expect(page.body).toMatch(/<a[^>]* href="\/#prenotazione-confermata"[^>]*>Annulla</)
  const home = await here.page('/')
  expect(home.body).toMatch(/<p id="prenotazione-confermata"[^>]*>La prenotazione resta confermata\.</)
})

test('the form cancels the visit without scripts and redirects to the home page', {
  tags: ['13.42'],
}, async () => {
  const here = await server.newTenant()
  const link = await bookVisit(here)
  await here.page('/client_service')

  const answer = await press(here, link)

  expect(answer.statusCode).toBe(303)
  expect(answer.headers.location).toBe('/#prenotazione-eliminata')
  expect(await bookings(here)).toEqual([])
  const again = await press(here, link)
  expect(again.statusCode).toBe(303)
  expect(again.headers.location).toBe(link)
})

test('the page of an invalid link says so and links to the services', { tags: ['13.43'] }, async () => {
  const here = await server.newTenant()
  const link = await bookVisit(here)
  await here.delete(`/client${link}`)

  const keys = ['AAAAAAAAAAAAAAAAAAAAAA', '%00', "'%20or%20true--", 'x'.repeat(300)]
  for (const address of [link, ...keys.map((key) => `/bookings/delete/${key}`)]) {
    const page = await here.page(address)

    expect([address, page.statusCode]).toEqual([address, 404])
    expect(visibleText(page.body)).toMatch(/La prenotazione non c’è più.*Prenota di nuovo/s)
    expect(page.body).not.toMatch(/Elimina<|<form|<script type="module"/)
  }
})

test('a visit that has begun or belongs to another business cannot be cancelled', { tags: ['13.43'] }, async () => {
  const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]
  const link = await bookVisit(here)
  expect((await elsewhere.page(link)).statusCode).toBe(404)
  expect((await press(elsewhere, link)).headers.location).toBe(link)

  server.clock.now = Temporal.Instant.from('2026-11-23T08:00:00Z')
  const page = await here.page(link)

  expect(page.statusCode).toBe(200)
  expect(visibleText(page.body)).toContain('La visita è già iniziata')
  expect(page.body).not.toMatch(/Elimina<|<form/)
  expect((await press(here, link)).headers.location).toBe(link)
  expect(await bookings(here)).toHaveLength(1)
})

test('within the change notice the page shows the telephone number instead of the form', {
  tags: ['13.83'],
}, async () => {
  const here = await server.newTenant({ app_change_hours_notice: 24, phone: '011 555 0123' })
  const link = await bookVisit(here)
  server.clock.now = Temporal.Instant.from('2026-11-22T08:00:00Z')

  const page = await here.page(link)

  expect(page.statusCode).toBe(200)
  expect(visibleText(page.body)).toMatch(/Mancano meno di 24 ore alla visita.*011 555 0123.*Prenota di nuovo/s)
  expect(page.body).not.toMatch(/Elimina<|<form/)
  expect((await press(here, link)).headers.location).toBe(link)
  expect(await bookings(here)).toHaveLength(1)
})

test('a client that tries many links gets a page with status 429', { tags: ['13.185'] }, async () => {
  const here = await server.newTenant()
  const link = await bookVisit(here)
  await setPoints(server, { [`cancellation:${here.id}/127.0.0.1`]: 29 })
  expect((await press(here, '/bookings/delete/AAAAAAAAAAAAAAAAAAAAAA')).statusCode).toBe(303)

  const answer = await press(here, link)

  expect(answer.statusCode).toBe(429)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect(visibleText(answer.body)).toContain('riprova tra 10 minuti.')
  expect(await bookings(here)).toHaveLength(1)
})

test('a form sent to an unknown domain gets 403', async () => {
  const url = '/bookings/delete/AAAAAAAAAAAAAAAAAAAAAA'
  const answer = await server.app.inject({ method: 'POST', url, headers: { host: 'unknown.example', ...form } })
  expect(answer.statusCode).toBe(403)
})
