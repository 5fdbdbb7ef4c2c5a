import { openStream } from '@prenoto/test-support/http/event-stream.ts'
import { endQuietTime } from '@prenoto/test-support/server/end-quiet-time.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { beforeEach, describe, expect, test } from 'vitest'

const server = await sharedServer({ work: true })
let here: TestTenant
let staff: Awaited<ReturnType<TestTenant['as']>>
let service: { id: number; calendar_id: number }
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
  staff = await here.as('operator', { name: 'Sara', surname: 'Gallo' })
  service = await here.newService()
})

const MONDAY = '2026-11-23'
const LATE_ON_MONDAY = Temporal.Instant.from('2026-11-23T08:20:00Z')
const { privacy: _, ...typed } = aBooking

/** Sets the clock and logs in again, since old sessions have expired by then. */
async function goOnAt(instant: Temporal.Instant) {
  server.clock.now = instant
  staff = { id: staff.id, ...here.withToken(await here.newSession(staff.id)) }
}

const say = (id: number, attendance: string | null) => staff.put(`/bookings/attendance/${id}`, { attendance })
const isSaid = async (id: number) => (await staff.get(`/bookings/${id}`)).json().attendance
const readHistory = async (id: number) => (await staff.get(`/bookings/${id}/history`)).json().history

describe('the attendance of a visit', () => {
  test('can be set from its day on, appears in the booking and the grid, and can be cleared', {
    tags: ['13.114'],
  }, async () => {
    const { id } = (await here.book(service.id)).json()
    const early = await say(id, 'arrived')
    expect([early.statusCode, early.json().detail]).toEqual([409, 'L’esito si può segnare dal giorno della visita.'])

    await goOnAt(Temporal.Instant.from('2026-11-22T23:00:00Z'))
    const { version } = (await staff.get(`/bookings/${id}`)).json()
    const said = await say(id, 'no_show')
    expect([said.statusCode, said.json().attendance, said.json().version]).toEqual([200, 'no_show', version])
    await goOnAt(Temporal.Instant.from('2027-02-01T08:00:00Z'))
    const [event] = (await staff.post('/bookings/events', { from: MONDAY, to: MONDAY })).json()
    expect(event.attendance).toBe('no_show')
    expect((await say(id, null)).json().attendance).toBe(null)
    expect((await say(id, 'asleep')).statusCode).toBe(422)
  })

  test('is that of the later of two concurrent updates; a repeated update adds no history', {
    tags: ['13.114'],
  }, async () => {
    const { id } = (await here.book(service.id)).json()
    await goOnAt(LATE_ON_MONDAY)

    const answers = await Promise.all(
      ['arrived', 'no_show', 'arrived', 'no_show'].map((attendance) => say(id, attendance)),
    )

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    const attendances = (await readHistory(id)).flatMap(({ attendance }: { attendance?: string }) => attendance ?? [])
    expect(attendances.at(-1)).toBe(await isSaid(id))
    for (const [i, attendance] of attendances.entries()) expect(attendance).not.toBe(attendances[i + 1])
  })

  test('frees no slot, sends no e-mail, reaches open pages at once, and is refused for a cancelled booking', {
    tags: ['13.114'],
  }, async () => {
    await server.listen()
    const { id } = (await here.book(service.id, { visit_hour: '18:00' })).json()
    const cancelled = (await here.book(service.id, { visit_hour: '17:00' })).json()
    await waitForJobs(server, here)
    const countSent = async () => [
      (await here.db.selectFrom('messages').select('id').execute()).length,
      (await here.db.selectFrom('notifications').select('id').execute()).length,
    ]
    const before = await countSent()
    await goOnAt(LATE_ON_MONDAY)
    const stream = await openStream(server.app, here.domain, '/notifications/stream', {
      authorization: `Bearer ${staff.token}`,
    })

    await say(id, 'no_show')
    await expect.poll(() => stream.events).toContainEqual({ event: 'bookings', data: { booking_id: id } })
    stream.close()
    await waitForJobs(server, here)
    expect(await countSent()).toEqual(before)
    const [today] = (await here.get(`/client/services/${service.id}`)).json().available_slots
    expect([today.date, today.slots.includes('16:00:00'), today.slots.includes('18:00:00')]).toEqual([
      MONDAY,
      true,
      false,
    ])

    await staff.delete(`/bookings/delete/${cancelled.id}`)
    for (const answer of [await say(cancelled.id, 'no_show'), await say(987_654, 'no_show')])
      expect(answer.statusCode).toBe(404)
    expect((await readHistory(cancelled.id)).at(-1)).toMatchObject({ kind: 'cancelled', by: 'Sara Gallo' })
  })

  test('is cleared by a reschedule unless the customer has arrived, and restored by its undo', {
    tags: ['13.114'],
  }, async () => {
    const { id } = (await here.book(service.id)).json()
    const rescheduleTo = async (visit: object) =>
      (await staff.put(`/bookings/update/${id}`, { ...typed, service_id: service.id, ...visit })).json().attendance
    await goOnAt(LATE_ON_MONDAY)

    await say(id, 'arrived')
    expect(await rescheduleTo({ visit_hour: '11:00' })).toBe('arrived')
    await say(id, 'no_show')
    expect(await rescheduleTo({ visit_hour: '11:00', telephone: '3337654321' })).toBe('no_show')
    expect(await rescheduleTo({ visit_hour: '12:00' })).toBe(null)
    await say(id, 'no_show')
    const tomorrow = { visit_day: '2026-11-24', visit_hour: '12:00', calendar_id: service.calendar_id }
    expect((await staff.put(`/bookings/reschedule/${id}`, tomorrow)).json().attendance).toBe(null)
    expect((await staff.post(`/bookings/undo-reschedule/${id}`, undefined)).json()).toMatchObject({
      attendance: 'no_show',
      visit_day: MONDAY,
    })
    const reschedules = (await readHistory(id)).filter(({ kind }: { kind: string }) => kind === 'rescheduled')
    expect(reschedules.at(-1)).toMatchObject({ from: { visit_day: tomorrow.visit_day }, to: { visit_day: MONDAY } })
  })

  test('counts as a no-show of the customer unless it is cleared or the booking deleted', {
    tags: ['13.114'],
  }, async () => {
    const ids: number[] = []
    for (const visit_hour of ['09:00', '10:00', '11:00', '12:00'])
      ids.push((await here.book(service.id, { visit_hour })).json().id)
    const marco = (await here.book(service.id, { visit_hour: '15:00', name: 'Marco' })).json()
    const { customer_id } = (await staff.get(`/bookings/${ids[0]}`)).json()
    await goOnAt(LATE_ON_MONDAY)

    for (const id of [...ids, marco.id]) await say(id, 'no_show')
    await say(ids[0]!, null)
    await say(ids[1]!, 'completed')
    const no_show = async () => (await staff.get(`/customers/${customer_id}/visits?time=over`)).json().totals.no_show
    expect(await no_show()).toBe(2)
    await staff.delete(`/bookings/delete/${ids[2]}`)
    expect(await no_show()).toBe(1)
  })
})

describe('the history of a booking', () => {
  test('lists in order who created, rescheduled and changed it, which fields changed, and its attendance', {
    tags: ['13.115'],
  }, async () => {
    const visit = { service_id: service.id, visit_day: MONDAY, visit_hour: '08:00', override: true }
    const { id } = (await staff.post('/bookings/create', { ...typed, ...visit })).json()
    const { hidden_id } = await here.db
      .selectFrom('bookings')
      .select('hidden_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await waitForJobs(server, here)
    server.clock.now = NOW.add({ minutes: 5 })
    await here.put(`/client/bookings/update/${hidden_id}`, { visit_day: MONDAY, visit_hour: '10:00' })
    server.clock.now = NOW.add({ minutes: 10 })
    const editor = await here.as('editor', { name: 'Davide', surname: 'Conti' })
    const other = await here.newService({ name: 'Piega' })
    const changes = { ...visit, service_id: other.id, email: 'altra@example.it', telephone: '3330000000' }
    await editor.put(`/bookings/update/${id}`, { ...typed, ...changes, visit_hour: '08:30' })
    await endQuietTime(server, here)
    await waitForJobs(server, here)
    await staff.delete(`/bookings/delete/${id}`)
    await staff.post(`/bookings/restore/${id}`, undefined)
    await goOnAt(LATE_ON_MONDAY)
    await say(id, 'no_show')
    await say(id, null)
    await server.owner.query('update users set deleted_at = now() where id = $1', [editor.id])

    const history = await readHistory(id)

    const written = history.filter(({ kind }: { kind: string }) => kind === 'message')
    expect(written.map(({ message, is_refused }: Record<string, unknown>) => [message, is_refused])).toEqual(
      expect.arrayContaining([
        ['confirmation', false],
        ['change', false],
      ]),
    )
    const at = '21-11-2026 09:55'
    const ten = { visit_day: MONDAY, visit_hour: '10:00:00', service_name: 'Taglio', calendar_name: 'Sala' }
    expect(history.filter(({ kind }: { kind: string }) => kind !== 'message')).toEqual([
      { kind: 'created', at: expect.any(String), by: 'Sara Gallo', overridden_conflicts: ['hours'], source: null },
      {
        kind: 'rescheduled',
        at: '21-11-2026 09:50',
        by: null,
        from: { ...ten, visit_hour: '08:00:00' },
        to: ten,
        overridden_conflicts: null,
      },
      {
        kind: 'rescheduled',
        at,
        by: 'Davide Conti',
        from: ten,
        to: { ...ten, visit_hour: '08:30:00', service_name: 'Piega' },
        overridden_conflicts: ['hours'],
      },
      { kind: 'person', at, by: 'Davide Conti', fields: ['email', 'telephone'] },
      { kind: 'cancelled', at, by: 'Sara Gallo' },
      { kind: 'restored', at, by: 'Sara Gallo' },
      { kind: 'attendance', at: '23-11-2026 09:20', by: 'Sara Gallo', attendance: 'no_show' },
      { kind: 'attendance', at: '23-11-2026 09:20', by: 'Sara Gallo', attendance: null },
    ])
    expect(JSON.stringify(history)).not.toMatch(/Giulia|Verdi|example\.it|333\d{7}/)
  })

  test('covers changes from before the history existed, and bookings by the customer', {
    tags: ['13.115'],
  }, async () => {
    const { id } = (await here.book(service.id)).json()
    await here.db
      .updateTable('bookings')
      .set({ updated_at: NOW.toString(), updated_by: staff.id })
      .where('id', '=', id)
      .execute()

    expect(await readHistory(id)).toEqual(
      expect.arrayContaining([
        { kind: 'created', at: expect.any(String), by: null, overridden_conflicts: null, source: null },
        { kind: 'changed', at: '21-11-2026 09:45', by: 'Sara Gallo' },
      ]),
    )
  })

  test('cannot be changed or deleted by the application', { tags: ['13.115'] }, async () => {
    for (const statement of [
      'update booking_history set kind = kind where tenant_id = 1',
      'delete from booking_history where tenant_id = 1',
    ])
      await expect(server.connections.app.query(statement)).rejects.toMatchObject({ code: '42501' })
  })

  test('is part of the customer’s data export, and loses personal data when the customer is erased', {
    tags: ['13.115'],
  }, async () => {
    const { id } = (await here.book(service.id)).json()
    const { customer_id } = (await staff.get(`/bookings/${id}`)).json()
    await goOnAt(LATE_ON_MONDAY)
    await say(id, 'no_show')
    const admin = await here.as('admin')

    const data = (await admin.get(`/customers/${customer_id}/export`)).json()
    expect(data.bookings).toMatchObject([{ id, attendance: 'no_show' }])
    expect(data.booking_history).toMatchObject([
      { booking_id: id, kind: 'attendance', attendance: 'no_show', by_customer: false, at: '2026-11-23T08:20:00Z' },
    ])

    expect((await admin.delete(`/customers/${customer_id}`)).statusCode).toBe(204)
    expect(await readHistory(id)).toMatchObject([{ kind: 'created' }, { kind: 'attendance', by: 'Sara Gallo' }])
  })
})
