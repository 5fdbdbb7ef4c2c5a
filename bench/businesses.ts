import { dice } from '../server/src/demo/random.ts'
import { spawnServer } from '../server/test/server-process.ts'
import { benchDatabase, copyBookings, fillSlots, newShop, type Shop, slotsOf } from './fixture.ts'
import { httpClient } from './http-client.ts'
import { atRest, isFlat, megabytes, memoryOf, print, printHeads, printMemory, watchMemory } from './resident-memory.ts'

const BUSINESSES = 1_000
const BOOKINGS = 200
const DURATION = 30
const CLIENTS = 8

/** No more may be resident with all of them in the caches, bytes. */
const RESIDENT = 200e6

/** Prints the memory of a server, minute by minute, that visitors of a thousand businesses ask; whether it is as it must be. */
export async function visitBusinesses(minutes: number): Promise<boolean> {
  const parts = new AsyncDisposableStack()
  try {
    const database = parts.adopt(await benchDatabase(), (database) => database.close())
    const shops: Shop[] = []
    for (let i = 0; i < BUSINESSES; i++) shops.push(await newShop(database.owner, { domain: `negozio${i}.example` }))
    const [first, ...others] = shops as [Shop, ...Shop[]]
    await fillSlots(database.owner, first, slotsOf(first, 60, DURATION).slice(0, BOOKINGS), DURATION)
    await copyBookings(database.owner, first, others)
    await database.settle()

    const { app: DATABASE_URL, owner: OWNER_DATABASE_URL } = database.urls
    const server = spawnServer({ DATABASE_URL, OWNER_DATABASE_URL })
    parts.defer(async () => {
      await server.end('SIGTERM')
    })
    await server.ready()
    const port = server.port()
    printHeads()
    printMemory('before', await memoryOf(port))

    const load = visit(port, shops)
    const residents = await watchMemory(port, minutes, load)
    await load.stop()
    const afterLoad = await atRest(port)
    printMemory(`${afterLoad.seconds} s after the load`, afterLoad)
    const flat = isFlat(residents)
    const most = Math.max(...residents)
    print(
      `resident with ${BUSINESSES.toLocaleString('en')} businesses: ${megabytes(most)}, goal ≤ ${megabytes(RESIDENT)}`,
    )
    return flat && most <= RESIDENT
  } finally {
    await parts.disposeAsync()
  }
}

/** Visitors of random businesses, who look at all that there is. */
function visit(port: number, shops: Shop[]) {
  const chance = dice(1)
  const http = httpClient(port, 'localhost', CLIENTS)
  let requests = 0
  let isOver = false

  async function visitor() {
    while (!isOver) {
      const { domain, serviceId } = chance.pick(shops)
      const service = `/client_service/${serviceId}/booking`
      for (const path of [
        '/',
        '/client_service',
        '/api/client/services',
        service,
        `/api/client/services/${serviceId}`,
      ]) {
        const { status } = await http.send({ path, headers: { host: domain, 'accept-encoding': 'gzip, br' } })
        // A machine that others use as well may keep somebody waiting.
        if (status !== 200 && status !== 503) throw new Error(`${domain}${path}: ${status}`)
        requests += 1
      }
    }
  }

  const work = Promise.all(Array.from({ length: CLIENTS }, visitor))
  return {
    requests: () => requests,
    /** Rejects with what no server may answer; never resolves. */
    failed: work.then(() => new Promise<never>(() => {})),
    async stop() {
      isOver = true
      await work
      http.close()
    },
  }
}
