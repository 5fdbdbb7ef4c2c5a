import { PASSWORD, PASSWORD_HASH } from '@prenoto/test-support/fixtures/password.ts'
import { readCalendar } from '@prenoto/test-support/formats/calendar-file.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { makePasswordLink } from '../accounts/session/passwords/make-password-link.ts'

const lines: string[] = []
/** Contains no sequential id of a booking or business. */
const UID = expect.stringMatching(/^[0-9a-f]{32}@prenoto$/)
const server = await sharedServer({ logTo: (line) => lines.push(line) })
let here: TestTenant
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant({ app_name: 'Salone Aurora', address: 'Via Po 1', email: 'ciao@aurora.example.it' })
})

type Staff = Awaited<ReturnType<TestTenant['as']>>

/** Creates a user's feed link and returns its path below /api. */
async function newFeedLink(staff: Staff): Promise<string> {
  const response = await staff.post('/user/calendar-feed', undefined)
  expect(response.statusCode).toBe(201)
  return response.json().path.replace(/^\/api/, '')
}

const at = (booking: { visit_day: string; visit_hour: string }, service_id: number) => ({
  ...aBooking,
  ...booking,
  service_id,
})

describe('a visitor’s calendar file', () => {
  test('is a download with their own booking only, is replaced after a reschedule and ends with the booking', {
    tags: ['4.43'],
  }, async () => {
    const elsewhere = await server.newTenant()
    const service = await here.newService()
    const { id, hidden_id } = (await here.book(service.id)).json()
    await here.book(service.id, { visit_hour: '11:00', name: 'Ugo' })

    const response = await here.get(`/client/bookings/${hidden_id}/calendar`)

    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'attachment; filename="prenotazione.ics"',
      'cache-control': 'no-store',
    })
    expect(readCalendar(response.body)).toMatchObject({
      method: 'PUBLISH',
      entries: [
        {
          uid: UID,
          sequence: 0,
          summary: 'Taglio presso Salone Aurora',
          location: 'Via Po 1',
          description: `Prenotazione di Giulia.\nPer vederla, spostarla o disdirla: https://${here.domain}/bookings/${hidden_id}`,
          start: '2026-11-23T08:00:00Z',
          end: '2026-11-23T09:00:00Z',
          organizer: 'mailto:ciao@aurora.example.it',
          attendee: null,
        },
      ],
    })

    const [before] = readCalendar(response.body).entries
    const staff = await here.as('operator')
    await staff.put(`/bookings/update/${id}`, at({ visit_day: '2026-11-24', visit_hour: '15:00' }, service.id))
    const [after] = readCalendar((await here.get(`/client/bookings/${hidden_id}/calendar`)).body).entries
    expect(after).toMatchObject({ uid: before!.uid, start: '2026-11-24T14:00:00Z' })
    expect(after!.sequence).toBeGreaterThan(before!.sequence)

    const theirs = await elsewhere.get(`/client/bookings/${hidden_id}/calendar`)
    await here.delete(`/client/bookings/delete/${hidden_id}`)
    const cancelled = await here.get(`/client/bookings/${hidden_id}/calendar`)
    const unknown = await here.get('/client/bookings/AAAAAAAAAAAAAAAAAAAAAA/calendar')
    expect([theirs, cancelled, unknown].map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  })
})

/** Copies the existing booking, three per quarter of an hour. */
const COPIES = `
  insert into bookings (tenant_id, hidden_id, customer_id, calendar_id, service_id, service_name, service_duration,
    service_price, name, surname, email, telephone, visit_day, visit_hour, starts_at, ends_at)
  select tenant_id, md5(n::text), customer_id, calendar_id, service_id, service_name, service_duration, service_price,
    name, surname, email, telephone, at::date, at::time, at at time zone 'Europe/Rome', at at time zone 'Europe/Rome' + interval '15 minutes'
  from bookings, generate_series(1, $2::int) n,
    lateral (select timestamp '2026-11-25 08:00' + (n / 3) * interval '15 minutes' as at) t
  where tenant_id = $1`

describe('the private feed', () => {
  test('lists bookings since thirty days ago with customer, service and telephone, and the escaped name of the business', async () => {
    const service = await here.newService()
    server.clock.now = NOW.subtract({ hours: 24 * 35 })
    await here.book(service.id, { visit_day: '2026-10-21', visit_hour: '09:00', name: 'Troppo', surname: 'Vecchia' })
    await here.book(service.id, { visit_day: '2026-10-22', visit_hour: '09:00', name: 'Ancora', surname: 'Dentro' })
    server.clock.now = NOW
    await here.book(service.id)
    const gone = (await here.book(service.id, { visit_hour: '15:00' })).json()
    await here.delete(`/client/bookings/delete/${gone.hidden_id}`)

    const link = await newFeedLink(await here.as('operator'))
    const response = await here.get(link)

    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-cache',
    })
    const calendar = readCalendar(response.body)
    expect(calendar).toMatchObject({ method: 'PUBLISH', name: 'Prenotazioni di Salone Aurora' })
    expect(calendar.entries.map(({ summary }) => summary)).toEqual([
      'Taglio: Ancora Dentro',
      'Taglio: Giulia Verdi',
      'Disdetta: Taglio',
    ])
    expect(calendar.entries[1]).toMatchObject({
      uid: UID,
      sequence: 0,
      description: 'Cliente: Giulia Verdi\nTelefono: 3331234567',
      start: '2026-11-23T08:00:00Z',
      attendee: null,
    })
    expect(response.body).toMatch(/^REFRESH-INTERVAL;VALUE=DURATION:PT15M\r$/m)
    expect(response.body).toMatch(/^X-PUBLISHED-TTL:PT15M\r$/m)
    expect(response.body).not.toContain(gone.hidden_id)
    expect(response.body).not.toContain('/bookings/')

    await here.db
      .updateTable('configurations')
      .set({ app_name: 'Barba, baffi; & \\co' })
      .where('tenant_id', '=', here.id)
      .execute()
    expect((await here.get(link)).body).toContain('X-WR-CALNAME:Prenotazioni di Barba\\, baffi\\; & \\\\co\r\n')
  })

  test('lists thousands of bookings once each, in chronological order', { tags: ['13.136'] }, async () => {
    const service = await here.newService()
    const link = await newFeedLink(await here.as('operator'))
    await here.book(service.id)
    await server.owner.query(COPIES, [here.id, 2_400])

    const { body } = await here.get(link)

    expect(body.match(/^TZID:.+/gm)).toEqual(['TZID:Europe/Rome'])
    expect(new Set(body.match(/^UID:.+/gm)).size).toBe(2_401)
    const starts = body.match(/^DTSTART;TZID=Europe\/Rome:\S+/gm)!
    expect(starts).toHaveLength(2_401)
    expect(starts).toEqual(starts.toSorted())
  })

  test('follows reschedules and cancellations', async () => {
    const service = await here.newService()
    const staff = await here.as('operator')
    const link = await newFeedLink(staff)
    const { id } = (await here.book(service.id)).json()
    const [before] = readCalendar((await here.get(link)).body).entries
    await staff.put(`/bookings/update/${id}`, at({ visit_day: '2026-11-24', visit_hour: '15:00' }, service.id))

    const [after] = readCalendar((await here.get(link)).body).entries
    await staff.delete(`/bookings/delete/${id}`)

    expect(after).toMatchObject({ uid: before!.uid, start: '2026-11-24T14:00:00Z' })
    expect(after!.sequence).toBeGreaterThan(before!.sequence)
    const [cancelled] = readCalendar((await here.get(link)).body).entries
    expect(cancelled).toMatchObject({ uid: before!.uid, status: 'CANCELLED', summary: 'Disdetta: Taglio' })
    expect(cancelled!.sequence).toBeGreaterThan(after!.sequence)

    await staff.post(`/bookings/restore/${id}`, {})
    const [restored] = readCalendar((await here.get(link)).body).entries
    expect(restored).toMatchObject({ status: null, start: '2026-11-24T14:00:00Z' })
    expect(restored!.sequence).toBeGreaterThan(cancelled!.sequence)

    await staff.delete(`/bookings/delete/${id}`)
    server.clock.now = NOW.add({ hours: 24 * 31 })
    expect(readCalendar((await here.get(link)).body).entries).toEqual([])
  })

  test('can show one calendar, without names, and each link is revoked alone', async () => {
    const [anna, zoe] = [await here.newService({ name: 'Taglio' }), await here.newService({ name: 'Colore' })]
    await here.book(anna.id)
    await here.book(zoe.id, { name: 'Ugo' })
    const staff = await here.as('operator')
    const whole = await newFeedLink(staff)
    const create = async (calendar_id: number | null, shows_names: boolean) => {
      const { path, ...link } = (await staff.post('/user/calendar-feeds', { calendar_id, shows_names })).json()
      return { link, path: path.replace(/^\/api/, '') }
    }
    const listSummaries = async (path: string) =>
      readCalendar((await here.get(path)).body).entries.map(({ summary }) => summary)

    const one = await create(zoe.calendar_id, true)
    const nameless = await create(null, false)

    expect(await listSummaries(whole)).toEqual(['Taglio: Giulia Verdi', 'Colore: Ugo Verdi'])
    expect(await listSummaries(one.path)).toEqual(['Colore: Ugo Verdi'])
    expect(await listSummaries(nameless.path)).toEqual(['Taglio', 'Colore'])
    const { body } = await here.get(nameless.path)
    expect(body).not.toMatch(/Giulia|Ugo|Verdi|3331234567/)
    expect((await staff.get('/user/calendar-feeds')).json().feeds).toMatchObject([
      { calendar_id: null, calendar_name: null, shows_names: true },
      { calendar_id: zoe.calendar_id, calendar_name: 'Sala', shows_names: true },
      { calendar_id: null, shows_names: false },
    ])
    expect((await staff.get('/user/calendar-feed')).json()).toEqual({ created_at: '21-11-2026 09:45' })

    const renewed = await create(zoe.calendar_id, true)
    expect(renewed.link.id).toBe(one.link.id)
    const revoked = await staff.delete(`/user/calendar-feeds/${nameless.link.id}`)
    const requestStatus = async (path: string) => (await here.get(path)).statusCode
    expect(revoked.statusCode).toBe(204)
    expect(await Promise.all([whole, one.path, renewed.path, nameless.path].map(requestStatus))).toEqual([
      200, 404, 200, 404,
    ])
    await staff.delete('/user/calendar-feed')
    expect([await requestStatus(whole), await requestStatus(renewed.path)]).toEqual([404, 200])

    const other = await here.as('editor')
    expect((await other.delete(`/user/calendar-feeds/${renewed.link.id}`)).statusCode).toBe(404)
    await here.db
      .updateTable('calendars')
      .set({ deleted_at: NOW.toString() })
      .where('id', '=', zoe.calendar_id)
      .execute()
    expect(await requestStatus(renewed.path)).toBe(404)
  })

  test('the link of another business’s calendar cannot be created', async () => {
    const { calendar_id } = await (await server.newTenant()).newService()
    const response = await (await here.as('operator')).post('/user/calendar-feeds', { calendar_id, shows_names: true })
    expect([response.statusCode, response.json().errors]).toEqual([
      422,
      [{ path: 'calendar_id', message: 'Il calendario scelto non esiste.' }],
    ])
  })

  test('answers 304 while nothing has changed', { tags: ['4.44'] }, async () => {
    const service = await here.newService()
    const staff = await here.as('admin')
    const link = await newFeedLink(staff)
    let tag: string | undefined
    const isNew = async () => {
      const response = await here.get(link, tag ? { 'if-none-match': tag } : {})
      const { etag } = response.headers
      const isSame = response.statusCode === 304 && response.body === '' && etag === tag
      tag = etag as string
      return !isSame
    }

    expect(await isNew()).toBe(true)
    expect(await isNew()).toBe(false)
    const { id } = (await here.book(service.id)).json()
    expect(await isNew()).toBe(true)
    expect(await isNew()).toBe(false)
    await staff.put(`/bookings/update/${id}`, {
      ...at({ visit_day: aBooking.visit_day, visit_hour: aBooking.visit_hour }, service.id),
      telephone: '3470000000',
    })
    expect(await isNew()).toBe(true)
    await here.db
      .updateTable('configurations')
      .set({ app_name: 'Salone Boreale' })
      .where('tenant_id', '=', here.id)
      .execute()
    expect(await isNew()).toBe(true)
    await staff.delete(`/bookings/delete/${id}`)
    expect(await isNew()).toBe(true)
    tag = `"another", W/${tag}`
    expect((await here.get(link, { 'if-none-match': tag })).statusCode).toBe(304)
  })

  test('does not contain the name of an erased customer', async () => {
    const service = await here.newService()
    const admin = await here.as('admin')
    const link = await newFeedLink(admin)
    await here.book(service.id)
    server.clock.now = NOW.add({ hours: 24 * 7 })
    const { etag } = (await here.get(link)).headers
    const token = await here.newSession(admin.id)
    const [{ id }] = (await here.withToken(token).get('/customers')).json().customers
    expect((await here.withToken(token).delete(`/customers/${id}`)).statusCode).toBe(204)

    const response = await here.get(link, { 'if-none-match': etag })

    expect(response.statusCode).toBe(200)
    expect(response.body).not.toMatch(/Giulia|3331234567/)
  })

  test('belongs to one user, who can replace or revoke it', {
    tags: ['4.44'],
  }, async () => {
    const [one, other] = [await here.as('operator'), await here.as('editor')]
    expect((await one.get('/user/calendar-feed')).json()).toEqual({ created_at: null })
    const [first, theirs] = [await newFeedLink(one), await newFeedLink(other)]
    expect((await one.get('/user/calendar-feed')).json()).toEqual({ created_at: '21-11-2026 09:45' })

    const second = await newFeedLink(one)
    const requestStatus = async (link: string) => (await here.get(link)).statusCode
    expect([await requestStatus(first), await requestStatus(second), await requestStatus(theirs)]).toEqual([
      404, 200, 200,
    ])

    expect((await one.delete('/user/calendar-feed')).statusCode).toBe(204)
    expect((await one.get('/user/calendar-feed')).json()).toEqual({ created_at: null })
    expect([await requestStatus(second), await requestStatus(theirs)]).toEqual([404, 200])
    expect((await one.delete('/user/calendar-feed')).statusCode).toBe(204)
  })

  test('does not work again after its user is deleted and restored', { tags: ['4.44'] }, async () => {
    const admin = await here.as('admin')
    const [disabled, deleted] = [await here.as('operator', { email: 'uno@example.it' }), await here.as('operator')]
    const [ofDisabled, ofDeleted] = [await newFeedLink(disabled), await newFeedLink(deleted)]
    const user = { name: 'Ugo', surname: 'Riva', email: 'uno@example.it', role: 'operator', password: '' }
    const put = (is_disabled: boolean) => admin.put(`/users/${disabled.id}`, { ...user, is_disabled })

    expect((await put(true)).statusCode).toBe(200)
    expect((await admin.delete(`/users/${deleted.id}`)).statusCode).toBe(204)
    const whileGone = [await here.get(ofDisabled), await here.get(ofDeleted)]
    await put(false)
    const back = await here.get(ofDisabled)

    expect([...whileGone, back].map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  })

  test('stops working when the password is changed by its user, a link from an e-mail or an admin, not after other changes', {
    tags: ['4.44'],
  }, async () => {
    const email = 'ugo@example.it'
    const byUser = await here.as('operator', { password_hash: PASSWORD_HASH })
    const [byLink, byAdmin, other] = [
      await here.as('operator'),
      await here.as('operator', { email }),
      await here.as('operator'),
    ]
    const links = []
    for (const staff of [byUser, byLink, byAdmin, other]) links.push(await newFeedLink(staff))
    const passwords = { new_password: 'Nuova-2026!', confirm_password: 'Nuova-2026!' }

    const right = await byUser.put('/user/update-password', { current_password: PASSWORD, ...passwords })
    const again = here.withToken(right.json().access_token)
    expect((await again.get('/user/calendar-feed')).json()).toEqual({ created_at: null })
    const [, token] = (await makePasswordLink(here.ctx(), byLink.id, { isMailed: true }))!.split('#')
    expect((await here.post('/client/set-password', { token, ...passwords })).statusCode).toBe(200)
    const form = { name: 'Ugo', surname: 'Riva', email, role: 'operator', password: 'Nuova-2026!' }
    expect((await (await here.as('admin')).put(`/users/${byAdmin.id}`, form)).statusCode).toBe(200)
    const profile = { name: 'Lia', surname: 'Blu', email: 'lia@example.it', phone: '333' }
    expect((await other.put('/user/update', profile)).statusCode).toBe(200)

    const statuses = []
    for (const link of links) statuses.push((await here.get(link)).statusCode)
    expect(statuses).toEqual([404, 404, 404, 200])
  })

  test('does not work while its user is disabled, nor on the site of another business', async () => {
    const elsewhere = await server.newTenant()
    const staff = await here.as('operator')
    const link = await newFeedLink(staff)
    expect((await elsewhere.get(link)).statusCode).toBe(404)

    await here.db.updateTable('users').set({ is_disabled: true }).where('id', '=', staff.id).execute()

    expect((await here.get(link)).statusCode).toBe(404)
  })

  test('has 256 random bits that are neither in the database nor in the log', { tags: ['4.44'] }, async () => {
    const staff = await here.as('operator')
    const link = await newFeedLink(staff)
    const [, token = ''] = /\/([\w-]{43})\.ics$/.exec(link) ?? []
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    await here.get(link)
    await here.get(link.replace('.ics', ''))
    await here.get(`${link}?%zz`)
    await here.post(link, {})
    await server.owner.query('alter table calendar_feeds rename to mislaid')
    const broken = await here.get(link)
    await server.owner.query('alter table mislaid rename to calendar_feeds')

    expect(broken.statusCode).toBe(500)
    expect(lines.join('')).toContain(broken.json().request_id)
    expect(lines.join('')).not.toContain(token)
    const { rows } = await server.owner.query(
      'select encode(token_hash, $2) as token_hash from calendar_feeds where tenant_id = $1',
      [here.id, 'escape'],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].token_hash).not.toContain(token)
  })
})
