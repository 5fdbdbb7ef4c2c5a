import { openStream } from '@prenoto/test-support/http/event-stream.ts'
import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'

const server = await sharedServer()
type Staff = Awaited<ReturnType<TestTenant['as']>>
let here: TestTenant
let operator: Staff
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
  operator = await here.as('operator')
})

const TUESDAY = Temporal.Instant.from('2026-11-24T08:00:00Z')

async function findCustomerId(bookingId: number): Promise<number> {
  return (await operator.get(`/bookings/${bookingId}`)).json().customer_id
}

test('upcoming, past and cancelled visits are read page by page, with totals', {
  tags: ['13.97'],
}, async () => {
  const service = await here.newService()
  const book = async (visit_day: string, visit_hour: string) =>
    (await here.book(service.id, { visit_day, visit_hour })).json()
  const first = await book('2026-11-23', '09:00')
  const second = await book('2026-11-23', '10:00')
  const cancelled = await book('2026-11-25', '09:00')
  await here.delete(`/client/bookings/delete/${cancelled.hidden_id}`)
  const [later, next] = [await book('2026-11-27', '09:00'), await book('2026-11-26', '09:00')]
  await here.book(service.id, { visit_hour: '11:00', name: 'Marco' })
  server.clock.now = TUESDAY
  operator = await here.as('operator')
  const path = `/customers/${await findCustomerId(next.id)}/visits`

  const toCome = (await operator.get(`${path}?time=upcoming`)).json()
  expect(toCome.visits.map(({ id }: { id: number }) => id)).toEqual([next.id, later.id])
  expect(toCome).toMatchObject({
    has_more: false,
    totals: { visits: 2, upcoming: 2, cancelled: 1, undoable: 0, no_show: 0, last_visit: '2026-11-23' },
  })

  const page = (await operator.get(`${path}?time=over&per_page=1`)).json()
  expect(page).toMatchObject({
    visits: [
      {
        id: second.id,
        is_cancelled: false,
        visit_day: '2026-11-23',
        visit_hour: '10:00:00',
        service_name: 'Taglio',
        service_price: '25.00',
        calendar_name: '',
      },
    ],
    last_id: second.id,
    has_more: true,
  })
  const rest = (await operator.get(`${path}?time=over&per_page=1&last_id=${second.id}`)).json()
  expect(rest).toMatchObject({ visits: [{ id: first.id }], has_more: false })
  expect(rest).not.toHaveProperty('totals')
  expect((await operator.get(`${path}?time=cancelled`)).json()).toMatchObject({
    visits: [{ id: cancelled.id, is_cancelled: true, cancelled_at: '21-11-2026 09:45', cancelled_by: null }],
    has_more: false,
  })
})

test('each consent names its privacy text, source and time, and that text can still be read', {
  tags: ['13.99'],
}, async () => {
  const service = await here.newService()
  const admin = await here.as('admin')
  await here.book(service.id)
  await admin.put('/configs/privacy', { text: 'Da {nome}.', version: 0 })
  server.clock.now = NOW.add({ minutes: 5 })
  const { id } = (await here.book(service.id, { visit_hour: '10:00' })).json()
  await here.book(service.id, { visit_hour: '11:00', name: 'Marco' })
  await here.post('/client/contact', {
    name: 'GIULIA  Verdi',
    email: 'Giulia.Verdi@example.it',
    phone: '3331234567',
    privacy: true,
  })
  await admin.put('/configs/privacy', { text: 'Altro.', version: 1 })
  await admin.put('/configs/update', { app_name: 'Aurora' })

  const consents = (await operator.get(`/customers/${await findCustomerId(id)}/consents`)).json()

  expect(consents).toEqual([
    { source: 'booking', privacy_version: '1', times: 1, last_at: '21-11-2026 09:50' },
    { source: 'contact', privacy_version: '1', times: 1, last_at: '21-11-2026 09:50' },
    { source: 'booking', privacy_version: '2026-11-27', times: 1, last_at: '21-11-2026 09:45' },
  ])
  expect((await operator.get('/configs/privacy/1')).json()).toMatchObject({ version: '1', text: 'Da Aurora.' })
  expect((await operator.get('/configs/privacy/2026-11-27')).json().text).toMatch(/Aurora è titolare.*le tue note/s)
  expect((await operator.get('/configs/privacy/2026-11')).json().text).toMatch(/^(?!.*le tue note).*Aurora è titolare/s)
  for (const version of ['3', '2026-12', '0']) {
    const answer = await operator.get(`/configs/privacy/${version}`)
    expect(answer.statusCode).toBe(404)
  }
})

test('notes are visible to staff only, exported and erased with the customer, and refreshed on open pages', {
  tags: ['13.98'],
}, async () => {
  await server.listen()
  const service = await here.newService()
  const { id: booking, hidden_id } = (await here.book(service.id)).json()
  const id = await findCustomerId(booking)
  const stream = await openStream(server.app, here.domain, '/notifications/stream', {
    authorization: `Bearer ${operator.token}`,
  })

  const noted = await operator.put(`/customers/${id}/notes`, { notes: ' Allergica al lattice.\n' })
  expect(noted.json()).toMatchObject({ id, notes: 'Allergica al lattice.', version: 2 })
  const unchanged = await operator.put(`/customers/${id}/notes`, { notes: 'Allergica al lattice.' })
  expect(unchanged.json()).toMatchObject({ version: 2 })
  await expect
    .poll(() => stream.events.filter(({ event }) => event === 'record').map(({ data }) => data))
    .toEqual([{ of: 'customers', id, version: 2 }])
  stream.close()
  expect((await operator.put(`/customers/${id}/notes`, { notes: 'x'.repeat(2001) })).statusCode).toBe(422)

  for (const response of [await here.get(`/client/bookings/${hidden_id}`), await here.page(`/bookings/${hidden_id}`)])
    expect(response.body).not.toContain('lattice')
  const editor = await here.as('editor')
  expect((await editor.get(`/customers/${id}/export`)).json().customer.notes).toBe('Allergica al lattice.')

  const rescheduled = { name: 'Marta', surname: 'Neri', email: 'm@example.it', telephone: '3330000000' }
  const body = { ...rescheduled, visit_day: '2026-11-23', visit_hour: '09:00', service_id: service.id }
  expect((await operator.put(`/bookings/update/${booking}`, body)).statusCode).toBe(200)
  expect((await operator.get(`/customers/${id}`)).json().notes).toBe('Allergica al lattice.')

  const admin = await here.as('admin')
  expect((await admin.delete(`/customers/${id}`)).statusCode).toBe(204)
  const { rows } = await server.owner.query('select * from customers where tenant_id = $1 and id = $2', [here.id, id])
  expect(JSON.stringify(rows)).not.toContain('lattice')
})
