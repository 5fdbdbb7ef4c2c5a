import { NOW, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { beforeEach, describe, expect, test } from 'vitest'

const server = await sharedServer({ work: true })
let here: TestTenant
beforeEach(async () => {
  server.clock.now = NOW
  here = await server.newTenant()
})

const request = {
  name: 'GIULIA  Verdi',
  email: 'Giulia.Verdi@example.it',
  phone: '3331234567',
  message: 'Ciao',
  privacy: true,
}

test('the list has each customer once, and relatives with the same e-mail separately', {
  tags: ['3.15', '7.28'],
}, async () => {
  const service = await here.newService()
  await here.book(service.id)
  await here.book(service.id, {
    visit_hour: '10:00',
    name: 'giulia',
    email: 'GIULIA.verdi@example.it',
    telephone: '3339999999',
  })
  await here.book(service.id, { visit_hour: '11:00', name: 'Marco' })

  const answer = await (await here.as('operator')).get('/customers')

  expect(answer.json().customers).toEqual([
    {
      id: expect.any(Number),
      name: 'Giulia',
      surname: 'Verdi',
      email: 'giulia.verdi@example.it',
      telephone: '3331234567',
    },
    {
      id: expect.any(Number),
      name: 'Marco',
      surname: 'Verdi',
      email: 'giulia.verdi@example.it',
      telephone: '3331234567',
    },
  ])
})

test('an export contains everything about one customer and nothing about another', {
  tags: ['7.35', '13.69'],
}, async () => {
  const service = await here.newService({ allow_patient_notes: true })
  const upcoming = (await here.book(service.id, { notes: 'Ho i capelli lunghi.' })).json()
  const cancelled = (await here.book(service.id, { visit_hour: '10:00' })).json()
  await here.delete(`/client/bookings/delete/${cancelled.hidden_id}`)
  await here.book(service.id, { visit_hour: '11:00', name: 'Marco' })
  await here.post('/client/contact', request)
  await here.post('/client/contact', { ...request, name: 'Marco Verdi' })
  const editor = await here.as('editor')
  const [{ id }] = (await editor.get('/customers')).json().customers

  const data = (await editor.get(`/customers/${id}/export`)).json()

  expect(data.customer).toMatchObject({ id, name: 'Giulia', created_at: expect.stringMatching(/^20\d\d-.*Z$/) })
  expect(data.bookings).toHaveLength(2)
  expect(data.bookings[0]).toMatchObject({
    id: upcoming.id,
    patient_notes: 'Ho i capelli lunghi.',
    cancelled_at: null,
    consented_at: '2026-11-21T08:45:00Z',
  })
  expect(data.bookings[1]).toMatchObject({ id: cancelled.id, cancelled_at: '2026-11-21T08:45:00Z' })
  expect(data.contact_requests).toMatchObject([{ name: 'GIULIA  Verdi', message: 'Ciao' }])
})

test('erasing a customer removes them everywhere and keeps their past visits without a name', {
  tags: ['7.35', '13.69'],
}, async () => {
  const service = await here.newService({ allow_patient_notes: true })
  const { id: bookingId } = (await here.book(service.id, { notes: 'Sono Giulia di via Roma.' })).json()
  await here.book(service.id, { visit_hour: '11:00', name: 'Marco' })
  await here.post('/client/contact', request)
  await here.post('/client/contact', { ...request, name: 'Marco Verdi' })
  server.clock.now = NOW.add({ hours: 24 * 7 })
  const admin = await here.as('admin')
  const [{ id }] = (await admin.get('/customers')).json().customers

  expect((await admin.delete(`/customers/${id}`)).statusCode).toBe(204)

  const traces: string[] = []
  for (const table of ['customers', 'bookings', 'contact_requests']) {
    const { rows } = await server.owner.query(`select * from ${table} where tenant_id = $1`, [here.id])
    for (const row of rows) if (/giulia/i.test(`${row.name} ${row.message} ${row.patient_notes}`)) traces.push(table)
  }
  expect(traces).toEqual([])
  expect((await admin.get('/customers')).json().customers).toMatchObject([{ name: 'Marco' }])
  expect((await admin.get(`/bookings/${bookingId}`)).json()).toMatchObject({
    name: 'Cliente',
    surname: 'cancellato',
    email: '',
    telephone: '',
    patient_notes: '',
    service_name: 'Taglio',
  })
  for (const answer of [await admin.delete(`/customers/${id}`), await admin.get(`/customers/${id}/export`)])
    expect(answer.statusCode).toBe(404)
  expect((await here.book(service.id, { visit_day: '2026-12-01' })).statusCode).toBe(201)
  expect((await admin.get('/customers')).json().customers).toHaveLength(2)
})

/** Every value of a tenant, in any table, that contains one of these words. */
async function findTraces(words: string[]) {
  const { rows: tables } = await server.owner.query(
    `select table_schema || '.' || table_name as name from information_schema.columns
     where column_name = 'tenant_id' and table_schema in ('public', 'system')
       and table_name in (select relname from pg_class where relkind = 'r')`,
  )
  const traces: string[] = []
  for (const { name } of tables) {
    const { rows } = await server.owner.query(`select * from ${name} where tenant_id = $1`, [here.id])
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (words.some((word) => JSON.stringify(value)?.toLowerCase().includes(word))) traces.push(`${name}.${column}`)
  }
  return traces
}

describe('one mailbox in three spellings', () => {
  const SPELLINGS = ['giulia.verdi@example.it', 'Giulia.Verdi@EXAMPLE.it', 'giulia.verdi+salone@example.it']
  const WORDS = ['giulia', 'verdi', '3331234567']

  /** A customer with a booking, a contact request and a waiting-list entry per spelling, and a relative with the same e-mail. */
  async function newKnownCustomer() {
    const admin = await here.as('admin')
    const service = await here.newService()
    for (const [i, email] of SPELLINGS.entries()) {
      await here.book(service.id, { email, visit_hour: `${9 + i}:00`.padStart(5, '0') })
      const name = ['Giulia Verdi', 'G. Verdi', 'giulia'][i]
      expect((await here.post('/client/contact', { ...request, name, email })).statusCode).toBe(201)
      await here.newWaitingListEntry({
        email,
        identity: `${email.toLowerCase()} giulia verdi`,
        service_id: service.id,
        visit_day: `2026-12-${24 + i}`,
      })
    }
    await here.book(service.id, {
      name: 'Marco',
      surname: 'Neri',
      email: SPELLINGS[1]!,
      telephone: '3209999999',
      visit_hour: '15:00',
    })
    await here.post('/client/contact', { ...request, name: 'Marco Neri', phone: '3209999999', email: SPELLINGS[2]! })
    await waitForJobs(server, here)
    expect(await findTraces(WORDS)).not.toEqual([])
    server.clock.now = NOW.add({ hours: 24 * 7 })
    const token = await here.newSession(admin.id)
    const [{ id }] = (await here.withToken(token).get('/customers')).json().customers
    return { id, admin: here.withToken(token) }
  }

  test('is previewed, exported and erased as one person without a trace, and the relative stays', {
    tags: ['7.35'],
  }, async () => {
    const { id, admin } = await newKnownCustomer()

    expect((await admin.get(`/customers/${id}/erasure`)).json()).toEqual({
      bookings: 3,
      contact_requests: 3,
      contact_names: ['Giulia Verdi', 'G. Verdi', 'giulia'],
      imported_lines: 0,
      waiting_list_entries: 3,
      health_notes: 0,
      health_documents: 0,
      others: 1,
      other_names: ['Marco Neri'],
    })
    expect((await (await here.as('editor')).get(`/customers/${id}/erasure`)).statusCode).toBe(404)
    expect((await admin.get('/customers/987654/erasure')).statusCode).toBe(404)

    const data = (await admin.get(`/customers/${id}/export`)).json()

    expect(data.bookings.map(({ email }: { email: string }) => email)).toEqual([
      SPELLINGS[0],
      SPELLINGS[1],
      SPELLINGS[2],
    ])
    expect(data.contact_requests).toHaveLength(3)
    expect(data.waiting_list_entries).toHaveLength(3)
    expect(JSON.stringify(data)).not.toMatch(/Marco|3209999999/)

    expect((await admin.delete(`/customers/${id}`)).statusCode).toBe(204)

    const traces = await findTraces(WORDS)
    // The relative's rows contain the shared address.
    expect(new Set(traces)).toEqual(
      new Set([
        'public.bookings.email',
        'public.customers.email',
        'public.customers.identity',
        'public.contact_requests.email',
        'public.customers.search_contact',
      ]),
    )
    const { customers } = (await admin.get('/customers')).json()
    expect(customers).toMatchObject([{ name: 'Marco', telephone: '3209999999' }])
    const marco = (await admin.get(`/customers/${customers[0].id}/export`)).json()
    expect([marco.bookings.length, marco.contact_requests.length]).toEqual([1, 1])

    expect((await admin.delete(`/customers/${customers[0].id}`)).statusCode).toBe(204)
    expect(await findTraces([...WORDS, 'marco', '3209999999'])).toEqual([])
    const messages = (await admin.get('/notifications'))
      .json()
      .notifications.map(({ message }: { message: string }) => message)
    expect(messages).toContain('La richiesta è stata cancellata.')
    expect(messages).toContain('Lunedì 23 novembre alle 09:00: Cliente cancellato ha prenotato Taglio.')
  })

  test('cannot be erased while a visit under another spelling is upcoming', async () => {
    const service = await here.newService()
    await here.book(service.id)
    await here.book(service.id, { email: SPELLINGS[2]!, visit_day: '2026-12-10' })
    server.clock.now = NOW.add({ hours: 24 * 7 })
    const admin = await here.as('admin')
    const [{ id }] = (await admin.get('/customers')).json().customers

    expect((await admin.delete(`/customers/${id}`)).json()).toMatchObject({
      status: 409,
      detail: 'Il cliente ha ancora una prenotazione futura: non può essere cancellato.',
    })
  })
})

test('a customer with an upcoming visit cannot be erased', { tags: ['13.102'] }, async () => {
  const service = await here.newService()
  await here.book(service.id)
  const admin = await here.as('admin')
  const [{ id }] = (await admin.get('/customers')).json().customers
  expect((await admin.delete(`/customers/${id}`)).json()).toMatchObject({
    status: 409,
    detail: 'Il cliente ha ancora una prenotazione futura: non può essere cancellato.',
  })
})

test('a customer cannot be erased while the deletion of their last booking can be undone', {
  tags: ['13.102'],
}, async () => {
  const service = await here.newService()
  const booking = (await here.book(service.id)).json()
  const admin = await here.as('admin')
  const [{ id }] = (await admin.get('/customers')).json().customers
  const totals = async () => (await admin.get(`/customers/${id}/visits?time=upcoming`)).json().totals
  expect((await admin.delete(`/bookings/delete/${booking.id}`)).statusCode).toBe(204)
  expect(await totals()).toMatchObject({ upcoming: 0, undoable: 1 })
  expect((await admin.delete(`/customers/${id}`)).json()).toMatchObject({
    status: 409,
    detail:
      'Una prenotazione appena disdetta può ancora essere ripristinata: i dati si potranno cancellare tra pochi secondi.',
  })

  await server.owner.query('update slot_holds set held_until = now() where tenant_id = $1', [here.id])

  expect(await totals()).toMatchObject({ upcoming: 0, undoable: 0 })
  expect((await admin.delete(`/customers/${id}`)).statusCode).toBe(204)
})

test('answers 404 for a customer of another tenant', async () => {
  const elsewhere = await server.newTenant()
  const service = await elsewhere.newService()
  await elsewhere.book(service.id)
  const [{ id }] = (await (await elsewhere.as('admin')).get('/customers')).json().customers
  const admin = await here.as('admin')
  expect((await admin.get(`/customers/${id}/export`)).statusCode).toBe(404)
  expect((await admin.delete(`/customers/${id}`)).statusCode).toBe(404)
})

test('erasing waits for a concurrent change of a booking without a deadlock', {
  tags: ['7.35'],
}, async () => {
  const service = await here.newService()
  const booking = (await here.book(service.id)).json()
  server.clock.now = Temporal.Instant.from('2026-11-23T13:30:00Z')
  const admin = await here.as('admin')
  const [customer] = (await admin.get('/customers')).json().customers

  const erasing = await here.db.inTransaction(async (db) => {
    await db.selectFrom('bookings').select('id').where('id', '=', booking.id).forUpdate().execute()
    const erasing = admin.delete(`/customers/${customer.id}`)
    await expect.poll(countLockWaits).toBe(1)
    // A change of the booking locks the customer next; if the erasure held it, both would deadlock.
    await db.selectFrom('customers').select('id').where('id', '=', customer.id).forUpdate().noWait().execute()
    return { answer: erasing }
  })

  expect((await erasing.answer).statusCode).toBe(204)
})

async function countLockWaits() {
  const { rows } = await server.owner.query(
    "select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows[0].count
}
