import { setPoints } from '@prenoto/test-support/server/set-points.ts'
import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { beforeAll, expect, test } from 'vitest'
import { csvStream } from '../../lib/csv-stream.ts'

const server = await sharedServer({ rateLimits: true, url: (await sharedServer()).url })
let here: TestTenant
let admin: Awaited<ReturnType<TestTenant['as']>>
let service: { id: number; calendar_id: number }

beforeAll(async () => {
  here = await server.newTenant()
  admin = await here.as('admin')
  service = await here.newService({ name: '=cmd|calc', amount: '1250.50' })
  await server.owner.query("select set_config('app.provider', 'on', false)")
})

/** The rows of a table with semicolons, as a spreadsheet reads them. */
function parse(body: string): string[][] {
  expect(body.startsWith('\uFEFF')).toBe(true)
  const rows: string[][] = []
  let row: string[] = []
  const cell = /"((?:[^"]|"")*)"(;|\r\n)/gy
  cell.lastIndex = 1
  for (let match = cell.exec(body); match; match = cell.exec(body)) {
    row.push(match[1]!.replaceAll('""', '"'))
    if (match[2] === ';') continue
    rows.push(row)
    row = []
    if (cell.lastIndex === body.length) return rows
  }
  throw new Error('No table')
}

const HEAD =
  'Data;Ora;Durata (min);Servizio;Calendario;Prezzo (€);Esito;Nome;Cognome;Email;Telefono;Prenotata il'.split(';')

const NOVEMBER = '/reports/bookings?from=2026-11-01&to=2026-11-30'

test('exports bookings as CSV for Italian spreadsheets without formulas', {
  tags: ['13.126'],
}, async () => {
  const hostile = { name: 'Anna "la Rossa"; \n=HYPERLINK("http://x")', surname: '+Verdi', telephone: '0612345678' }
  const booked = await here.book(service.id, { visit_hour: '10:00' })
  const cancelled = await here.book(service.id, { visit_hour: '11:00', name: 'Annullata' })
  await here.book(service.id, { visit_day: '2026-12-01', name: 'Dicembre' })
  await here.delete(`/client/bookings/delete/${cancelled.json().hidden_id}`)
  await here.db
    .updateTable('bookings')
    .set({ ...hostile, attendance: 'no_show', created_at: '2026-11-20T23:30:00Z' })
    .where('tenant_id', '=', here.id)
    .where('hidden_id', '=', booked.json().hidden_id)
    .execute()

  const answer = await admin.get(NOVEMBER)

  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toMatch(
    /^attachment; filename="salone-\d+-prenotazioni-2026-11-01-2026-11-30\.csv"$/,
  )
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(parse(answer.body)).toEqual([
    HEAD,
    [
      '23/11/2026',
      '10:00',
      '60',
      "'=cmd|calc",
      'Sala',
      '1250,50',
      'Non presentato',
      'Anna "la Rossa";\' \n\'=HYPERLINK("http://x")',
      "'+Verdi",
      'giulia.verdi@example.it',
      '061 2345678',
      '21/11/2026 00:30',
    ],
  ])
})

test('exports each booking of several pages once, in chronological order', {
  tags: ['13.126'],
}, async () => {
  const elsewhere = await server.newTenant()
  const { id } = await elsewhere.newService()
  await elsewhere.book(id)
  await server.owner.query(
    `insert into bookings (tenant_id, hidden_id, customer_id, calendar_id, service_id, service_name, service_duration,
       service_price, name, surname, email, telephone, visit_day, visit_hour, starts_at, ends_at, scheduled_at)
     select tenant_id, md5(n::text), customer_id, calendar_id, service_id, n::text, service_duration, service_price, name, surname,
       email, telephone, date '2025-01-01' + n % 5, make_time(8 + n % 3, 0, 0), starts_at, ends_at, scheduled_at
     from bookings, generate_series(1, 1100) n where tenant_id = $1`,
    [elsewhere.id],
  )

  const answer = await (await elsewhere.as('admin')).get('/reports/bookings?from=2025-01-01&to=2025-12-31')

  const rows = parse(answer.body).slice(1)
  expect(rows.length).toBe(1_100)
  expect(new Set(rows.map((row) => row[3])).size).toBe(1_100)
  const times = rows.map(([day, hour]) => `${day} ${hour}`)
  expect(times).toEqual(times.toSorted())
})

test('exports customers with telephone numbers as text, without erased ones', { tags: ['13.126'] }, async () => {
  const here = await server.newTenant()
  const admin = await here.as('admin')
  const { id } = await here.newService()
  await here.book(id)
  await here.book(id, { name: 'Via', visit_hour: '10:00', email: 'via@example.it' })
  const { customers } = (await admin.get('/customers')).json()
  await server.owner.query(
    "update bookings set starts_at = '2026-01-01', ends_at = '2026-01-02' where tenant_id = $1",
    [here.id],
  )
  expect((await admin.delete(`/customers/${customers[1].id}`)).statusCode).toBe(204)

  const answer = await admin.get('/reports/customers')

  expect(answer.headers['content-disposition']).toMatch(/salone-\d+-clienti-2026-11-21\.csv/)
  expect(parse(answer.body)).toEqual([
    ['Nome', 'Cognome', 'Email', 'Telefono', 'Cliente dal'],
    [
      'Giulia',
      'Verdi',
      'giulia.verdi@example.it',
      '333 1234567',
      expect.stringMatching(/^\d\d\/\d\d\/\d{4} \d\d:\d\d$/),
    ],
  ])
  const bookings = await admin.get(NOVEMBER)
  expect(bookings.body).not.toContain('Via')
  expect(parse(bookings.body)[2]!.slice(7, 11)).toEqual(['Cliente', 'cancellato', '', ''])
})

test('stops reading when the client disconnects', { tags: ['13.126'] }, async () => {
  let reads = 0
  const endless = async (_after: unknown, limit: number) => {
    reads += 1
    return Array.from({ length: limit }, () => 'x'.repeat(100))
  }
  const stream = await csvStream<string>({ head: ['Testo'], read: endless, toCells: (text) => [text] })
  for await (const _piece of stream) if (reads === 3) break
  const read = reads
  await new Promise((resolve) => setImmediate(resolve))

  expect(stream.destroyed).toBe(true)
  expect([read, reads]).toEqual([3, 3])
})

test('answers with an error if the first page cannot be read', async () => {
  const failing = () => Promise.reject(new Error('gone'))

  await expect(csvStream({ head: [], read: failing, toCells: () => [] })).rejects.toThrow('gone')
})

test('limits exports per user and ten minutes', { tags: ['13.126'] }, async () => {
  const greedy = await here.as('admin')
  await setPoints(server, { [`export:${here.id}/user ${greedy.id}`]: 19 })

  expect((await greedy.get('/reports/customers')).statusCode).toBe(200)
  expect((await greedy.get('/reports/customers')).statusCode).toBe(429)
})
