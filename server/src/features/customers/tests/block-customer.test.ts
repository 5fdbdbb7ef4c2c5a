import { aBooking, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { beforeEach, expect, test } from 'vitest'

const server = await sharedServer({ work: true })
type Staff = Awaited<ReturnType<TestTenant['as']>>
let here: TestTenant
let editor: Staff
let service: { id: number; calendar_id: number }
let giulia: { id: number; booking: number; hiddenId: string }
beforeEach(async () => {
  here = await server.newTenant()
  editor = await here.as('editor')
  service = await here.newService()
  const { id: booking, hidden_id: hiddenId } = (await here.book(service.id)).json()
  giulia = { booking, hiddenId, id: (await editor.get(`/bookings/${booking}`)).json().customer_id }
})

const block = (is_blocked: boolean) => editor.put(`/customers/${giulia.id}/block`, { is_blocked })
const LOST = { status: 409, detail: 'Lo slot scelto non è più disponibile.' }

test('a booking by a blocked customer gets the answer of a lost slot, whatever name or spelling they use', {
  tags: ['13.101'],
}, async () => {
  const slot = { visit_hour: '10:00' }
  const stranger = { ...slot, name: 'Ugo', surname: 'Re', email: 'ugo@example.it', telephone: '3339999999' }
  const lost = await here.book(service.id, { ...stranger, visit_hour: '09:00' })
  expect(lost.json()).toMatchObject(LOST)

  const blocked = await block(true)
  expect(blocked.json()).toMatchObject({ id: giulia.id, blocked_at: '21-11-2026 09:45' })

  for (const contact of [
    slot,
    { ...stranger, email: 'GIULIA.verdi+2@example.it' },
    { ...stranger, telephone: '+39 333 123 4567' },
  ]) {
    const refused = await here.book(service.id, contact)
    const { request_id: _, ...toBlocked } = refused.json()
    const { request_id: __, ...toLate } = lost.json()
    expect(toBlocked).toEqual(toLate)
  }
  const { rows } = await server.owner.query('select count(*)::int as n from customers where tenant_id = $1', [here.id])
  expect(rows).toEqual([{ n: 1 }])
  expect((await here.book(service.id, stranger)).statusCode).toBe(201)

  const operator = await here.as('operator')
  const askIsBlocked = async (email: string, telephone: string) =>
    (await operator.post('/customers/blocked', { email, telephone })).json()
  expect(await askIsBlocked('Giulia.Verdi@example.it ', '')).toEqual({ is_blocked: true })
  expect(await askIsBlocked('', '+39 333.1234567')).toEqual({ is_blocked: true })
  expect(await askIsBlocked('ugo@example.it', '333')).toEqual({ is_blocked: false })
  const byStaff = { ...aBooking, service_id: service.id, visit_hour: '11:00' }
  expect((await editor.post('/bookings/create', byStaff)).statusCode).toBe(201)
  expect((await block(false)).json().blocked_at).toBe(null)
  expect((await here.book(service.id, { visit_hour: '12:00' })).statusCode).toBe(201)
})

test('a blocked customer cannot reschedule a visit but can cancel it', { tags: ['13.101'] }, async () => {
  await block(true)
  const rescheduled = await here.put(`/client/bookings/update/${giulia.hiddenId}`, {
    visit_day: '2026-11-23',
    visit_hour: '12:00',
  })
  expect(rescheduled.json()).toMatchObject(LOST)
  expect((await editor.get(`/bookings/${giulia.booking}`)).json().visit_hour).toBe('09:00:00')
  expect((await here.delete(`/client/bookings/delete/${giulia.hiddenId}`)).statusCode).toBe(204)
})

test('a blocked customer cannot join a waiting list and is offered no freed slot', {
  tags: ['13.101'],
}, async () => {
  const { id: calendar_id } = await here.newCalendar({
    monday_morning_to: '10:00',
    monday_afternoon_from: null,
    monday_afternoon_to: null,
  })
  const { id } = await here.newService({ calendar_id })
  const stranger = { name: 'Ugo', surname: 'Re', email: 'ugo@example.it', telephone: '3339999999' }
  const taken = (await here.book(id, stranger)).json()
  const { visit_hour: _, ...wish } = aBooking
  expect((await here.post(`/client/waiting-list/${id}`, wish)).statusCode).toBe(201)
  const behind = { ...wish, name: 'Ada', email: 'ada@example.it', telephone: '3338888888' }
  expect((await here.post(`/client/waiting-list/${id}`, behind)).statusCode).toBe(201)

  await block(true)
  const secondRequest = await here.post(`/client/waiting-list/${id}`, { ...wish, name: 'Giulietta' })
  expect(secondRequest.json()).toMatchObject({
    status: 409,
    detail: 'Per questa giornata non c’è una lista d’attesa: scegli tra gli orari liberi, o un altro giorno.',
  })
  await here.delete(`/client/bookings/delete/${taken.hidden_id}`)
  await waitForJobs(server, here, { dueOnly: true })

  const line = (await editor.get('/waiting-list?visit_day=2026-11-23')).json()
  expect(line.map(({ name, offer }: { name: string; offer: object }) => [name, offer !== null])).toEqual([
    ['Giulia', false],
    ['Ada', true],
  ])
})
