import { aBooking, NOW, sharedPair, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { afterEach, describe, expect, test } from 'vitest'

const [server, sibling] = await sharedPair()
afterEach(() => {
  server.clock.now = NOW
})

const UNKNOWN = 'La prenotazione non esiste o è già stata disdetta.'
const GONE = 'Lo slot scelto non è più disponibile.'

const wednesday = (visit_hour = '15:00') => ({ visit_day: '2026-11-25', visit_hour })

/** A booking on Monday at nine. */
async function bookVisit(here: TestTenant, booking: object = {}) {
  const service = await here.newService({ name: 'Taglio', duration: 60 })
  const { id, hidden_id } = (await here.book(service.id, booking)).json()
  return {
    id,
    service,
    link: `/client/bookings/${hidden_id}`,
    rescheduleUrl: `/client/bookings/update/${hidden_id}`,
    cancelUrl: `/client/bookings/delete/${hidden_id}`,
  }
}

const rows = ({ db }: TestTenant) => db.selectFrom('bookings').selectAll().orderBy('id').execute()

const events = async ({ id }: TestTenant) => {
  const { rows } = await server.owner.query(
    `select data->'data'->>'event' as event, data->'data'->>'by_customer' as by from pgboss.job
     where name = 'notify' and (data->>'tenant_id')::bigint = $1 order by created_on`,
    [id],
  )
  return rows
}

describe('a visit', () => {
  test('is shown by its private link without personal data', async () => {
    const here = await server.newTenant()
    const { service, link } = await bookVisit(here)

    const answer = await here.get(link)

    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      visit_day: '2026-11-23',
      visit_hour: '09:00:00',
      service_id: service.id,
      service_name: 'Taglio',
      service_duration: 60,
      service_price: '25.00',
      is_offered: true,
      state: 'open',
      version: 0,
    })
    for (const word of ['Giulia', 'Verdi', 'giulia', '3331234567']) expect(answer.body).not.toContain(word)
  })

  test.for(['unknown', 'cancelled', 'another business’s'])(
    'that is %s is neither shown nor rescheduled',
    async (which) => {
      const [here, elsewhere] = [await server.newTenant(), await server.newTenant()]
      const { link, rescheduleUrl, cancelUrl } = await bookVisit(here)
      if (which === 'cancelled') await here.delete(cancelUrl)
      const there = which === 'another business’s' ? elsewhere : here
      const key = which === 'unknown' ? 'A'.repeat(22) : ''
      const at = (address: string) => (key ? address.replace(/[^/]+$/, key) : address)

      const answers = [
        await there.get(at(link)),
        await there.get(`${at(link)}/slots`),
        await there.put(at(rescheduleUrl), wednesday()),
      ]

      for (const answer of answers) {
        expect(answer.statusCode).toBe(404)
        expect(answer.json().detail).toBe(UNKNOWN)
      }
    },
  )
})

describe('a visitor’s reschedule', () => {
  test('to a free slot keeps the booking and its link, and frees the previous slot', {
    tags: ['13.81'],
  }, async () => {
    const here = await server.newTenant()
    const { id, service, link, rescheduleUrl } = await bookVisit(here)

    const answer = await here.put(rescheduleUrl, wednesday())

    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ visit_day: '2026-11-25', visit_hour: '15:00:00', version: 1 })
    expect((await here.get(link)).json()).toEqual(answer.json())
    expect(await rows(here)).toMatchObject([
      { id, visit_day: '2026-11-25', visit_hour: '15:00:00', sequence: 1, updated_by: null, service_price: '25.00' },
    ])
    expect((await rows(here))[0]!.starts_at.toString()).toBe('2026-11-25T14:00:00Z')
    expect(await events(here)).toEqual([
      { event: 'booking-created', by: null },
      { event: 'booking-changed', by: 'true' },
    ])
    expect((await here.book(service.id, { name: 'Marco' })).statusCode).toBe(201)
    expect((await here.book(service.id, { name: 'Marco', ...wednesday() })).statusCode).toBe(409)
  })

  test('to the current slot changes nothing and sends no notification', {
    tags: ['13.82'],
  }, async () => {
    const here = await server.newTenant()
    const { rescheduleUrl } = await bookVisit(here)
    const first = await here.put(rescheduleUrl, wednesday(), { 'if-match': '"0"' })

    const again = await here.put(rescheduleUrl, wednesday(), { 'if-match': '"0"' })

    expect(again.statusCode).toBe(200)
    expect(again.json()).toEqual(first.json())
    expect(await events(here)).toHaveLength(2)
  })

  test('may overlap the booking’s own previous time', { tags: ['13.81'] }, async () => {
    const here = await server.newTenant()
    const { service, link, rescheduleUrl } = await bookVisit(here)
    await here.db.updateTable('services').set({ duration: 30 }).where('tenant_id', '=', here.id).execute()
    const monday = (answer: { json(): { available_slots: { date: string; slots: string[] }[] } }) =>
      answer.json().available_slots.find(({ date }) => date === '2026-11-23')!.slots

    const slots = await here.get(`${link}/slots`)

    // The visit keeps the duration it was booked with.
    expect(slots.json()).toMatchObject({ id: service.id, name: 'Taglio', duration: 60 })
    expect(monday(slots)).toEqual(expect.arrayContaining(['09:00:00', '10:00:00']))
    expect(monday(await here.get(`/client/services/${service.id}`))).not.toContain('09:00:00')
    expect((await here.put(rescheduleUrl, { visit_day: '2026-11-23', visit_hour: '10:00' })).statusCode).toBe(200)
    expect((await here.book(service.id, { visit_hour: '10:30', name: 'Marco' })).statusCode).toBe(409)
    expect(await rows(here)).toMatchObject([{ service_duration: 60 }])
  })

  test.for([
    ['a slot of another customer', {}, wednesday()],
    ['a time that is not a slot', {}, wednesday('15:10')],
    ['a past day', {}, { visit_day: '2026-11-20', visit_hour: '10:00' }],
    ['an hour within the notice', { app_booking_hours_notice: 100 }, wednesday('09:00')],
    ['a day beyond the horizon', { app_booking_max_months: 1 }, { visit_day: '2027-01-11', visit_hour: '09:00' }],
  ] as const)('to %s is rejected and the visit keeps its slot', { tags: ['13.81'] }, async ([, configuration, to]) => {
    const here = await server.newTenant(configuration)
    const { service, rescheduleUrl } = await bookVisit(here, { visit_day: '2026-11-26' })
    expect((await here.book(service.id, { name: 'Marco', ...wednesday() })).statusCode).toBe(201)

    const answer = await here.put(rescheduleUrl, to)

    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ detail: GONE })
    expect(answer.json()).not.toHaveProperty('current')
    expect((await rows(here))[0]).toMatchObject({ visit_day: '2026-11-26', visit_hour: '09:00:00', sequence: 0 })
  })

  test('rescheduling a booking that has changed since is rejected with the present visit', {
    tags: ['13.82'],
  }, async () => {
    const here = await server.newTenant()
    const { id, service, rescheduleUrl } = await bookVisit(here)
    const { privacy: _, ...person } = { name: 'Giulia', surname: 'Verdi', email: 'giulia.verdi@example.it', privacy: 0 }
    const staff = await here.as('operator')
    const change = { ...person, telephone: '3331234567', service_id: service.id, ...wednesday('16:00') }
    expect((await staff.put(`/bookings/update/${id}`, change)).statusCode).toBe(200)

    const answer = await here.put(rescheduleUrl, wednesday(), { 'if-match': '"0"' })

    expect(answer.statusCode).toBe(409)
    expect(answer.json().current).toMatchObject({ visit_hour: '16:00:00', version: 1 })
    expect((await rows(here))[0]).toMatchObject({ visit_hour: '16:00:00', sequence: 1 })
  })

  test('changes to the chosen calendar of the service, and keeps its own if none is chosen', {
    tags: ['13.188'],
  }, async () => {
    const here = await server.newTenant()
    const { service, link, rescheduleUrl } = await bookVisit(here)
    const { id: bruno } = await here.newCalendar({ name: 'Due', public_name: 'Bruno' })
    const link_of = { tenant_id: here.id, service_id: service.id, calendar_id: bruno }
    await here.db.insertInto('service_calendars').values(link_of).execute()
    const visit = { calendar_id: service.calendar_id, calendar_name: 'Sala', any_calendar: true }
    expect((await here.get(link)).json()).toMatchObject(visit)
    const moveLink = async () =>
      /\/bookings\/[^"]+\?[^"]*giorno=[^"]*/.exec((await here.page(link.replace('/client', ''))).body)?.[0]
    expect(await moveLink()).toContain(`con=${service.calendar_id}&`)
    const monday = { visit_day: '2026-11-23', visit_hour: '09:00' }

    expect((await here.put(rescheduleUrl, { ...monday, calendar_id: null })).json()).toMatchObject({ version: 0 })
    const offer = (await here.get(`${link}/slots?calendar_id=${bruno}`)).json()
    expect(offer.calendars).toMatchObject([{ name: 'Sala' }, { name: 'Bruno' }])
    const rescheduled = await here.put(rescheduleUrl, { ...monday, calendar_id: bruno })

    expect(rescheduled.json()).toMatchObject({
      calendar_id: bruno,
      calendar_name: 'Bruno',
      any_calendar: false,
      version: 1,
    })
    expect(await moveLink()).toContain(`con=${bruno}`)
    const later = await here.put(rescheduleUrl, { ...monday, visit_hour: '10:00' })
    expect(later.json()).toMatchObject({ calendar_id: bruno, visit_hour: '10:00:00', version: 2 })
    const stranger = await here.newCalendar()
    expect((await here.put(rescheduleUrl, { ...monday, calendar_id: stranger.id })).statusCode).toBeOneOf([
      404, 409, 422,
    ])
    expect((await here.get(`${link}/slots?calendar_id=${stranger.id}`)).statusCode).toBe(404)
    expect(await rows(here)).toHaveLength(1)
  })

  test('is limited to five a day for each booking, by the local day of the business', {
    tags: ['12.3'],
  }, async () => {
    const here = await server.newTenant()
    const { service, link, rescheduleUrl, cancelUrl } = await bookVisit(here)
    const other = (await here.book(service.id, { visit_day: '2026-11-24', visit_hour: '10:00' })).json()
    const hours = ['09:00', '10:00', '11:00', '12:00', '15:00']
    for (const hour of hours) {
      expect((await here.get(link)).json().is_reschedulable).toBe(true)
      expect((await here.put(rescheduleUrl, wednesday(hour))).statusCode).toBe(200)
    }

    const refused = await here.put(rescheduleUrl, wednesday('16:00'))

    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      detail: 'Oggi la prenotazione è già stata spostata 5 volte: potrai spostarla di nuovo domani, oppure contattaci.',
      current: { visit_hour: '15:00:00', state: 'open', is_reschedulable: false },
    })
    expect((await here.put(rescheduleUrl, wednesday('15:00'))).statusCode).toBe(200)
    expect((await here.put(`/client/bookings/update/${other.hidden_id}`, wednesday('16:00'))).statusCode).toBe(200)

    server.clock.now = Temporal.Instant.from('2026-11-21T23:00:00Z')
    expect((await here.put(rescheduleUrl, wednesday('17:00'))).statusCode).toBe(200)
    for (const hour of hours.slice(0, 4)) await here.put(rescheduleUrl, wednesday(hour))
    expect((await here.put(rescheduleUrl, wednesday('15:00'))).statusCode).toBe(409)
    expect((await here.delete(cancelUrl)).statusCode).toBe(204)
  })

  test('is limited to five also when concurrent, in every process; those by staff do not count', async () => {
    const here = await server.newTenant()
    const { id, service, rescheduleUrl } = await bookVisit(here)
    const staff = await here.as('operator')
    const { privacy: _, ...typed } = aBooking
    await staff.put(`/bookings/update/${id}`, { ...typed, service_id: service.id, visit_hour: '15:00' })
    const hours = ['09:00', '10:00', '11:00', '12:00', '15:00', '16:00', '17:00', '18:00']

    const answers = await Promise.all(
      hours.map((hour, i) => (i % 2 ? here : sibling.visit(here.domain)).put(rescheduleUrl, wednesday(hour))),
    )

    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5)
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(3)
  })

  test('with invalid input is rejected', async () => {
    const here = await server.newTenant()
    const { rescheduleUrl } = await bookVisit(here)
    for (const body of [{}, { visit_day: '2026-11-25' }, { visit_day: '31-31-2026', visit_hour: 'x' }])
      expect((await here.put(rescheduleUrl, body)).statusCode).toBe(422)
    expect(await rows(here)).toMatchObject([{ sequence: 0 }])
  })
})

describe('the notice for changes', () => {
  const AHEAD = { app_change_hours_notice: 24 }
  /** 24 hours before Monday at nine. */
  const CLOSES = Temporal.Instant.from('2026-11-22T08:00:00Z')

  test('ends reschedules and cancellations exactly that many hours before the visit', { tags: ['13.83'] }, async () => {
    const here = await server.newTenant(AHEAD)
    const { link, rescheduleUrl, cancelUrl } = await bookVisit(here)

    server.clock.now = CLOSES
    const [rescheduled, cancelled] = [await here.put(rescheduleUrl, wednesday()), await here.delete(cancelUrl)]

    expect(rescheduled.statusCode).toBe(409)
    expect(rescheduled.json()).toMatchObject({
      detail: 'Mancano meno di 24 ore alla visita: può essere spostata soltanto contattandoci.',
      current: { state: 'closed' },
    })
    expect(cancelled.statusCode).toBe(409)
    expect(cancelled.json().detail).toBe(
      'Mancano meno di 24 ore alla visita: può essere disdetta soltanto contattandoci.',
    )
    expect((await here.get(link)).json()).toMatchObject({ state: 'closed', version: 0 })

    server.clock.now = CLOSES.subtract({ seconds: 1 })
    expect((await here.put(rescheduleUrl, wednesday())).statusCode).toBe(200)
    expect((await here.delete(cancelUrl)).statusCode).toBe(204)
  })

  test('does not reject a repeated request', async () => {
    const here = await server.newTenant({ app_change_hours_notice: 48 })
    const { rescheduleUrl } = await bookVisit(here, { visit_day: '2026-11-28' })
    const near = { visit_day: '2026-11-23', visit_hour: '09:00' }
    expect((await here.put(rescheduleUrl, near)).statusCode).toBe(200)
    expect((await here.put(rescheduleUrl, near)).statusCode).toBe(200)
    expect((await here.put(rescheduleUrl, wednesday())).statusCode).toBe(409)
  })

  test('a notice of zero allows rescheduling and cancelling until the visit begins', { tags: ['13.83'] }, async () => {
    const here = await server.newTenant()
    const { rescheduleUrl, cancelUrl } = await bookVisit(here)
    server.clock.now = Temporal.Instant.from('2026-11-23T07:59:59Z')
    expect((await here.put(rescheduleUrl, wednesday())).statusCode).toBe(200)
    server.clock.now = Temporal.Instant.from('2026-11-25T14:00:00Z')
    expect((await here.put(rescheduleUrl, wednesday('16:00'))).json().detail).toBe(
      'La visita è già iniziata: non può più essere spostata.',
    )
    expect((await here.delete(cancelUrl)).statusCode).toBe(409)
  })
})
