import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { addMonths, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { localTimeAt } from '@prenoto/core/time/time-zone.ts'
import { pngBomb } from '@prenoto/test-support/formats/png-bomb.ts'
import { percentile } from '@prenoto/test-support/formats/statistics.ts'
import { count, ms, type Row, times } from '@prenoto/test-support/formats/table.ts'
import { residentBytes } from '@prenoto/test-support/processes/process-usage.ts'
import { hashAtOnce } from '../server/src/features/accounts/users/passwords.ts'
import { type Business, fill, newBusiness, TIME_ZONE } from './business.ts'
import { readBeside } from './read-beside.ts'
import { type Database, limitMemory, type SectionResources, type Server, startDatabase, startServer } from './system.ts'

/** Not that of the demo, which a server behind a proxy refuses. */
const PASSWORD = 'Forbici-4812!'

/** Ten years of ten bookings a day. */
const BOOKINGS = 36_500
const PER_DAY = 10

/** Bookings of each of the customers that are merged and erased. */
const PER_CUSTOMER = 1_000

const IMPORTED_LINES = 20_000
const PICTURES = 20
const LOG_INS = 150
const STREAMS = 50

/** Seconds for which an act is repeated, and of the calm before it. */
const SECONDS = 4

const MAX_SLOWDOWN = 5
const MAX_TURN = 50
const MAX_MEMORY = 500e6

const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`

type Act = {
  name: string
  data: string
  /** Returns false when it cannot be repeated. */
  perform(): Promise<unknown>
}

/** Compares reads of one business without load and beside each heavy act at another one, and measures the event loop. */
export async function benchHeavyActs(parts: SectionResources): Promise<Row[]> {
  const database = await startDatabase(parts)
  const passwordHash = await hashAtOnce(PASSWORD)
  const busy = await newBusiness(database, { domain: 'attivo.example', passwordHash })
  const calm = await newBusiness(database, { domain: 'tranquillo.example' })
  await fill(database, [busy], { bookings: BOOKINGS, perDay: PER_DAY, firstDay: 1 - BOOKINGS / PER_DAY })
  const customers = await crowdCustomers(database, busy)
  const server = await startServer(
    parts,
    { ...database.settings, TRUST_PROXY: 'on' },
    { preloaded: join(import.meta.dirname, 'turn-route.ts'), launcher: limitMemory(parts) },
  )
  const reading = { port: server.port(), host: calm.domain, path: `/api/client/services/${calm.serviceId}` }
  const longestTurn = async () => Number((await server.call({ host: calm.domain, path: '/longest-turn' })).body)

  async function measure({ name, data, perform }: Act): Promise<Row> {
    const figure = `reads beside ${name} at another business, p99; the longest turn of the event loop; resident memory`
    const budget = `≤ ${MAX_SLOWDOWN} × calm, ≤ ${MAX_TURN} ms, ≤ ${megabytes(MAX_MEMORY)}`
    try {
      // The first time is slower, since the code is not compiled yet.
      await perform()
      const before = await readBeside(reading, () => sleep(SECONDS * 1000))
      await longestTurn()
      let memory = 0
      const sampling = setInterval(() => {
        memory = Math.max(memory, residentBytes(server.pid))
      }, 100)
      const beside = await readBeside(reading, async () => {
        const end = performance.now() + SECONDS * 1000
        while ((await perform()) !== false && performance.now() < end);
      }).finally(() => clearInterval(sampling))
      const turn = await longestTurn()
      const [was, is] = [percentile(before, 0.99), percentile(beside, 0.99)]
      const measured = `${times(is / was)} (${ms(was)} → ${ms(is)}), ${ms(turn)}, ${megabytes(memory)}`
      const passed = is / was <= MAX_SLOWDOWN && turn <= MAX_TURN && memory <= MAX_MEMORY
      return { figure, data, measured, budget, passed }
    } catch (error) {
      return { figure, data, measured: String(error), budget, passed: false }
    }
  }

  const rows: Row[] = []
  for (const act of await prepareActs(server, busy, customers)) rows.push(await measure(act))
  return rows
}

/** Gives the first customers of a business a thousand bookings each, and returns their ids. */
async function crowdCustomers({ superuser, settle }: Database, { tenantId }: Business): Promise<number[]> {
  await superuser.query(`set session_replication_role = replica`)
  await superuser.query(
    `update bookings b set customer_id = c.id
     from (select id, row_number() over (order by id) - 1 as n from customers where tenant_id = $1) c,
          (select min(id) as first from bookings where tenant_id = $1) f
     where b.tenant_id = $1 and c.n = (b.id - f.first) / $2`,
    [tenantId, PER_CUSTOMER],
  )
  await superuser.query(`set session_replication_role = origin`)
  await settle()
  const { rows } = await superuser.query<{ id: number }>(
    'select id::int from customers where tenant_id = $1 order by id limit $2',
    [tenantId, Math.floor(BOOKINGS / PER_CUSTOMER)],
  )
  return rows.map(({ id }) => id)
}

type Call = { method?: string; path: string; headers?: Record<string, string>; body?: Buffer | object }

async function prepareActs(server: Server, { domain }: Business, customers: number[]): Promise<Act[]> {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const login = (email: string, password: string, address: string) =>
    send({
      method: 'POST',
      path: '/login',
      headers: { 'x-forwarded-for': address },
      body: { email, password },
    })
  const payload = { email: 'ada@bench.example', password: PASSWORD }
  const logIn = await server.callUntilServed({ host: domain, method: 'POST', path: '/login', payload })
  const { access_token } = JSON.parse(logIn.body)
  if (!access_token) throw new Error(`The log-in answers ${logIn.status} ${logIn.body}`)
  const staff = (call: Call) => send({ ...call, headers: { ...call.headers, authorization: `Bearer ${access_token}` } })
  const today = localTimeAt(Date.now(), TIME_ZONE).date
  const period = (to: PlainDate) => new URLSearchParams({ from: addMonths(to, -23), to })
  const ids = customers.values()
  const bookings = `${count(BOOKINGS)} bookings of ten years`
  const heavyCustomers = `customers of ${count(PER_CUSTOMER)} bookings`
  let imports = 0
  let attempts = 0
  let months = 0
  const picture = multipart('picture.png', 'image/png', pngBomb(5_000, 5_000))

  return [
    {
      name: 'an import',
      data: `${count(IMPORTED_LINES)} lines`,
      async perform() {
        await importCustomers(staff, imports++)
        return false
      },
    },
    {
      name: 'exports',
      data: bookings,
      perform: () => expectOk(staff({ path: `/reports/bookings?${period(today)}` })),
    },
    {
      name: 'reports of two years',
      data: bookings,
      perform: () => expectOk(staff({ path: `/reports?${period(addMonths(today, -(months++ % 90)))}` })),
    },
    {
      name: 'merges',
      data: heavyCustomers,
      async perform() {
        const [keptId, mergedId] = [ids.next().value, ids.next().value]
        if (customers.indexOf(keptId!) > customers.length / 2 || mergedId === undefined) return false
        return expectOk(staff({ method: 'POST', path: `/customers/${keptId}/merge`, body: { other_id: mergedId } }))
      },
    },
    {
      name: 'erasures',
      data: heavyCustomers,
      async perform() {
        const id = ids.next().value
        return id !== undefined && expectOk(staff({ method: 'DELETE', path: `/customers/${id}` }))
      },
    },
    {
      name: `${PICTURES} pictures at once`,
      data: '25 megapixels each',
      perform: () =>
        Promise.all(Array.from({ length: PICTURES }, () => staff({ method: 'POST', path: '/upload', ...picture }))),
    },
    {
      name: `${LOG_INS} log-ins at once`,
      data: 'each from another address',
      perform: () =>
        Promise.all(
          Array.from({ length: LOG_INS }, () => {
            attempts += 1
            return login(`${attempts}@bench.example`, 'wrong', `10.1.${attempts >> 8}.${attempts & 255}`)
          }),
        ),
    },
    {
      name: 'event streams of one session',
      data: `${STREAMS} opened at once, and again`,
      perform: () => Promise.all(Array.from({ length: STREAMS }, openStream)),
    },
  ]

  /** Ends when the server ends the stream, or with the bench. */
  function openStream(): Promise<void> {
    return new Promise((resolve, reject) => {
      const headers = { host: domain, authorization: `Bearer ${access_token}` }
      const sent = request({
        agent,
        host: '127.0.0.1',
        port: server.port(),
        path: '/api/notifications/stream',
        headers,
      })
      sent.on('error', reject)
      sent.on('response', (answer) => {
        answer.on('error', () => {}).resume()
        resolve()
      })
      sent.end()
    })
  }

  function send({ method = 'GET', path, headers, body }: Call): Promise<{ status: number; body: string }> {
    const content = body instanceof Buffer ? body : body && Buffer.from(JSON.stringify(body))
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          agent,
          host: '127.0.0.1',
          port: server.port(),
          method,
          path: `/api${path}`,
          headers: {
            host: domain,
            ...(content && { 'content-type': 'application/json', 'content-length': content.length }),
            ...headers,
          },
        },
        async (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('error', reject)
          answer.on('end', () => resolve({ status: answer.statusCode!, body: Buffer.concat(chunks).toString() }))
        },
      )
      sent.on('error', reject)
      sent.end(content)
    })
  }
}

async function expectOk(answer: Promise<{ status: number; body: string }>) {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${body.slice(0, 300)}`)
}

function multipart(name: string, type: string, content: Buffer) {
  const boundary = 'a-boundary'
  const body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** Imports a file of customers, from the upload to the last line. */
async function importCustomers(staff: (call: Call) => Promise<{ status: number; body: string }>, n: number) {
  const lines = Array.from(
    { length: IMPORTED_LINES },
    (_, i) => `Anna;Importata ${i};anna${i}@posta${n}.example;${3_400_000_000 + n * IMPORTED_LINES + i}`,
  )
  const file = Buffer.from(`Nome;Cognome;Email;Telefono\n${lines.join('\n')}\n`)
  const call = async (request: Call) => {
    let { status, body } = await staff(request)
    // An overloaded process asks to come back.
    while (status === 503) {
      await sleep(500)
      ;({ status, body } = await staff(request))
    }
    if (status >= 300) throw new Error(`${request.path}: ${status} ${body}`)
    return JSON.parse(body)
  }
  const waitFor = async (id: number, state: string) => {
    while ((await call({ path: `/imports/${id}` })).state !== state) await sleep(200)
  }

  const form = multipart('clienti.csv', 'text/csv', file)
  const { id, options } = await call({ method: 'POST', path: '/imports?kind=customers', ...form })
  await call({ method: 'POST', path: `/imports/${id}/check`, body: options })
  await waitFor(id, 'checked')
  await call({ method: 'POST', path: `/imports/${id}/start`, body: { override: false } })
  await waitFor(id, 'done')
}
