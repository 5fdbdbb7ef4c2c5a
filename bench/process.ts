import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '@prenoto/test-support/formats/statistics.ts'
import { count, type Row } from '@prenoto/test-support/formats/table.ts'
import { residentBytes } from '@prenoto/test-support/processes/process-usage.ts'
import { spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import { dice } from '../server/src/features/operations/demo/random.ts'
import { type Business, book, fill, newBusiness, readService, spreadSlots } from './business.ts'
import {
  after,
  byClients,
  limitMemory,
  type SectionResources,
  startDatabase,
  startServer,
  temporaryFolder,
} from './system.ts'

const BUSINESSES = 100

/** Maximum difference between the memory of two minutes, from the second minute on; bytes. */
const MAX_DIFFERENCE = 25e6

const megabytes = (bytes: number) => Math.round(bytes / 1e6)

/** The resident memory of a server that may use 1 GB, under a mixed load, minute by minute. */
export async function benchMemory(parts: SectionResources, { minutes }: { minutes: number }): Promise<Row[]> {
  const database = await startDatabase(parts)
  const businesses: Business[] = []
  for (let i = 0; i < BUSINESSES; i++)
    businesses.push(await newBusiness(database, { capacity: 2, domain: `salone${i}.example` }))
  await fill(database, businesses, { bookings: 500, perDay: 20, firstDay: 1 })
  const slots = new Map(businesses.map((business) => [business, spreadSlots(business, 88)]))
  const launcher = limitMemory(parts)
  const server = await startServer(parts, database.settings, { launcher })

  const random = dice(1)
  const isOver = after(minutes * 60)
  const load = byClients(async () => {
    const business = random.pick(businesses)
    const { domain, serviceId } = business
    const choice = random.below(100)
    if (choice < 40) await readService(server, business)
    else if (choice < 60) await server.visit(domain, `/client_service/${serviceId}/booking`)
    else if (choice < 80) await server.visit(domain, '/client_service')
    else if (choice < 95) await server.visit(domain, '/')
    else {
      const slot = slots.get(business)!.next().value
      if (!slot) return
      const { hidden_id } = await book(server, business, slot)
      await server.call({ host: domain, method: 'DELETE', path: `/client/bookings/delete/${hidden_id}` })
    }
  }, isOver)
  const samples: number[] = []
  while (!isOver()) {
    samples.push(residentBytes(server.pid))
    await sleep(1_000)
  }
  const requests = await load
  const byMinute = Array.from({ length: minutes }, (_, i) => median(samples.slice(60 * i, 60 * (i + 1))))
  const settled = byMinute.slice(1)
  const peak = Math.max(...samples)
  const isFlat = Math.max(...settled) - Math.min(...settled) <= MAX_DIFFERENCE
  return [
    {
      figure: `resident memory of a server under load, ${launcher ? 'limited to 1 GB' : 'not limited, so not judged'}`,
      data: `${count(BUSINESSES)} businesses, ${count(requests / minutes / 60)} requests/s for ${minutes} minutes`,
      measured: `at most ${megabytes(peak)} MB (by minute ${byMinute.map(megabytes).join(', ')})`,
      budget: '≤ 300 MB, flat',
      passed: !launcher || (peak <= 300e6 && isFlat),
    },
  ]
}

/** The time from the start of the process to its readiness, with the embedded PostgreSQL and the demo in place. */
export async function benchStart(parts: SectionResources): Promise<Row[]> {
  const settings = { DATA_DIR: await temporaryFolder(parts) }
  const first = spawnServer(settings)
  await first.ready()
  await first.end('SIGINT')
  const begun = performance.now()
  const second = spawnServer(settings)
  await second.ready()
  const seconds = (performance.now() - begun) / 1000
  await second.end('SIGINT')
  return [
    {
      figure: 'start to ready, second start',
      data: 'the demo',
      measured: `${seconds.toFixed(1)} s`,
      budget: '≤ 5 s',
      passed: seconds <= 5,
    },
  ]
}
