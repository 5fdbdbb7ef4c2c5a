import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, describe, expect, test } from 'vitest'

const server = await sharedServer()
let here: TestTenant
let staff: Awaited<ReturnType<TestTenant['as']>>
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
  staff = await here.as('operator')
})

const MONDAY = '2026-11-23'
const { privacy: _, ...typed } = aBooking
const kinds = (answer: { json(): { conflicts?: { kind: string }[] } }) =>
  answer.json().conflicts?.map(({ kind }) => kind)

describe('a time that is not offered', () => {
  const make = (service_id: number, visit: object) => staff.post('/bookings/create', { ...typed, service_id, ...visit })

  test('is rejected with all its conflicts; staff may override them, and the booking stores which', {
    tags: ['13.58'],
  }, async () => {
    const service = await here.newService()
    await here.db
      .updateTable('calendars')
      .set({ max_bookings_per_day: 1 })
      .where('id', '=', service.calendar_id)
      .execute()
    await here.db.updateTable('configurations').set({ app_booking_hours_notice: 72 }).execute()
    const { calendar_id } = service
    await here.newDayOff({ calendar_id, day_from: MONDAY, hour_from: '09:00', day_to: MONDAY, hour_to: '10:00' })
    await make(service.id, { visit_day: MONDAY, visit_hour: '10:00' })
    const visit = { visit_day: MONDAY, visit_hour: '08:30' }
    const wide = await here.newService({ calendar_id, duration: 120 })

    const refused = await make(wide.id, visit)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({
      detail: 'Lo slot scelto non è più disponibile.',
      conflicts: [
        { kind: 'booking', detail: 'C’è già Giulia Verdi, dalle 10:00 alle 11:00.' },
        { kind: 'closure', detail: 'In questo orario il calendario è chiuso.' },
        { kind: 'hours', detail: 'L’orario è fuori dall’apertura.' },
        { kind: 'notice', detail: 'L’orario è entro il preavviso chiesto ai clienti.' },
        { kind: 'limit', detail: 'Il calendario ha già tutte le prenotazioni che accetta in un giorno.' },
      ],
    })

    const response = await make(wide.id, { ...visit, override: true })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({ ...visit, visit_hour: '08:30:00', overridden_conflicts: kinds(refused) })
    expect((await staff.get(`/bookings/${response.json().id}`)).json().overridden_conflicts).toEqual(kinds(refused))
    expect((await here.get(`/client/services/${service.id}`)).statusCode).toBe(200)
  })

  test('may be any minute of a day; a time without conflicts stores none', async () => {
    const service = await here.newService()
    const between = { visit_day: MONDAY, visit_hour: '09:10' }
    const sunday = { visit_day: '2026-11-29', visit_hour: '23:00' }

    expect(kinds(await make(service.id, between))).toEqual([])
    expect((await make(service.id, { ...between, override: true })).json()).toMatchObject({
      overridden_conflicts: null,
    })
    expect(kinds(await make(service.id, sunday))).toEqual(['hours'])
    expect((await make(service.id, { ...sunday, override: true })).json().overridden_conflicts).toEqual(['hours'])
    expect(
      (await make(service.id, { visit_day: MONDAY, visit_hour: '11:00', override: true })).json().overridden_conflicts,
    ).toBe(null)
  })

  test('is accepted at once if staff allow any minute and nothing conflicts', { tags: ['13.167'] }, async () => {
    const service = await here.newService()
    const any = { visit_day: MONDAY, any_minute: true }

    const response = await make(service.id, { ...any, visit_hour: '09:10' })
    const refused = await make(service.id, { ...any, visit_hour: '10:00' })

    expect([response.statusCode, response.json().overridden_conflicts]).toEqual([201, null])
    expect(refused.json().conflicts).toEqual([
      { kind: 'booking', detail: 'C’è già Giulia Verdi, dalle 09:10 alle 10:10.' },
    ])
    const rescheduled = { ...typed, service_id: service.id, ...any, visit_hour: '11:05' }
    expect((await staff.put(`/bookings/update/${response.json().id}`, rescheduled)).statusCode).toBe(200)
  })

  test('is rejected in the past, beyond midnight, and for visitors', { tags: ['13.58'] }, async () => {
    const service = await here.newService()
    const past = await make(service.id, { visit_day: '2026-11-21', visit_hour: '09:30', override: true })
    const late = await make(service.id, { visit_day: MONDAY, visit_hour: '23:30', override: true })

    expect([past.statusCode, past.json().detail]).toEqual([409, 'Una prenotazione non può iniziare nel passato.'])
    expect([late.statusCode, late.json().detail]).toEqual([409, 'La visita deve finire entro la mezzanotte.'])
    const visitor = await here.book(service.id, { visit_hour: '09:10', override: true })
    expect([visitor.statusCode, kinds(visitor)]).toEqual([409, undefined])
  })

  test('may exceed the capacity; the offered slots count every booking and return as they end', {
    tags: ['13.58'],
  }, async () => {
    const service = await here.newService()
    const nine = { visit_day: MONDAY, visit_hour: '09:00' }
    const ids = [(await make(service.id, nine)).json().id]
    for (const _ of [1, 2]) ids.push((await make(service.id, { ...nine, override: true })).json().id)
    const first = async () =>
      (await here.get(`/client/services/${service.id}`))
        .json()
        .available_slots.find(({ date }: { date: string }) => date === MONDAY).slots[0]

    expect(await first()).toBe('10:00:00')
    const links = await here.db.selectFrom('bookings').select('hidden_id').execute()
    for (const { hidden_id } of links.slice(1)) {
      await here.delete(`/client/bookings/delete/${hidden_id}`)
      expect(await first()).toBe('10:00:00')
    }
    await here.delete(`/client/bookings/delete/${links[0]!.hidden_id}`)
    expect(await first()).toBe('09:00:00')
  })

  test('is accepted for a reschedule too; the stored conflicts are cleared by a time without any', async () => {
    const service = await here.newService()
    const { id } = (await make(service.id, { visit_day: MONDAY, visit_hour: '09:00' })).json()
    await make(service.id, { visit_day: MONDAY, visit_hour: '10:00' })
    const reschedule = (visit_hour: string, override?: boolean) =>
      staff.put(`/bookings/update/${id}`, { ...typed, service_id: service.id, visit_day: MONDAY, visit_hour, override })

    expect(kinds(await reschedule('10:30'))).toEqual(['booking'])
    expect((await reschedule('10:30', true)).json()).toMatchObject({
      visit_hour: '10:30:00',
      overridden_conflicts: ['booking'],
    })
    expect((await reschedule('11:00')).json()).toMatchObject({ visit_hour: '11:00:00', overridden_conflicts: null })
  })

  test('gets a free calendar, else the one with the fewest conflicts', async () => {
    const [anna, bruno] = [await here.newCalendar({ name: 'Anna' }), await here.newCalendar({ name: 'Bruno' })]
    const service = await here.newService({ calendar_id: anna.id }, bruno)
    await here.newDayOff({
      calendar_id: anna.id,
      day_from: MONDAY,
      hour_from: '08:00',
      day_to: MONDAY,
      hour_to: '20:00',
    })

    const response = await make(service.id, { visit_day: MONDAY, visit_hour: '08:00', override: true })

    expect(response.json()).toMatchObject({ calendar_name: 'Bruno', overridden_conflicts: ['hours'] })
  })
})

describe('the booking limit', () => {
  test('a daily limit closes the calendar for every service, and a cancellation opens it again', {
    tags: ['13.57'],
  }, async () => {
    const service = await here.newService()
    await here.db
      .updateTable('calendars')
      .set({ max_bookings_per_day: 2 })
      .where('id', '=', service.calendar_id)
      .execute()
    const other = await here.newService({ calendar_id: service.calendar_id, duration: 30 })
    const first = (await here.book(service.id, { visit_hour: '09:00' })).json()
    await here.book(other.id, { visit_hour: '18:00' })

    expect((await here.book(service.id, { visit_hour: '11:00' })).statusCode).toBe(409)
    expect((await here.book(service.id, { visit_day: '2026-11-24', visit_hour: '11:00' })).statusCode).toBe(201)
    await here.delete(`/client/bookings/delete/${first.hidden_id}`)
    expect((await here.book(service.id, { visit_hour: '11:00' })).statusCode).toBe(201)
  })

  test('a limit per customer applies to visitors only, by e-mail and name, and holds for concurrent bookings', {
    tags: ['13.57'],
  }, async () => {
    await here.db.updateTable('configurations').set({ app_customer_max_bookings: 2 }).execute()
    const service = await here.newService()
    const hours = ['09:00', '10:00', '11:00', '12:00', '15:00']
    const answers = await Promise.all(
      hours.map((visit_hour, i) =>
        here.book(service.id, { visit_hour, visit_day: `2026-11-2${3 + (i % 3)}`, name: i % 2 ? 'GIULIA' : 'Giulia' }),
      ),
    )

    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)!.json()
    expect(refused).toMatchObject({
      reason: 'customer-limit',
      detail: 'Con questi dati non si possono fare altre prenotazioni online: contattaci.',
    })
    expect((await here.book(service.id, { visit_hour: '16:00', name: 'Marta' })).statusCode).toBe(201)
    const byStaff = { ...typed, service_id: service.id, visit_day: MONDAY, visit_hour: '17:00' }
    expect((await staff.post('/bookings/create', byStaff)).statusCode).toBe(201)
    server.clock.now = Temporal.Instant.from('2026-11-26T08:00:00Z')
    expect((await here.book(service.id, { visit_day: '2026-11-27' })).statusCode).toBe(201)
  })

  test('does not reject a repeated request that has been booked', async () => {
    await here.db.updateTable('configurations').set({ app_customer_max_bookings: 1 }).execute()
    const service = await here.newService()
    const press = () => here.book(service.id, {}, { 'idempotency-key': 'press' })

    const [first, again] = [await press(), await press()]

    expect(again.json()).toEqual(first.json())
    expect((await here.book(service.id, { visit_hour: '10:00' })).json().reason).toBe('customer-limit')
  })
})
