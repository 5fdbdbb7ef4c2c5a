import { randomBytes } from 'node:crypto'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import autocannon from 'autocannon'
import pg from 'pg'
import { benchDatabase, fillSlots, median, newShop, type Shop, slotsOf, startApi } from './fixture.ts'
import { type PageWeight, weighPages } from './page-weights.ts'
import { type Api, book, byClients, CLIENTS, read, type Slot, shuffled } from './visitors.ts'

const ROUNDS = 3
const SECONDS = 4

type Database = Awaited<ReturnType<typeof benchDatabase>>

async function readsPerSecond(url: string, seconds = SECONDS) {
  const { requests, duration, non2xx, errors } = await autocannon({ url, connections: CLIENTS, duration: seconds })
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refusals, ${errors} errors`)
  return requests.total / duration
}

export type ReadFigures = {
  bytes: number
  /** Requests a second, medians. */
  read: number
  constant: number
  /** Resident memory of the server process after the load, bytes. */
  rss: number
  /** Processor time of server and database together for a read right after a booking, milliseconds. */
  afterBooking: number
  pages: PageWeight[]
}

/** Reads of one service with 2,000 bookings in its horizon, beside the same server answering a constant of that size. */
export async function benchReads(): Promise<ReadFigures> {
  const database = await benchDatabase()
  try {
    const shop = await newShop(database.owner, { capacity: 2 })
    const slots = slotsOf(shop, 88, 30)
    await fillSlots(database.owner, shop, slots.slice(0, 2_000), 30)
    const path = `/api/client/services/${shop.serviceId}`

    const probe = await startApi(database.urls)
    const bytes = (await (await fetch(probe.address + path)).arrayBuffer()).byteLength
    await probe.stop()

    const api = await startApi(database.urls, { constantBytes: bytes })
    try {
      const constantUrl = `${api.address}/api/constant`
      await readsPerSecond(api.address + path, 2)
      await readsPerSecond(constantUrl, 2)
      const reads: number[] = []
      const constants: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        reads.push(await readsPerSecond(api.address + path))
        constants.push(await readsPerSecond(constantUrl))
      }
      const afterBooking = await readAfterBooking(database, api)
      const { rss } = await api.usage()
      const pages = await weighPages(api.address, shop.serviceId)
      return { pages, bytes, read: median(reads), constant: median(constants), rss, afterBooking }
    } finally {
      await api.stop()
    }
  } finally {
    await database.close()
  }
}

/**
 * What a booking and a read cost together, less what the booking costs alone. Several businesses at once keep the
 * processors at work, as a server's are; one after the other, waking up would cost more than the work.
 */
async function readAfterBooking(database: Database, api: Api) {
  const SHOPS = 8
  const BLOCK = 20
  const shops = await Promise.all(
    Array.from({ length: SHOPS }, async (_, i) => {
      const shop = await newShop(database.owner, { capacity: 2, domain: `shop${i}.example` })
      const slots = slotsOf(shop, 88, 30)
      await fillSlots(database.owner, shop, slots.slice(0, 2_000), 30)
      return { shop, next: shuffled(slots).values() }
    }),
  )
  const cpu = async () => (await api.usage()).cpuMicroseconds + database.cpu()
  const costOf = async (alsoRead: boolean) => {
    const before = await cpu()
    await Promise.all(
      shops.map(async ({ shop, next }) => {
        for (let i = 0; i < BLOCK; i++) {
          await book(api, shop, next.next().value!)
          if (alsoRead) await read(api, shop)
        }
      }),
    )
    return ((await cpu()) - before) / BLOCK / SHOPS / 1000
  }
  await costOf(true)
  const differences: number[] = []
  for (let round = 0; round < 9; round++) differences.push((await costOf(true)) - (await costOf(false)))
  return median(differences)
}

export type BookingFigures = { api: number; bare: number; rss: number }

/** Bookings a second by 16 clients on distinct slots, beside a bare driver's minimum of statements; both durable. */
export async function benchBookings(): Promise<BookingFigures> {
  const database = await benchDatabase()
  const pool = new pg.Pool({ connectionString: database.url, max: CLIENTS })
  pool.on('error', () => {})
  const api = await startApi(database.urls)
  try {
    const DURATION = 5
    const apiShop = await newShop(database.owner, { duration: DURATION })
    const bareShop = await newShop(database.owner, { duration: DURATION, domain: 'bare.example' })
    const apiSlots = shuffled(slotsOf(apiShop, 88, DURATION)).values()
    const bareSlots = shuffled(slotsOf(bareShop, 88, DURATION)).values()

    const viaApi = (seconds?: number) => perSecond(() => book(api, apiShop, apiSlots.next().value!), seconds)
    const viaDriver = (seconds?: number) =>
      perSecond(() => bookBare(pool, bareShop, bareSlots.next().value!, DURATION), seconds)
    await viaApi(1)
    await viaDriver(1)

    const apiRates: number[] = []
    const bareRates: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      apiRates.push(await viaApi())
      bareRates.push(await viaDriver())
    }
    const { rss } = await api.usage()
    return { api: median(apiRates), bare: median(bareRates), rss }
  } finally {
    await api.stop()
    await pool.end()
    await database.close()
  }
}

async function perSecond(work: () => Promise<void>, seconds = 1.5) {
  const begun = performance.now()
  const end = begun + seconds * 1000
  const done = await byClients(work, () => performance.now() >= end)
  return done / ((performance.now() - begun) / 1000)
}

/** The least that keeps two people out of one slot: take turns for the day, look, write. */
async function bookBare(pool: pg.Pool, shop: Shop, [day, hour]: Slot, duration: number) {
  const start = toInstant(day, hour, 'Europe/Rome')
  const [from, to] = [start.toString(), start.add({ minutes: duration }).toString()]
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query({
      name: 'lock',
      text: 'select pg_advisory_xact_lock($1::int, hashtext($2))',
      values: [shop.calendarId, day],
    })
    const { rows } = await client.query<{ taken: number }>({
      name: 'look',
      text: `select count(*)::int as taken from bookings where tenant_id = $1 and calendar_id = $2
             and deleted_at is null and starts_at > $3::timestamptz - interval '1 day' and starts_at < $4 and ends_at > $3`,
      values: [shop.tenantId, shop.calendarId, from, to],
    })
    if (rows[0]!.taken > 0) throw new Error('The slot is taken')
    await client.query({
      name: 'write',
      text: `insert into bookings (tenant_id, hidden_id, customer_id, calendar_id, service_id, service_name,
               service_duration, service_price, name, surname, email, telephone, visit_day, visit_hour, starts_at, ends_at)
             values ($1, $2, $3, $4, $5, 'Taglio', $6, 25, 'Giulia', 'Verdi', 'giulia@posta.example', '3330000000', $7, $8, $9, $10)`,
      values: [
        shop.tenantId,
        randomBytes(16).toString('base64url'),
        shop.customerId,
        shop.calendarId,
        shop.serviceId,
        duration,
        day,
        hour,
        from,
        to,
      ],
    })
    await client.query('commit')
  } finally {
    client.release()
  }
}
