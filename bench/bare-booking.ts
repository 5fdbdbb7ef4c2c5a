import { randomBytes } from 'node:crypto'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import { median } from '@prenoto/test-support/formats/statistics.ts'
import { ms, type Row, times } from '@prenoto/test-support/formats/table.ts'
import pg from 'pg'
import { newBusiness, spreadSlots, TIME_ZONE } from './business.ts'
import { byClients, CLIENTS, type Database, type SectionResources } from './system.ts'

export const DURATION = 5

const WARM_UP = 400
const ROUNDS = 5
const BOOKINGS = 300

/**
 * A business that is booked through a bare driver. Each booking locks the day, looks for an overlapping one and inserts the
 * new one, durably.
 */
export async function openBareDriver(parts: SectionResources, database: Database) {
  const pool = new pg.Pool({ connectionString: database.url, max: CLIENTS })
  // The database may stop before the connections have closed.
  pool.on('error', () => {})
  parts.defer(() => pool.end())
  const { tenantId, calendarId, serviceId, ...business } = await newBusiness(database, {
    duration: DURATION,
    domain: 'bare.example',
  })
  const inserted = await pool.query<{ id: number }>(
    `insert into customers (tenant_id, identity, name, surname, email, telephone)
     values ($1, 'bare', 'Giulia', 'Verdi', 'giulia@posta.example', '3330000000') returning id::int`,
    [tenantId],
  )
  const customer = inserted.rows[0]!.id
  const slots = spreadSlots({ ...business, tenantId, calendarId, serviceId }, 88)

  async function book() {
    const [day, hour] = slots.next().value!
    const start = toInstant(day, hour, TIME_ZONE)
    const [from, to] = [start.toString(), start.add({ minutes: DURATION }).toString()]
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
  return { book }
}

/**
 * Processor time of one booking through the bare driver, of driver and database, milliseconds: the unit in which costs are
 * compared. Call it before a server uses the database.
 */
export async function measureBareBooking(parts: SectionResources, database: Database): Promise<number> {
  const { book } = await openBareDriver(parts, database)
  const bookSome = (bookings: number) => {
    let remaining = bookings
    return byClients(book, () => remaining-- <= 0)
  }
  await bookSome(WARM_UP)
  const costs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = database.cpu()
    const ownBefore = process.cpuUsage()
    const bookings = await bookSome(BOOKINGS)
    const { user, system } = process.cpuUsage(ownBefore)
    costs.push((database.cpu() - before + (user + system) / 1000) / bookings)
  }
  return median(costs)
}

type Cost = Pick<Row, 'figure' | 'data'> & {
  /** Milliseconds of processor time. */
  cost: number
  bare: number
  /** The largest multiple of `bare`. */
  budget: number
  details?: string
}

/** The row of a cost in units of a bare booking. */
export const costRow = ({ figure, data, cost, bare, budget, details }: Cost): Row => ({
  figure,
  data,
  measured: `${times(cost / bare)} (${ms(cost)}${details ? `: ${details}` : ''}, bare driver ${ms(bare)})`,
  budget: `≤ ${budget} × a bare booking`,
  passed: cost / bare <= budget,
})
