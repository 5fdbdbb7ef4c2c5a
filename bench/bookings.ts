import { randomBytes } from 'node:crypto'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import { median } from '@prenoto/test-support/formats/statistics.ts'
import { count, percent, type Row } from '@prenoto/test-support/formats/table.ts'
import pg from 'pg'
import { type Business, book, newBusiness, type Slot, slotsOf, TIME_ZONE } from './business.ts'
import { after, byClients, CLIENTS, type Parts, startDatabase, startServer } from './system.ts'

const ROUNDS = 5
const SECONDS = 2
const DURATION = 5

/** Compares bookings through the API with the minimum of statements through a bare driver; both are durable. */
export async function benchBookings(parts: Parts): Promise<Row[]> {
  const database = await startDatabase(parts)
  const pool = new pg.Pool({ connectionString: database.url, max: CLIENTS })
  parts.defer(() => pool.end())
  const server = await startServer(parts, database.settings)
  const [viaApi, viaDriver] = [
    await newBusiness(database, { duration: DURATION }),
    await newBusiness(database, { duration: DURATION, domain: 'bare.example' }),
  ]
  const inserted = await pool.query<{ id: number }>(
    `insert into customers (tenant_id, identity, name, surname, email, telephone)
     values ($1, 'bare', 'Giulia', 'Verdi', 'giulia@posta.example', '3330000000') returning id::int`,
    [viaDriver.tenantId],
  )
  const customer = inserted.rows[0]!.id
  const [apiSlots, driverSlots] = [slotsOf(viaApi, 88), slotsOf(viaDriver, 88)]
  const perSecond = async (work: () => Promise<unknown>) => (await byClients(work, after(SECONDS))) / SECONDS

  const [api, driver]: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++) {
    api.push(await perSecond(() => book(server, viaApi, apiSlots.next().value!)))
    driver.push(await perSecond(() => bookWithDriver(pool, viaDriver, customer, driverSlots.next().value!)))
  }
  // The first round warms up.
  const [rate, bare] = [median(api.slice(1)), median(driver.slice(1))]
  return [
    {
      figure: 'bookings by 16 clients on distinct slots, durable',
      data: `${count(88 * 144)} slots`,
      measured: `${percent(rate / bare)} (${count(rate)}/s, bare driver ${count(bare)}/s)`,
      budget: '≥ 35 % of a bare driver',
      passed: rate / bare >= 0.35,
    },
  ]
}

/** Locks the day, looks for an overlapping booking and inserts the new one. */
async function bookWithDriver(pool: pg.Pool, business: Business, customer: number, [day, hour]: Slot) {
  const start = toInstant(day, hour, TIME_ZONE)
  const [from, to] = [start.toString(), start.add({ minutes: DURATION }).toString()]
  const { tenantId, calendarId, serviceId } = business
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({
      name: 'lock',
      text: 'select pg_advisory_xact_lock($1::int, hashtext($2))',
      values: [calendarId, day],
    })
    const { rows } = await client.query<{ taken: number }>({
      name: 'overlapping',
      text: `select count(*)::int as taken from bookings where tenant_id = $1 and calendar_id = $2 and deleted_at is null
             and starts_at > $3::timestamptz - interval '1 day' and starts_at < $4 and ends_at > $3`,
      values: [tenantId, calendarId, from, to],
    })
    if (rows[0]!.taken > 0) throw new Error('The slot is taken')
    await client.query({
      name: 'insert',
      text: `insert into bookings (tenant_id, hidden_id, customer_id, calendar_id, service_id, service_name,
               service_duration, service_price, name, surname, email, telephone, visit_day, visit_hour, starts_at, ends_at)
             values ($1, $2, $10, $3, $4, 'Taglio', $5, 25, 'Giulia', 'Verdi', 'giulia@posta.example', '3330000000',
               $6, $7, $8, $9)`,
      values: [
        tenantId,
        randomBytes(16).toString('base64url'),
        calendarId,
        serviceId,
        DURATION,
        day,
        hour,
        from,
        to,
        customer,
      ],
    })
    await client.query('commit')
  } finally {
    client.release()
  }
}
