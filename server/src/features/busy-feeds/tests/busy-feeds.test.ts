import { randomBytes } from 'node:crypto'
import type { BusyFeed } from '@prenoto/core/busy-feeds/busy-feed-schema.ts'
import { calendarText, startCalendarServer } from '@prenoto/test-support/http/calendar-server.ts'
import { aBooking, NOW, sharedServer, type TestTenant, testServer } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { beforeEach, expect, test } from 'vitest'
import { encryptionWith } from '../../../lib/encryption.ts'
import { openOutgoing } from '../../../lib/outgoing/outgoing.ts'
import { readFeeds } from '../read-feeds.ts'

const log: string[] = []
const encryption = encryptionWith([randomBytes(32)])
const outgoing = openOutgoing({ allow: ['127.0.0.0/8'] })
const server = await sharedServer({ work: true, encryption, logTo: (line) => log.push(line) })
const site = await startCalendarServer()

const MONDAY = '2026-11-23'
const TEN = ['DTSTART:20261123T100000', 'DTEND:20261123T110000']
const SECRET = /c0ffee/

let here: TestTenant
let editor: Awaited<ReturnType<TestTenant['as']>>
let service: Awaited<ReturnType<TestTenant['newService']>>
let path: string
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
  editor = await here.as('editor')
  service = await here.newService()
  path = `/calendars/${service.calendar_id}/busy_feeds`
})

const add = async (body: string, answer: object = {}) => {
  const file = site.newFile({ body, ...answer })
  const response = await editor.post(path, { name: 'Google di Anna', url: file.url })
  return Object.assign(file, { status: response.statusCode, json: response.json() })
}
const list = async (): Promise<BusyFeed[]> => (await editor.get(path)).json().feeds

/** The times of visitors' slots on a day. */
async function slotsOn(day: string): Promise<string[]> {
  const { available_slots } = (await here.get(`/client/services/${service.id}`)).json()
  const hours = available_slots.find((one: { date: string }) => one.date === day)?.slots ?? []
  return hours.map((hour: string) => hour.slice(0, 5))
}

/** Reads the feeds again some minutes later. */
async function readAgain(later: Temporal.DurationLike = { minutes: 10 }) {
  server.clock.now = server.clock.now.add(later)
  const { rows } = await server.owner.query('select id as feed_id from busy_feeds where tenant_id = $1', [here.id])
  await readFeeds(here.ctx(), rows, { outgoing, encryption })
}

/** Lets the workers read the feeds that are due. */
async function workLater(later: Temporal.DurationLike) {
  server.clock.now = server.clock.now.add(later)
  await server.checkBusyFeeds()
  await waitForJobs(server, here, { dueOnly: true })
}

test('an event closes its calendar for visitors and staff, and its title and address stay secret', async () => {
  const hours = async () => (await editor.get(`/calendars/hours?from=${MONDAY}&to=${MONDAY}`)).json()
  const before = await hours()
  expect(await slotsOn(MONDAY)).toContain('10:00')

  const { status, json, url } = await add(
    calendarText([...TEN, 'SUMMARY:Dentista'], ['DTSTART;VALUE=DATE:20261124', 'RRULE:FREQ=WEEKLY;COUNT=2']),
  )

  expect(status).toBe(201)
  expect(json).toEqual({
    id: expect.any(Number),
    name: 'Google di Anna',
    host: new URL(url).host,
    events: 2,
    read_at: '2026-11-21T08:45:00Z',
    failing_since: null,
    failure: null,
    bookings: 0,
    next: [
      { day_from: MONDAY, hour_from: '10:00:00', day_to: MONDAY, hour_to: '11:00:00' },
      { day_from: '2026-11-24', hour_from: '00:00:00', day_to: '2026-11-24', hour_to: '23:59:00' },
      { day_from: '2026-12-01', hour_from: '00:00:00', day_to: '2026-12-01', hour_to: '23:59:00' },
    ],
  })
  expect(await list()).toEqual([json])
  await expect.poll(() => slotsOn(MONDAY)).toEqual(['09:00', '11:00', '12:00', '15:00', '16:00', '17:00', '18:00'])
  expect([await slotsOn('2026-11-24'), await slotsOn('2026-12-01')]).toEqual([[], []])
  expect((await slotsOn('2026-12-08')).length).toBeGreaterThan(0)
  expect((await here.book(service.id, { visit_hour: '10:00' })).statusCode).toBe(409)
  const { privacy: _, ...visit } = { ...aBooking, visit_hour: '10:00' }
  const refused = await editor.post('/bookings/create', { ...visit, service_id: service.id })
  expect(refused.json().conflicts).toMatchObject([{ kind: 'closure' }])
  expect(await hours()).toEqual(before)
  const events = (await editor.get(`/days_off/events?from=${MONDAY}&to=${MONDAY}`)).json()
  expect(events).toMatchObject([{ reason: 'Impegno privato', hour_from: '10:00:00', hour_to: '11:00:00' }])

  const admin = await here.as('admin')
  const [entry] = (await admin.get('/audit')).json().entries
  expect(entry).toMatchObject({ action: 'busy_feed.created', after: { name: 'Google di Anna', host: json.host } })
  const { rows } = await server.owner.query('select * from busy_feeds where tenant_id = $1', [here.id])
  for (const text of [JSON.stringify([json, entry]), rows[0].address.toString('latin1'), log.join('')])
    expect(text).not.toMatch(SECRET)
  expect(JSON.stringify(rows)).not.toContain('Dentista')
})

test('an event over a booking leaves it as it is and counts it, and a removed feed opens the calendar again', async () => {
  const { hidden_id } = (await here.book(service.id, { visit_hour: '10:00' })).json()

  const { json } = await add(calendarText(TEN, ['DTSTART:20261123T110000', 'DURATION:PT1H']))

  expect(json.bookings).toBe(1)
  expect((await here.get(`/client/bookings/${hidden_id}`)).statusCode).toBe(200)
  expect(await slotsOn(MONDAY)).not.toContain('11:00')

  expect((await editor.delete(`${path}/${json.id}`)).statusCode).toBe(204)
  expect(await slotsOn(MONDAY)).toContain('11:00')
  expect((await editor.delete(`${path}/${json.id}`)).statusCode).toBe(404)
})

test('an unchanged file is not sent again until the next day', async () => {
  const file = await add(calendarText(TEN), { etag: '"1"' })
  const revision = async () =>
    (await server.owner.query('select revision from tenants where id = $1', [here.id])).rows[0].revision
  const before = await revision()

  await readAgain()
  expect(file.requests.map((headers) => headers['if-none-match'])).toEqual([undefined, '"1"'])
  expect((await list())[0]!.read_at).toBe('2026-11-21T08:55:00Z')

  file.answer = { body: calendarText(TEN) }
  await readAgain()
  expect(await revision()).toBe(before)

  await readAgain({ hours: 24 })
  expect(file.requests.at(-1)!['if-none-match']).toBeUndefined()
  expect(await slotsOn(MONDAY)).not.toContain('10:00')
})

test('changed events close other times; other UIDs change nothing, and an empty calendar opens all', async () => {
  const file = await add(calendarText(TEN))
  const { hidden_id } = (await here.book(service.id, { visit_hour: '15:00' })).json()

  file.answer = { body: calendarText(['DTSTART:20261123T160000', 'DURATION:PT1H']) }
  await readAgain()
  await expect.poll(() => slotsOn(MONDAY)).toEqual(['09:00', '10:00', '11:00', '12:00', '17:00', '18:00'])

  file.answer = { body: file.answer.body!.replace('UID:event', 'UID:another') }
  await readAgain()
  await expect.poll(() => slotsOn(MONDAY)).toEqual(['09:00', '10:00', '11:00', '12:00', '17:00', '18:00'])

  file.answer = { body: calendarText() }
  await readAgain()
  await expect.poll(() => slotsOn(MONDAY)).toEqual(['09:00', '10:00', '11:00', '12:00', '16:00', '17:00', '18:00'])
  expect((await list())[0]).toMatchObject({ events: 0, failure: null })
  expect((await here.get(`/client/bookings/${hidden_id}`)).statusCode).toBe(200)
})

test('a feed that vanishes keeps its last times, says so, and tells the staff after a day', async () => {
  const file = await add(calendarText(TEN))
  const { answer } = file
  file.answer = { status: 404 }
  const listTitles = async () =>
    (await here.db.selectFrom('notifications').select('title').where('user_id', '=', editor.id).execute()).map(
      ({ title }) => title,
    )

  await workLater({ minutes: 10 })
  expect((await list())[0]).toMatchObject({
    read_at: '2026-11-21T08:45:00Z',
    failing_since: '2026-11-21T08:55:00Z',
    failure: 'Il link non vale più: creane uno nuovo nell’altro calendario e aggiungilo qui.',
    events: 1,
  })
  expect(await slotsOn(MONDAY)).not.toContain('10:00')
  // Pauses grow, so it is not due yet.
  await workLater({ minutes: 5 })
  expect(file.requests).toHaveLength(2)
  expect(await listTitles()).toEqual([])

  await workLater({ hours: 24 })
  await readAgain({ hours: 3 })
  await waitForJobs(server, here, { dueOnly: true })
  expect(await listTitles()).toEqual(['Calendario esterno non letto'])

  file.answer = answer
  await readAgain()
  const { failure } = await here.db.selectFrom('busy_feeds').select('failure').executeTakeFirstOrThrow()
  expect(failure).toBeNull()
})

test('bookings of our own feed close nothing, those of another business do', async () => {
  await here.book(service.id, { visit_hour: '10:00' })
  const { path: link } = (await editor.post('/user/calendar-feed', undefined)).json()
  const ourFile = (await here.get(link.replace('/api', ''))).body
  expect(ourFile).toContain('@prenoto')

  const { json } = await add(ourFile)
  expect(json).toMatchObject({ events: 0, bookings: 0, next: [] })

  const elsewhere = await server.newTenant()
  const { calendar_id } = await elsewhere.newService()
  const colleague = await elsewhere.as('editor')
  const { url } = site.newFile({ body: ourFile })
  const theirs = await colleague.post(`/calendars/${calendar_id}/busy_feeds`, { name: 'Altro lavoro', url })
  expect(theirs.json()).toMatchObject({ events: 1, next: [{ day_from: MONDAY, hour_from: '10:00:00' }] })
})

test('two processes read a feed once', async () => {
  const file = await add(calendarText(TEN))
  server.clock.now = NOW.add({ minutes: 10 })

  await Promise.all([server.checkBusyFeeds(), server.checkBusyFeeds()])
  await waitForJobs(server, here)

  expect(file.requests).toHaveLength(2)
})

test('the same address is one feed, webcal is accepted, and a calendar has five feeds at most', async () => {
  const file = await add(calendarText(TEN))
  const again = await editor.post(path, { name: 'Un altro nome', url: file.url })
  expect(again.json()).toEqual({ ...file.json, name: 'Un altro nome' })
  const webcal = await editor.post(path, { name: 'Apple', url: file.url.replace('http:', 'webcal:') })
  // The site of the test has no certificate.
  expect(webcal.json().errors).toEqual([{ path: 'url', message: 'Il sito dell’altro calendario non risponde.' }])

  await server.owner.query(
    `insert into busy_feeds (tenant_id, calendar_id, name, host, address, address_hash, created_at, read_at, next_read_at)
     select tenant_id, calendar_id, name, host, address, decode(md5(n::text), 'hex'), created_at, read_at, next_read_at
     from busy_feeds, generate_series(1, 3) n where tenant_id = $1`,
    [here.id],
  )
  expect((await add(calendarText(TEN))).status).toBe(201)
  const sixth = await add(calendarText(TEN))
  expect([sixth.status, sixth.json.detail]).toEqual([
    409,
    'Puoi aggiungere al massimo 5 calendari esterni: togline uno e riprova.',
  ])
  expect(sixth.requests).toEqual([])
})

test('refuses at the field what is no calendar, too large or without an end, an error and a redirect', async () => {
  for (const [answer, message] of [
    [{ body: '<html></html>' }, /non un calendario/],
    [{ status: 302, location: 'http://10.0.0.1/' }, /rimanda a un’altra pagina/],
    [{ status: 500 }, /risponde con un errore/],
    [{ body: 'x'.repeat(5 * 1024 * 1024 + 1) }, /troppo grande/],
    [{ body: calendarText([...TEN, 'RRULE:FREQ=SECONDLY']) }, /troppi impegni/],
  ] as const) {
    const { status, json } = await add('', answer)
    expect([status, json.errors]).toEqual([422, [{ path: 'url', message: expect.stringMatching(message) }]])
  }
  expect(await list()).toEqual([])
})

test('refuses private addresses and texts that are no address', async () => {
  const strict = await testServer({ url: server.url, outgoingAllow: [] })
  const colleague = strict.visit(here.domain, { authorization: `Bearer ${editor.token}` })
  const addresses = [
    'http://127.0.0.1/a.ics',
    'http://[::1]:80/a.ics',
    'https://localhost/a.ics',
    'webcal://10.0.0.1/a.ics',
  ]
  for (const url of addresses) {
    const response = await colleague.post(path, { name: 'Casa', url })
    expect([url, response.statusCode, response.json().errors]).toEqual([
      url,
      422,
      [{ path: 'url', message: 'L’indirizzo non porta a un sito pubblico: controlla il link.' }],
    ])
  }
  await strict.close()
  for (const url of ['calendario', 'ftp://example.it/a.ics', 'file:///etc/passwd', ''])
    expect((await editor.post(path, { name: 'Casa', url })).statusCode, url).toBe(422)
})

test('the feeds of a deleted calendar are forgotten an hour later', async () => {
  const { calendar_id } = service
  await add(calendarText(TEN))
  await here.db.updateTable('services').set({ deleted_at: NOW.toString() }).where('id', '=', service.id).execute()
  const count = async () =>
    (await server.owner.query('select from busy_feeds where tenant_id = $1', [here.id])).rowCount

  expect((await editor.delete(`/calendars/${calendar_id}`)).statusCode).toBe(204)
  await readAgain()
  expect(await count()).toBe(1)
  await readAgain({ hours: 2 })
  expect(await count()).toBe(0)
})
