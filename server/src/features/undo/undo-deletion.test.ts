import { endUndoTime } from '@prenoto/test-support/server/end-undo-time.ts'
import { aBooking, NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const server = await sharedServer({ work: true })
let here: TestTenant
let admin: Awaited<ReturnType<TestTenant['as']>>
beforeEach(async () => {
  here = await server.newTenant()
  admin = await here.as('admin')
})
afterEach(() => {
  server.clock.now = NOW
})

const aClosure = { day_from: '2026-11-23', hour_from: '09:00', day_to: '2026-11-23', hour_to: '11:00' }

const LISTS: [path: string, key: string, make: () => Promise<{ id: number }>][] = [
  ['/services', 'services', () => here.newService()],
  ['/calendars', 'calendars', () => here.newCalendar()],
  ['/days_off', 'daysOff', async () => here.newDayOff({ ...aClosure, calendar_id: (await here.newCalendar()).id })],
  [
    '/special-openings',
    'openings',
    async () => here.newSpecialOpening({ day: '2026-11-29', calendar_id: (await here.newCalendar()).id }),
  ],
  ['/users', 'users', () => here.newUser({ role: 'editor' })],
]

describe.for(LISTS)('a record deleted from %s', ([path, key, make]) => {
  const listed = async (): Promise<object[]> =>
    (await admin.get(path)).json()[key].map(({ version: _, ...item }: { version: number }) => item)
  const restore = (id: number) => admin.post(`${path}/${id}/restore`, undefined)

  test('is restored at once by any user, also repeatedly, until the undo ends', { tags: ['13.29'] }, async () => {
    const { id } = await make()
    const before = await listed()
    expect((await admin.delete(`${path}/${id}`)).statusCode).toBe(204)
    expect(await listed()).not.toEqual(before)

    const answers = await Promise.all([restore(id), restore(id), restore(id)])

    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200])
    expect(await listed()).toEqual(before)
    expect(before).toContainEqual({ ...answers[0]!.json(), version: undefined })
    await admin.delete(`${path}/${id}`)
    expect((await restore(id)).statusCode).toBe(200)

    await admin.delete(`${path}/${id}`)
    await endUndoTime(server)
    const late = await restore(id)

    expect(late.statusCode).toBe(409)
    expect(late.json().detail).toBe('È passato troppo tempo: l’eliminazione non può più essere annullata.')
    expect((await restore(999_999)).statusCode).toBe(404)
  })
})

test('a calendar is restored with its closures; a record whose calendar was deleted is not', async () => {
  const { id: calendar_id } = await here.newCalendar()
  const [earlier, later] = [
    await here.newDayOff({ ...aClosure, calendar_id }),
    await here.newDayOff({ ...aClosure, calendar_id }),
  ]
  await admin.delete(`/days_off/${earlier.id}`)
  server.clock.now = NOW.add({ seconds: 1 })
  await admin.delete(`/calendars/${calendar_id}`)

  const orphan = await admin.post(`/days_off/${earlier.id}/restore`, undefined)
  expect(orphan.statusCode).toBe(409)
  expect(orphan.json().detail).toBe('Il suo calendario è stato eliminato nel frattempo.')
  expect((await admin.post(`/calendars/${calendar_id}/restore`, undefined)).statusCode).toBe(200)

  expect((await admin.get('/days_off')).json().daysOff).toMatchObject([{ id: later.id }])
})

test('a closure that can still be restored keeps its time closed', { tags: ['13.29'] }, async () => {
  const service = await here.newService()
  const { id } = await here.newDayOff({ ...aClosure, calendar_id: service.calendar_id })
  await admin.delete(`/days_off/${id}`)

  expect((await here.book(service.id)).statusCode).toBe(409)
  expect((await admin.get(`/services/${service.id}`)).json().available_slots[1].slots).not.toContain('09:00:00')
  await endUndoTime(server)

  const monday = (await here.get(`/client/services/${service.id}`)).json().available_slots[1]
  expect(monday).toMatchObject({ date: aBooking.visit_day, slots: expect.arrayContaining(['09:00:00']) })
  expect((await here.book(service.id)).statusCode).toBe(201)
})

describe('a deleted user', () => {
  const luca = { name: 'Luca', surname: 'Gallo', email: 'luca@salone.it', role: 'editor' }
  const logIn = () => here.post('/login', { email: luca.email, password: 'Salone-2026!' })

  test('logs in as before after being restored', async () => {
    const { id } = (await admin.post('/users', { ...luca, password: 'Salone-2026!' })).json()
    await admin.delete(`/users/${id}`)
    expect((await logIn()).statusCode).toBe(401)
    await admin.post(`/users/${id}/restore`, undefined)
    await endUndoTime(server)
    await waitForJobs(server, here)

    expect((await logIn()).statusCode).toBe(200)
  })

  test('without a password gets a new link when restored', async () => {
    const { id } = (await admin.post('/users', luca)).json()
    await admin.delete(`/users/${id}`)
    server.clock.now = NOW.add({ seconds: 2 })
    await admin.post(`/users/${id}/restore`, undefined)

    const { length } = await here.db.selectFrom('messages').select('id').where('kind', '=', 'invitation').execute()
    expect(length).toBe(2)
  })

  test('is anonymised when the undo ends', { tags: ['13.29'] }, async () => {
    const { id } = (await admin.post('/users', { ...luca, password: 'Salone-2026!' })).json()
    await here.db
      .insertInto('previous_emails')
      .values({ tenant_id: here.id, user_id: id, email: 'prima@salone.it', reserved_until: NOW.toString() })
      .execute()
    await admin.delete(`/users/${id}`)
    await endUndoTime(server)
    await waitForJobs(server, here)

    expect(await here.db.selectFrom('previous_emails').selectAll().execute()).toEqual([])
    const user = here.db.selectFrom('users').select(['password_hash', 'photo_url']).where('id', '=', id)
    expect(await user.executeTakeFirst()).toEqual({ password_hash: null, photo_url: '' })
  })

  test('is not restored if another user has the e-mail address by then', async () => {
    const { id } = (await admin.post('/users', luca)).json()
    await admin.delete(`/users/${id}`)
    expect((await admin.post('/users', { ...luca, name: 'Lucia' })).statusCode).toBe(201)

    const taken = await admin.post(`/users/${id}/restore`, undefined)

    expect(taken.statusCode).toBe(422)
    expect(taken.json().errors).toEqual([{ path: 'email', message: 'Esiste già un utente con questa email.' }])
  })
})
