import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, type TestTenant, testServer } from '../test/test-server.ts'

const lines: string[] = []
let server: TestServer
let here: TestTenant
beforeAll(async () => {
  server = await testServer({ work: true, logTo: (line) => lines.push(line) })
  here = await server.newTenant()
})
afterAll(() => server.close())

const person = {
  name: 'Ermenegilda',
  surname: 'Sparapani',
  email: 'ermenegilda.sparapani@example.it',
  telephone: '3479988776',
}

const told = () => lines.join('')

function expectNothingPersonal() {
  for (const fact of Object.values(person)) expect(told()).not.toContain(fact)
}

test('bookings, contact requests and cancellations leave nothing personal in the log', async () => {
  const service = await here.newService()

  const { hidden_id } = (await here.book(service.id, person)).json()
  await here.book(service.id, person)
  await here.book(service.id, { ...person, privacy: false })
  await here.post('/client/contact', { ...person, phone: person.telephone, message: person.surname, privacy: true })
  await here.delete(`/client/bookings/delete/${hidden_id}`)

  expectNothingPersonal()
  expect(told()).not.toContain(hidden_id)
})

test('a failure of the database is logged without the row that caused it', async () => {
  const service = await here.newService()
  await server.owner.query(`alter table bookings add constraint never check (tenant_id <> ${here.id}) not valid`)
  lines.length = 0

  const response = await here.book(service.id, person)
  await server.owner.query('alter table bookings drop constraint never')

  expect(response.statusCode).toBe(500)
  expect(told()).toContain(response.json().request_id)
  expect(told()).toContain('never')
  expectNothingPersonal()
})

test('a failed job is logged without the row that caused it', async () => {
  const service = await here.newService()
  await server.owner.query(`alter table notifications add constraint never check (tenant_id <> ${here.id}) not valid`)
  lines.length = 0

  await here.book(service.id, { ...person, visit_hour: '10:00' })
  await expect.poll(told, { timeout: 10_000 }).toContain('job failed')
  await server.owner.query('alter table notifications drop constraint never')

  expect(told()).toContain('announce')
  expectNothingPersonal()
})
