import { setPoints } from '@prenoto/test-support/server/set-points.ts'
import { NOW, sharedLimitedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { afterEach, expect, test } from 'vitest'

const server = await sharedLimitedServer()
afterEach(() => {
  server.clock.now = NOW
})

const PLACE = { address: 'Via Po 1, Torino', phone: '011 555 0123' }

/** A booking on Monday at nine. */
async function bookVisit(here: TestTenant) {
  const { id } = await here.newService({ name: 'Taglio e piega' })
  const { hidden_id } = (await here.book(id)).json()
  return { serviceId: id, hidden_id, link: `/bookings/${hidden_id}` }
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }

const press = ({ domain }: TestTenant, url: string) =>
  server.app.inject({ method: 'POST', url, headers: { host: domain, ...form } })

const visits = ({ db }: TestTenant) =>
  db.selectFrom('bookings').select(['visit_day', 'visit_hour', 'sequence']).where('deleted_at', 'is', null).execute()

/** The opening tag of the reschedule form. */
const findForm = (html: string) => /<form[^>]* method="post"[^>]*>/.exec(html)![0]

/** The visible text of a page, and the targets of its links. */
const visibleText = (html: string) => html.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]+>/g, ' ')
const findLinks = (html: string) => [...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)

test('the page of a visit shows the booking and links to all actions, and is not cached or indexed', {
  tags: ['13.80'],
}, async () => {
  const here = await server.newTenant(PLACE)
  const { serviceId, hidden_id, link } = await bookVisit(here)

  const page = await here.page(link)

  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'same-origin' })
  expect(page.body).toContain('<meta name="robots" content="noindex"/>')
  expect(visibleText(page.body)).toMatch(/lunedì 23 novembre.*09:00.*Taglio e piega.*25,00\s€.*Via Po 1, Torino/s)
  expect(findLinks(page.body)).toEqual(
    expect.arrayContaining([
      `${link}?giorno=2026-11-23`,
      `/bookings/delete/${hidden_id}`,
      `/api/client/bookings/${hidden_id}/calendar`,
      `/client_service/${serviceId}/booking`,
    ]),
  )
  for (const word of ['Giulia', 'Verdi', 'giulia', '3331234567']) expect(page.body).not.toContain(word)
})

test('the page of a visit leads to its reschedule with the person that it shows', { tags: ['13.80'] }, async () => {
  const here = await server.newTenant()
  const [zoe, anna] = [await here.newCalendar({ name: 'Zoe' }), await here.newCalendar({ name: 'Anna' })]
  const service = await here.newService({ calendar_id: zoe.id }, anna)
  const { hidden_id } = (await here.book(service.id)).json()
  const { calendar_id: id } = await here.db.selectFrom('bookings').select('calendar_id').executeTakeFirstOrThrow()

  const link = `/bookings/${hidden_id}`
  const move = `${link}?con=${id}&amp;giorno=2026-11-23`
  expect(findLinks((await here.page(link)).body)).toContain(move)
  const choosing = (await here.page(move.replace('&amp;', '&'))).body
  expect(visibleText(choosing)).toMatch(/09:00 +il tuo orario/)
  expect(choosing).toMatch(new RegExp(`value="${id}" aria-checked="true"`))
})

test('GET and HEAD requests of the page of a visit change nothing', { tags: ['13.80'] }, async () => {
  const here = await server.newTenant()
  const { link } = await bookVisit(here)
  for (const method of ['GET', 'HEAD'] as const)
    for (const query of ['', '?giorno=2026-11-25&ora=15:00'])
      await server.app.inject({ method, url: link + query, headers: { host: here.domain, purpose: 'prefetch' } })
  expect(await visits(here)).toMatchObject([{ visit_day: '2026-11-23', sequence: 0 }])
})

test('the page of an invalid link says so and links to the services', { tags: ['13.80'] }, async () => {
  const here = await server.newTenant()
  const { hidden_id } = await bookVisit(here)
  await here.delete(`/client/bookings/delete/${hidden_id}`)

  for (const key of [hidden_id, 'AAAAAAAAAAAAAAAAAAAAAA', 'delete', '%00', 'x'.repeat(300)]) {
    const address = `/bookings/${key}`
    const page = await here.page(address)

    expect([key, page.statusCode]).toEqual([key, 404])
    expect(visibleText(page.body)).toMatch(/La prenotazione non c’è più.*Prenota di nuovo/s)
    expect(page.body).not.toMatch(/Sposta<|Disdici<|<form|<script type="module"/)
    expect((await press(here, `${address}?giorno=2026-11-25&ora=15:00`)).statusCode).toBe(303)
  }
})

test('a customer reschedules by forms without scripts, and the page confirms it', {
  tags: ['13.81'],
}, async () => {
  const here = await server.newTenant()
  const { link } = await bookVisit(here)

  const choosing = await here.page(`${link}?giorno=2026-11-25`)
  expect(choosing.statusCode).toBe(200)
  expect(visibleText(choosing.body)).toContain('resta tuo finché non confermi un altro orario')
  expect(choosing.body).toMatch(/<button[^>]*value="15:00"/)
  expect(findForm(choosing.body)).toMatch(/ hidden\b/)
  const chosen = await here.page(`${link}?giorno=2026-11-25&ora=15:00`)
  expect(findForm(chosen.body)).not.toMatch(/ hidden\b/)
  const action = / action="([^"]*)"/.exec(findForm(chosen.body))![1]!.replace('&amp;', '&')
  expect(visibleText(chosen.body)).toMatch(/lunedì 23 novembre alle 09:00.*mercoledì 25 novembre alle 15:00/s)

  const answer = await press(here, link + action)

  expect(answer.statusCode).toBe(303)
  expect(answer.headers.location).toBe(`${link}#prenotazione-modificata`)
  expect(await visits(here)).toEqual([{ visit_day: '2026-11-25', visit_hour: '15:00:00', sequence: 1 }])
  expect((await press(here, link + action)).headers.location).toBe(`${link}#prenotazione-modificata`)
  expect(await visits(here)).toMatchObject([{ sequence: 1 }])
})

test('a taken slot redirects to the slot list, which strikes it through; the current slot is not offered', async () => {
  const here = await server.newTenant()
  const { serviceId, link } = await bookVisit(here)
  await here.book(serviceId, { name: 'Marco', visit_day: '2026-11-25', visit_hour: '15:00' })
  const choice = '?giorno=2026-11-25&ora=15%3A00'

  const answer = await press(here, link + choice)

  expect(answer.headers.location).toBe(link + choice)
  expect((await here.page(link + choice)).body).toContain('<s translate="no">15:00</s>')
  expect((await here.page(`${link}?giorno=2026-11-23`)).body).not.toMatch(/<button[^>]*value="09:00"/)
  expect((await press(here, `${link}?giorno=mai`)).headers.location).toBe(link)
  expect(await visits(here)).toMatchObject([{ visit_day: '2026-11-23' }, { visit_day: '2026-11-25' }])
})

test('within the change notice the page shows the telephone number, and after the start that the visit has begun', {
  tags: ['13.83'],
}, async () => {
  const here = await server.newTenant({ ...PLACE, app_change_hours_notice: 24 })
  const { link } = await bookVisit(here)

  server.clock.now = Temporal.Instant.from('2026-11-22T08:00:00Z')
  const near = await here.page(`${link}?giorno=2026-11-25&ora=15:00`)
  expect(visibleText(near.body)).toMatch(/Mancano meno di 24 ore alla visita.*Chiama +011 555 0123/s)
  expect(near.body).not.toMatch(/Sposta<|Disdici<|<form/)
  await press(here, `${link}?giorno=2026-11-25&ora=15:00`)

  server.clock.now = Temporal.Instant.from('2026-11-24T08:00:00Z')
  const past = await here.page(link)
  expect(visibleText(past.body)).toMatch(/La visita è già iniziata.*lunedì 23 novembre.*Prenota di nuovo/s)
  expect(past.body).not.toMatch(/Sposta<|Disdici<|<form/)
  expect(await visits(here)).toMatchObject([{ visit_day: '2026-11-23', sequence: 0 }])
})

test('after five reschedules today the page says so and offers only the cancellation', {
  tags: ['12.3'],
}, async () => {
  const here = await server.newTenant()
  const { link } = await bookVisit(here)
  for (const hour of ['09:00', '10:00', '11:00', '12:00', '15:00'])
    await press(here, `${link}?giorno=2026-11-25&ora=${hour}`)

  const answer = await press(here, `${link}?giorno=2026-11-25&ora=16:00`)

  const page = await here.page(answer.headers.location as string)
  expect(visibleText(page.body)).toContain(
    'Oggi la prenotazione è già stata spostata 5 volte: potrai spostarla di nuovo',
  )
  expect(page.body).not.toMatch(/Sposta<|<form/)
  expect(page.body).toContain('Disdici<')
  expect(await visits(here)).toMatchObject([{ visit_hour: '15:00:00', sequence: 5 }])
})

test('a visit of a hidden service can be rescheduled, and its page links to the list of services', async () => {
  const here = await server.newTenant()
  const { serviceId, link } = await bookVisit(here)
  await here.db.updateTable('services').set({ visible_frontend: false }).where('tenant_id', '=', here.id).execute()

  const page = await here.page(link)

  expect(findLinks(page.body)).not.toContain(`/client_service/${serviceId}/booking`)
  expect(visibleText(page.body)).toContain('Prenota di nuovo')
  const rescheduled = await press(here, `${link}?giorno=2026-11-25&ora=15:00`)
  expect(rescheduled.headers.location).toContain('#')
})

test('a client that tries many links, on pages or by API, gets 429', { tags: ['13.80'] }, async () => {
  const here = await server.newTenant()
  const { link } = await bookVisit(here)
  const nowhere = 'AAAAAAAAAAAAAAAAAAAAAA'
  await setPoints(server, { [`visit:${here.id}/127.0.0.1`]: 117 })
  await here.page(`/bookings/${nowhere}`)
  await here.get(`/client/bookings/${nowhere}`)
  expect((await here.get(`/client/bookings/${nowhere}/slots`)).statusCode).toBe(404)

  const answers = [await here.page(link), await here.get(`/client${link}`)]

  for (const answer of answers) {
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
})
