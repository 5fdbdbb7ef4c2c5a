import { setPoints } from '@prenoto/test-support/server/set-points.ts'
import { NOW, sharedLimitedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { expect, test } from 'vitest'

const server = await sharedLimitedServer()

const MONDAY = '?giorno=2026-11-23&ora=09:00'

const giulia = {
  name: 'Giulia',
  surname: 'Verdi',
  email: 'giulia.verdi@example.it',
  telephone: '333 123 4567',
  privacy: 'on',
  extra: '',
}

/** A service whose booking form can be opened and sent as by a browser. */
async function newForm(configuration: Parameters<typeof server.newTenant>[0] = {}, capacity = 1) {
  const here = await server.newTenant({ app_simultaneous_bookings_enabled: capacity > 1, ...configuration })
  const calendar = await here.newCalendar({ simultaneous_bookings_number: capacity })
  const { id } = await here.newService({ calendar_id: calendar.id, allow_patient_notes: true })
  const address = `/client_service/${id}/booking`
  return {
    here,
    id,
    address,
    /** Opens the form and returns its idempotency key. */
    open: async (query = MONDAY) => findKey((await here.page(address + query)).body)!,
    send: async (fields: Record<string, string>, query = MONDAY, headers = {}) => {
      const answer = await server.app.inject({
        method: 'POST',
        url: address + query,
        headers: { host: here.domain, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams(fields).toString(),
      })
      return {
        status: answer.statusCode,
        location: answer.headers.location,
        headers: answer.headers,
        html: answer.body,
      }
    },
  }
}

const findKey = (html: string) => /<input type="hidden" name="key" value="([^"]+)"/.exec(html)?.[1]

const listBookings = ({ db }: TestTenant) =>
  db
    .selectFrom('bookings')
    .select(['name', 'telephone', 'visit_day', 'visit_hour', 'patient_notes'])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()

/** The values of a page's fields. */
const valuesIn = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<input (?:[^">]|"[^"]*")*>/g)]
      .map(([tag]) => [/ name="([^"]*)"/.exec(tag)?.[1], / value="([^"]*)"/.exec(tag)?.[1]])
      .filter(([name]) => name && name in giulia),
  )

const BOOKED = { status: 303, location: '/thank_you#prenotazione-effettuata' }

test('the form of a booking page books without scripts', { tags: ['13.152'] }, async () => {
  const { here, open, send } = await newForm()
  const notes = 'Porto il cane.\r\nE un ombrello.'

  expect(await send({ ...giulia, notes, key: await open() })).toMatchObject(BOOKED)

  expect(await listBookings(here)).toMatchObject([
    {
      name: 'Giulia',
      telephone: '3331234567',
      visit_day: '2026-11-23',
      visit_hour: '09:00:00',
      patient_notes: 'Porto il cane.\nE un ombrello.',
    },
  ])
})

test('a form sent twice books once; with another customer or from another page it books again', {
  tags: ['13.152'],
}, async () => {
  const { here, id, open, send } = await newForm({}, 5)
  const key = await open()

  const both = await Promise.all([send({ ...giulia, key }), send({ ...giulia, key })])
  expect(both).toMatchObject([BOOKED, BOOKED])
  expect(await send({ ...giulia, key })).toMatchObject(BOOKED)
  expect((await here.book(id, {}, { 'idempotency-key': key })).statusCode).toBe(201)
  expect(await listBookings(here)).toHaveLength(1)

  const marco = { ...giulia, name: 'Marco', key }
  expect(await Promise.all([send(marco), send(marco)])).toMatchObject([BOOKED, BOOKED])
  expect((await listBookings(here)).map(({ name }) => name)).toEqual(['Giulia', 'Marco'])
  const other = await open()
  expect(other).not.toBe(key)
  expect(await send({ ...giulia, email: 'giulia@example.it', key: other })).toMatchObject(BOOKED)
  expect(await listBookings(here)).toHaveLength(3)
})

test('a form sent again after the cancellation of its booking books again', async () => {
  const { here, open, send } = await newForm()
  const key = await open()
  for (let i = 0; i < 2; i++) {
    expect(await Promise.all([send({ ...giulia, key }), send({ ...giulia, key })])).toMatchObject([BOOKED, BOOKED])
    expect(await listBookings(here)).toHaveLength(1)
    await here.db.updateTable('bookings').set({ deleted_at: NOW.toString() }).execute()
  }
})

test('an invalid value is reported at its field before anything else, and the typed values stay', {
  tags: ['13.152'],
}, async () => {
  const { here, open, send } = await newForm()
  const key = await open()
  const { privacy: _, ...typed } = { ...giulia, name: '"><script>alert(1)<script>', telephone: '12', surname: '' }

  const { status, headers, html } = await send({ ...typed, notes: 'Porto il cane.', key })

  expect(status).toBe(422)
  expect(headers['cache-control']).toBe('no-store')
  for (const message of ['Il cognome è obbligatorio.', 'Numero troppo corto.', 'Devi accettare la Privacy Policy.'])
    expect(html).toContain(message)
  expect(html).not.toContain('<script>alert')
  expect(valuesIn(html)).toMatchObject({ name: '&quot;&gt;&lt;script&gt;alert(1)&lt;script&gt;', telephone: '12' })
  expect(html).toMatch(/<textarea[^>]*>Porto il cane\.<\/textarea>/)
  expect(html).toMatch(/<input(?=[^>]* name="surname")[^>]* autofocus/i)
  expect(html.match(/autofocus/gi)).toHaveLength(1)
  expect(findKey(html)).toBe(key)
  expect(await listBookings(here)).toEqual([])
})

test('a slot that was just taken is reported, and the typed values stay', async () => {
  const { here, id, open, send } = await newForm()
  const key = await open()
  await here.book(id, { name: 'Paolo' })

  const { status, html } = await send({ ...giulia, key })

  expect(status).toBe(409)
  expect(html).toMatch(/<p role="alert"[^>]*autofocus[^>]*>[^<]+<\/p>/i)
  expect(html).toContain('<s translate="no">09:00</s>')
  expect(html).toMatch(/<a [^>]*href="#slots-title"[^>]*>Scegli un altro orario/)
  expect(valuesIn(html)).toEqual({ ...giulia, privacy: 'on', extra: undefined })
  expect(html).toMatch(/<input type="checkbox"[^>]* checked/)
  expect((await listBookings(here)).map(({ name }) => name)).toEqual(['Paolo'])
})

test('a customer with too many upcoming bookings gets 409 with an explanation', async () => {
  const { here, id, open, send } = await newForm({ app_customer_max_bookings: 1 })
  await here.book(id, { visit_hour: '15:00:00' })

  const { status, html } = await send({ ...giulia, key: await open() })

  expect(status).toBe(409)
  expect(html).toMatch(/<p role="alert"[^>]*>Con questi dati non si possono fare altre prenotazioni[^<]+<\/p>/)
  expect(await listBookings(here)).toHaveLength(1)
})

test('a form sent from another site or without an hour books nothing and redirects to the page', {
  tags: ['10.18', '13.152'],
}, async () => {
  const { here, address, open, send } = await newForm()
  const key = await open()

  for (const [query, headers] of [
    [MONDAY, { 'sec-fetch-site': 'cross-site' }],
    [MONDAY, { 'sec-fetch-site': 'same-site' }],
    [MONDAY, { origin: 'https://evil.example' }],
    [MONDAY, { origin: 'null' }],
    [MONDAY, { referer: 'https://evil.example/' }],
    ['?giorno=2026-11-23', {}],
  ] as const)
    expect(await send({ ...giulia, key }, query, headers)).toMatchObject({ status: 303, location: address + query })
  expect(await listBookings(here)).toEqual([])
  expect(await send({ ...giulia, key }, MONDAY, { 'sec-fetch-site': 'same-origin' })).toMatchObject(BOOKED)
})

test('books for a browser that sends only Origin or Referer', {
  tags: ['10.18'],
}, async () => {
  const { here, open, send } = await newForm({}, 3)

  const origin = `https://${here.domain}`
  const named = [{ origin }, { origin: `${origin}:8443` }, { referer: `${origin}/x`, host: `${here.domain}.` }]
  for (const [i, headers] of named.entries()) {
    const fields = { ...giulia, email: `giulia${i}@example.it`, key: await open() }
    expect(await send(fields, MONDAY, headers)).toMatchObject(BOOKED)
  }
})

test('a form with nonsense in its fields is answered', async () => {
  const { here, address, send } = await newForm({}, 9)
  for (const [expected, nonsense] of [
    [303, { key: 'x y', email: 'uno@example.it' }],
    [303, { key: 'x'.repeat(500), email: 'due@example.it' }],
    [303, { key: '', email: 'tre@example.it' }],
    [422, { name: 'Giulia\u0000' }],
    [422, { email: 'nessuna' }],
    [422, { notes: 'ò'.repeat(10_000) }],
    [303, { ['__proto__']: 'x', constructor: 'y', visit_day: '2026-11-25', telephone: '3331112233' }],
  ] as const)
    expect([Object.values(nonsense), (await send({ ...giulia, ...nonsense })).status]).toEqual([
      Object.values(nonsense),
      expected,
    ])

  const headers = { host: here.domain, 'content-type': 'application/json' }
  for (const payload of ['null', '{"name":{"toString":1}}'])
    expect((await server.app.inject({ method: 'POST', url: address + MONDAY, headers, payload })).statusCode).toBe(422)
})

test('a form for an unknown service gets 404, and one on an unknown domain 403', async () => {
  const { here, send, address } = await newForm()
  await here.db.updateTable('services').set({ deleted_at: new Date().toISOString() }).execute()
  expect((await send(giulia)).status).toBe(404)
  const url = address + MONDAY
  const headers = { host: 'nessuno.example', 'content-type': 'application/x-www-form-urlencoded' }
  expect((await server.app.inject({ method: 'POST', url, headers, payload: 'name=x' })).statusCode).toBe(403)
})

test('invalid forms do not count; beyond the limit the form asks to call the business', async () => {
  const { here, send } = await newForm({}, 3)
  await setPoints(server, { [`booking:${here.id}/127.0.0.1`]: 19 })
  expect((await send({ ...giulia, surname: '' })).status).toBe(422)
  expect(await send(giulia)).toMatchObject(BOOKED)
  const { status, html } = await send({ ...giulia, email: 'una.di.troppo@example.it', telephone: '3331234599' })
  expect(status).toBe(429)
  expect(html).toContain('accetta richieste solo con JavaScript attivo: accendilo e riprova, oppure contattaci.')
  expect(valuesIn(html)).toMatchObject({ email: 'una.di.troppo@example.it' })
  expect(await listBookings(here)).toHaveLength(1)
})
