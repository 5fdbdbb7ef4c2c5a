import { randomBytes } from 'node:crypto'
import { toInstant } from '@prenoto/core/time/time-zone.ts'
import autocannon from 'autocannon'
import pg from 'pg'
import {
  benchDatabase,
  copyBookings,
  fillSlots,
  median,
  newShop,
  type Shop,
  type Slot,
  slotsOf,
  startApi,
} from './fixture.ts'
import { type PageWeight, weighPages } from './page-weights.ts'
import { type Api, AS_BROWSERS, book, byClients, CLIENTS, read, shuffled } from './visitors.ts'

const ROUNDS = 3
const SECONDS = 4

type Database = Awaited<ReturnType<typeof benchDatabase>>

async function readsPerSecond(url: string, seconds = SECONDS) {
  const load = { url, headers: AS_BROWSERS, connections: CLIENTS, duration: seconds }
  const { requests, duration, non2xx, errors } = await autocannon(load)
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refusals, ${errors} errors`)
  return requests.total / duration
}

/** Requests a second, medians, beside those of a constant of as many bytes. */
type Pace = { bytes: number; read: number; constant: number }

export type ReadFigures = {
  service: Pace
  page: Pace
  /** Bytes of the answer before it is compressed. */
  plainBytes: number
  /** Processor time of server and database together for a read right after a booking, milliseconds. */
  afterBooking: number
  pages: PageWeight[]
}

/** Reads of one service with 2,000 bookings in its horizon, as browsers ask, beside the same server answering a constant of that size. */
export async function benchReads(): Promise<ReadFigures> {
  const database = await benchDatabase()
  try {
    const shop = await newShop(database.owner, { capacity: 2 })
    const slots = slotsOf(shop, 88, 30)
    await fillSlots(database.owner, shop, slots.slice(0, 2_000), 30)

    const api = await startApi(database.urls)
    try {
      const path = `/api/client/services/${shop.serviceId}`
      const service = await paceOf(api, path)
      const page = await paceOf(api, `/client_service/${shop.serviceId}/booking`)
      const plainBytes = (await (await fetch(api.address + path)).arrayBuffer()).byteLength
      const afterBooking = await readAfterBooking(database, api)
      const pages = await weighPages(api.address, shop.serviceId)
      return { pages, service, page, plainBytes, afterBooking }
    } finally {
      await api.stop()
    }
  } finally {
    await database.close()
  }
}

async function paceOf(api: Api, path: string): Promise<Pace> {
  const { headers } = await fetch(api.address + path, { headers: AS_BROWSERS })
  if (headers.get('content-encoding') !== 'br') throw new Error(`${path} is not compressed`)
  const bytes = Number(headers.get('content-length'))
  const [url, constantUrl] = [api.address + path, `${api.address}/api/constant/${bytes}`]
  await readsPerSecond(url, 2)
  await readsPerSecond(constantUrl, 2)
  const reads: number[] = []
  const constants: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    reads.push(await readsPerSecond(url))
    constants.push(await readsPerSecond(constantUrl))
  }
  return { bytes, read: median(reads), constant: median(constants) }
}

const SHOPS = 1_000
const BOOKINGS_EACH = 500
/** Shops that are read first, so that what a server does at its first requests is done by the time that counts. */
const WARMING_UP = 700
/** Of so many any is read again and again. */
const IN_USE = 200

/** Processor time of server and database together for a read, microseconds. */
export type ManyFigures = { shops: number; inUse: number; bookings: number; warm: number; first: number; kept: number }

/** Reads of one business again and again, of many for the first time, and of any of them. */
export async function benchManyBusinesses(): Promise<ManyFigures> {
  const database = await benchDatabase()
  try {
    const shops: Shop[] = []
    for (let i = 0; i < SHOPS; i++)
      shops.push(await newShop(database.owner, { capacity: 2, domain: `shop${i}.example` }))
    const [one, ...others] = shops as [Shop, ...Shop[]]
    await fillSlots(database.owner, one, slotsOf(one, 88, 30).slice(0, BOOKINGS_EACH), 30)
    await copyBookings(database.owner, one, others)
    await database.settle()

    const api = await startApi(database.urls)
    try {
      const cpu = async () => (await api.usage()).cpuMicroseconds + database.cpu()
      /** What a read costs, of the shops that `next` gives to each of the clients until it has no more. */
      const costOf = async (next: () => Shop | undefined) => {
        const before = await cpu()
        let reads = 0
        const client = async () => {
          for (let shop = next(); shop; shop = next()) {
            await read(api, shop)
            reads += 1
          }
        }
        await Promise.all(Array.from({ length: CLIENTS }, client))
        return ((await cpu()) - before) / reads
      }
      const during = (seconds: number, pick: () => Shop) => {
        const end = performance.now() + seconds * 1000
        return () => (performance.now() < end ? pick() : undefined)
      }
      const inTurn = (some: Shop[]) => {
        const rest = some.values()
        return () => rest.next().value
      }

      await costOf(inTurn(shops.slice(0, WARMING_UP)))
      await costOf(during(2, () => one))
      const first = await costOf(inTurn(shops.slice(WARMING_UP)))
      const [warm, kept]: number[][] = [[], []]
      for (let round = 0; round < ROUNDS; round++) {
        warm!.push(await costOf(during(2, () => one)))
        kept!.push(await costOf(during(2, () => shops[Math.floor(Math.random() * IN_USE)]!)))
      }
      return { shops: SHOPS, inUse: IN_USE, bookings: BOOKINGS_EACH, warm: median(warm!), first, kept: median(kept!) }
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

export type BookingFigures = { api: number; bare: number }

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
    return { api: median(apiRates), bare: median(bareRates) }
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
