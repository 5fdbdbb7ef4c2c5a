import { NO_TELEPHONE, WITHOUT_EMAIL } from '@prenoto/core/fields/without-email.ts'
import { countLockWaits } from '@prenoto/test-support/database/count-lock-waits.ts'
import { sharedPair, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeEach, expect, test } from 'vitest'

const [server, second] = await sharedPair()

type Staff = Awaited<ReturnType<TestTenant['as']>>
type Person = { name: string; surname: string; email: string; telephone: string }
let here: TestTenant
let editor: Staff
let service: { id: number; calendar_id: number }
beforeEach(async () => {
  here = await server.newTenant({ app_simultaneous_bookings_enabled: true })
  editor = await here.as('editor')
  const { id: calendar_id } = await here.newCalendar({ simultaneous_bookings_number: 100 })
  service = await here.newService({ calendar_id })
})

const GIULIA = { name: 'Giulia', surname: 'Verdi', email: 'giulia.verdi@example.it', telephone: '3331234567' }
const GIULLIA = { ...GIULIA, name: 'Giullia', email: 'giulia@ufficio.example' }
const MARCO = { name: 'Marco', surname: 'Neri', email: 'marco@example.it', telephone: '3335555555' }

/** Books as a person and returns the id of the customer. */
async function book(person: Person, visit_hour = '09:00'): Promise<number> {
  const { id } = (await here.book(service.id, { ...person, visit_hour })).json()
  return (await editor.get(`/bookings/${id}`)).json().customer_id
}
const merge = (id: number, other_id: number, by = editor) => by.post(`/customers/${id}/merge`, { other_id })
const customerIds = async () => (await editor.get('/customers')).json().customers.map(({ id }: { id: number }) => id)
const countUpcoming = async (id: number) =>
  (await editor.get(`/customers/${id}/visits?time=upcoming&per_page=100`)).json().totals.upcoming

test('suggests duplicates by telephone, e-mail and name, those with most match reasons first', {
  tags: ['13.100'],
}, async () => {
  const giulia = await book(GIULIA)
  const [marco, giullia, sister, verdi] = [
    await book({ ...MARCO, surname: 'Verdi' }),
    await book(GIULLIA),
    await book({ ...GIULIA, name: 'Sara', telephone: '3337777777' }, '10:00'),
    await book({ ...GIULIA, name: 'Verdi', surname: 'Giulia', email: 'x@example.it', telephone: '+39 333 1234567' }),
  ]
  const elsewhere = await server.newTenant()
  await elsewhere.book((await elsewhere.newService()).id, GIULLIA)

  const duplicates = (await editor.get(`/customers/${giulia}/duplicates`)).json()

  expect(duplicates).toEqual([
    {
      id: verdi,
      ...GIULIA,
      name: 'Verdi',
      surname: 'Giulia',
      email: 'x@example.it',
      telephone: '393331234567',
      match_reasons: ['telephone', 'name'],
      bookings: 1,
      last_visit: '2026-11-23',
    },
    { id: giullia, ...GIULLIA, match_reasons: ['telephone', 'name'], bookings: 1, last_visit: '2026-11-23' },
    expect.objectContaining({ id: sister, match_reasons: ['email'] }),
  ])
  expect(duplicates.map(({ id }: { id: number }) => id)).not.toContain(marco)
})

test('suggests ten duplicates at most', async () => {
  const { rows } = await server.owner.query(
    `insert into customers (tenant_id, name, surname, email, telephone, identity)
     select $1, 'Giulia', 'Verdi', n || '@example.it', $2, n || '@example.it'
     from generate_series(1, 12) n returning id`,
    [here.id, GIULIA.telephone],
  )
  expect((await editor.get(`/customers/${rows[0].id}/duplicates`)).json()).toHaveLength(10)
})

test('customers without an e-mail address do not count as having the same one', async () => {
  const add = async (name: string) =>
    (await editor.post('/customers', { name, surname: 'Rossi', email: WITHOUT_EMAIL, telephone: NO_TELEPHONE })).json()
      .id
  const anna = await add('Anna')
  await add('Bruno')
  expect((await editor.get(`/customers/${anna}/duplicates`)).json()).toEqual([])
})

test('a merge transfers bookings, consents, requests and notes, and a later booking does not create the duplicate again', {
  tags: ['13.100'],
}, async () => {
  const admin = await here.as('admin')
  const [giulia, giullia] = [await book(GIULIA), await book(GIULLIA, '10:00')]
  await here.post('/client/contact', {
    name: 'Giullia Verdi',
    email: GIULLIA.email,
    phone: '3331234567',
    privacy: true,
  })
  await editor.put(`/customers/${giulia}/notes`, { notes: 'Preferisce Anna.' })
  await editor.put(`/customers/${giullia}/notes`, { notes: 'Allergica.' })

  const merged = await merge(giulia, giullia)

  expect(merged.statusCode).toBe(200)
  expect(merged.json()).toMatchObject({
    id: giulia,
    ...GIULIA,
    notes: 'Preferisce Anna.\n\nAllergica.',
    also_known_as: [GIULLIA],
  })
  expect(await customerIds()).toEqual([giulia])
  expect((await editor.get('/customers')).json().total).toBe(1)
  expect((await editor.get(`/customers/${giullia}`)).json()).toEqual(merged.json())
  expect((await merge(giulia, giullia)).json()).toEqual(merged.json())

  // A booking under the duplicate's name belongs to the customer and does not change their telephone.
  expect(await book({ ...GIULLIA, telephone: '3336666666' }, '11:00')).toBe(giulia)
  expect(await customerIds()).toEqual([giulia])
  expect((await editor.get(`/customers/${giulia}`)).json().telephone).toBe(GIULIA.telephone)
  const data = (await editor.get(`/customers/${giulia}/export`)).json()
  expect(data.bookings).toHaveLength(3)
  expect(data.contact_requests).toHaveLength(1)
  expect(data.customer.also_known_as).toMatchObject([{ name: 'Giullia' }])
  expect((await editor.get(`/customers/${giulia}/consents`)).json()).toMatchObject([
    { source: 'booking', times: 3 },
    { source: 'contact', times: 1 },
  ])

  server.clock.now = server.clock.now.add({ hours: 24 * 7 })
  try {
    const later = await here.as('admin')
    expect((await later.delete(`/customers/${giulia}`)).statusCode).toBe(204)
    const { rows } = await server.owner.query('select * from customers where tenant_id = $1', [here.id])
    expect(JSON.stringify(rows)).not.toMatch(/giul/i)
    expect((await later.get('/customers')).json().customers).toEqual([])
  } finally {
    server.clock.now = server.clock.now.subtract({ hours: 24 * 7 })
  }
  expect((await admin.get(`/customers/${giullia}`)).statusCode).toBe(404)
})

test('rejects a merge of a customer with itself or with a customer of another tenant', {
  tags: ['13.100'],
}, async () => {
  const giulia = await book(GIULIA)
  const elsewhere = await server.newTenant()
  await elsewhere.book((await elsewhere.newService()).id, GIULLIA)
  const [foreign] = (await (await elsewhere.as('editor')).get('/customers')).json().customers

  expect((await merge(giulia, giulia)).json().errors).toEqual([
    { path: 'other_id', message: 'Un cliente non si può unire con sé stesso.' },
  ])
  expect((await merge(giulia, foreign.id)).statusCode).toBe(404)
  expect((await merge(foreign.id, giulia)).statusCode).toBe(404)
  expect(await countUpcoming(giulia)).toBe(1)
})

test('a block survives a merge with the contacts of both, and bookings as the duplicate count for the limit', {
  tags: ['13.101'],
}, async () => {
  const [giulia, giullia] = [await book(GIULIA), await book({ ...GIULLIA, telephone: '3334444444' })]
  await editor.put(`/customers/${giullia}/block`, { is_blocked: true })

  expect((await merge(giulia, giullia)).json().blocked_at).not.toBe(null)
  for (const person of [GIULIA, GIULLIA, { ...MARCO, telephone: '3334444444' }])
    expect((await here.book(service.id, { ...person, visit_hour: '12:00' })).statusCode).toBe(409)

  await editor.put(`/customers/${giulia}/block`, { is_blocked: false })
  await (await here.as('admin')).put('/configs/update', { app_customer_max_bookings: 3 })
  const answers = await Promise.all(
    [GIULIA, GIULLIA, GIULIA, GIULLIA].map((person, i) =>
      (i % 2 ? here : second.visit(here.domain)).book(service.id, { ...person, visit_hour: '15:00' }),
    ),
  )
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409, 409])
})

test('two opposite merges at the same time leave one customer with all bookings', { tags: ['13.100'] }, async () => {
  const [giulia, giullia] = [await book(GIULIA), await book(GIULLIA, '10:00')]
  const other = second.visit(here.domain, { authorization: `Bearer ${editor.token}` })

  const answers = await Promise.all([
    merge(giulia, giullia),
    other.post(`/customers/${giullia}/merge`, { other_id: giulia }),
  ])

  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  const [mainId, ...others] = await customerIds()
  expect(others).toEqual([])
  expect(await countUpcoming(mainId)).toBe(2)
})

test('bookings during chained merges in two processes belong to the remaining customer', {
  tags: ['13.100'],
}, async () => {
  const people = [GIULIA, GIULLIA, { ...GIULLIA, email: 'g@casa.example' }]
  const [one, two, three] = await Promise.all(people.map((person) => book(person)))
  const there = second.visit(here.domain, { authorization: `Bearer ${editor.token}` })
  const hours = ['10:00', '11:00', '12:00', '15:00']

  const booking = Promise.all(
    hours.flatMap((visit_hour) =>
      people.map((person, i) => (i % 2 ? here : there).book(service.id, { ...person, visit_hour })),
    ),
  )
  const merging = [await merge(two!, three!), await there.post(`/customers/${one}/merge`, { other_id: two })]
  const booked = await booking

  expect(merging.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(booked.map(({ statusCode }) => statusCode)).toEqual(booked.map(() => 201))
  expect(await customerIds()).toEqual([one])
  expect(await countUpcoming(one!)).toBe(3 + booked.length)
  for (const person of people) expect(await book(person, '16:00')).toBe(one)
})

test('a merge waits for a concurrent booking as the duplicate and transfers it', {
  tags: ['13.100'],
}, async () => {
  const [giulia, giullia] = [await book(GIULIA), await book(GIULLIA, '10:00')]

  const merging = await here.db.inTransaction(async (db) => {
    await db.updateTable('customers').set({ telephone: '3339999999' }).where('id', '=', giullia).execute()
    const merging = merge(giulia, giullia)
    await expect.poll(() => countLockWaits(server.owner)).toBe(1)
    const row = await db.selectFrom('bookings').selectAll().where('customer_id', '=', giullia).executeTakeFirstOrThrow()
    const { id: _, ...copy } = { ...row, hidden_id: 'A'.repeat(22), idempotency_key: null }
    await db
      .insertInto('bookings')
      .values(copy as never)
      .execute()
    return { answer: merging }
  })

  expect((await merging.answer).statusCode).toBe(200)
  expect(await countUpcoming(giulia)).toBe(3)
})
