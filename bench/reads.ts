import { join } from 'node:path'
import { median } from '@prenoto/test-support/formats/statistics.ts'
import { count, kB, percent, type Row } from '@prenoto/test-support/formats/table.ts'
import autocannon from 'autocannon'
import { costRow, measureBareBooking } from './bare-booking.ts'
import { BROWSER_HEADERS, type Business, book, fill, newBusiness, readService, spreadSlots } from './business.ts'
import {
  byClients,
  CLIENTS,
  type Database,
  type SectionResources,
  type Server,
  startDatabase,
  startServer,
} from './system.ts'

const ROUNDS = 3
const SECONDS = 4

/** Two thousand bookings within the horizon of three months. */
const FILLING = { bookings: 2_000, perDay: 23, firstDay: 1 }

/** Compares reads of one service with reads of a constant of the same size, and measures the first read after a booking. */
export async function benchReads(parts: SectionResources): Promise<Row[]> {
  const database = await startDatabase(parts)
  const business = await newBusiness(database, { capacity: 2 })
  await fill(database, [business], FILLING)
  const bare = await measureBareBooking(parts, database)
  const server = await startServer(parts, database.settings, {
    preloaded: join(import.meta.dirname, 'constant-route.ts'),
  })

  const path = `/api/client/services/${business.serviceId}`
  const { headers } = await fetch(server.address + path, { headers: BROWSER_HEADERS })
  const bytes = Number(headers.get('content-length'))
  if (headers.get('content-encoding') !== 'br') throw new Error(`${path} is not compressed`)
  const [reads, constants]: [number[], number[]] = [[], []]
  for (let round = 0; round <= ROUNDS; round++) {
    reads.push(await requestsPerSecond(server.address + path))
    constants.push(await requestsPerSecond(`${server.address}/api/constant/${bytes}`))
  }
  // The first round warms up.
  const [read, constant] = [median(reads.slice(1)), median(constants.slice(1))]
  const afterBooking = await costOfReadAfterBooking(database, server)
  return [
    {
      figure: 'read of one service with a horizon of 3 months, nothing changed',
      data: `2,000 bookings, ${kB(bytes)} of brotli`,
      measured: `${percent(read / constant)} (${count(read)}/s, constant ${count(constant)}/s)`,
      budget: '≥ 50 % of a constant',
      passed: read / constant >= 0.5,
    },
    costRow({
      figure: 'the same read right after a booking, processor time of server and database',
      data: '2,000 bookings each of 8 businesses',
      cost: afterBooking,
      bare,
      budget: 5,
    }),
  ]
}

async function requestsPerSecond(url: string) {
  const load = { url, headers: BROWSER_HEADERS, connections: CLIENTS, duration: SECONDS }
  const { requests, duration, non2xx, errors } = await autocannon(load)
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refusals, ${errors} errors`)
  return requests.total / duration
}

/** The cost of a booking and a read minus that of a booking alone. */
async function costOfReadAfterBooking(database: Database, server: Server) {
  const BUSINESSES = 8
  const BLOCK = 20
  const domains = Array.from({ length: BUSINESSES }, (_, i) => `salone${i}.example`)
  const businesses = await Promise.all(domains.map((domain) => newBusiness(database, { capacity: 2, domain })))
  await fill(database, businesses, FILLING)
  const slots = businesses.map((business) => spreadSlots(business, 88))

  const measureCost = async (alsoRead: boolean) => {
    const before = server.cpu() + database.cpu()
    await Promise.all(
      businesses.map(async (business, i) => {
        for (let n = 0; n < BLOCK; n++) {
          await book(server, business, slots[i]!.next().value!)
          if (alsoRead) await readService(server, business)
        }
      }),
    )
    return (server.cpu() + database.cpu() - before) / BLOCK / BUSINESSES
  }
  await measureCost(true)
  const differences: number[] = []
  for (let round = 0; round < 9; round++) differences.push((await measureCost(true)) - (await measureCost(false)))
  return median(differences)
}

const BUSINESSES = 1_000
const WARM_UP = 700

/** Measures the first read of businesses that the server has not cached. */
export async function benchFirstReads(parts: SectionResources): Promise<Row[]> {
  const database = await startDatabase(parts)
  const businesses: Business[] = []
  for (let i = 0; i < BUSINESSES; i++)
    businesses.push(await newBusiness(database, { capacity: 2, domain: `salone${i}.example` }))
  await fill(database, businesses, { bookings: 500, perDay: 23, firstDay: 1 })
  const bare = await measureBareBooking(parts, database)
  const server = await startServer(parts, database.settings)

  const readAll = async (some: Business[]) => {
    const remaining = some.values()
    const before = server.cpu() + database.cpu()
    let next = remaining.next()
    await byClients(
      async () => {
        const { value } = next
        next = remaining.next()
        if (value) await readService(server, value)
      },
      () => next.done === true,
    )
    return (server.cpu() + database.cpu() - before) / some.length
  }
  await readAll(businesses.slice(0, WARM_UP))
  const first = await readAll(businesses.slice(WARM_UP))
  return [
    costRow({
      figure: 'first read of a random business, processor time of server and database',
      data: `${count(BUSINESSES)} businesses of 500 bookings`,
      cost: first,
      bare,
      budget: 8,
    }),
  ]
}
