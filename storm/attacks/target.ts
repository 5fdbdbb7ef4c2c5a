import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { median, newShop, type Shop } from '../../bench/fixture.ts'
import { openOwnerPool } from '../../server/src/database/connection.ts'
import { spawnServer } from '../../server/test/server-process.ts'
import { call } from '../call.ts'
import { startDatabase } from '../database.ts'
import { disposeOnSignals } from '../dispose-on-signals.ts'
import { residentMemory } from '../kept-process.ts'
import type { Order, Outcome } from './crowd.ts'

/** A read is begun every so many milliseconds, whether those before have their answers or not. */
const BEAT = 20

/** How much slower a read may become beside an attack. */
export const GOAL = 3

/** One server on a database of its own with two businesses: one that may be attacked, and one that is read beside. */
export async function openTarget() {
  const parts = new AsyncDisposableStack()
  disposeOnSignals(parts)
  try {
    return { ...(await openParts(parts)), close: () => parts.disposeAsync() }
  } catch (error) {
    await parts.disposeAsync()
    throw error
  }
}

async function openParts(parts: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), 'prenoto-attack-'))
  parts.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  const database = parts.adopt(await startDatabase(folder), (database) => database.stop())
  const owner = openOwnerPool(database.urls.owner)
  const attacked = await newShop(owner, { domain: 'affollato.example', duration: 15 })
  const known = await newShop(owner, { domain: 'tranquillo.example' })
  await owner.end()

  const { app: DATABASE_URL, owner: OWNER_DATABASE_URL } = database.urls
  const settings = { DATABASE_URL, OWNER_DATABASE_URL, DATA_DIR: join(folder, 'data') }
  const server = spawnServer(settings)
  parts.defer(async () => {
    await server.end('SIGTERM')
  })
  await server.ready()
  const crowd = parts.adopt(fork(join(import.meta.dirname, 'crowd.ts')), (crowd) => void crowd.kill())

  return {
    attacked,
    port: server.port(),
    send: (order: Order) => answerOf(crowd, order),
    readsDuring: (work: Promise<unknown>) => readsDuring(server, known, work),
    isAlive: () => Promise.race([server.exited.then(() => false), sleep(200, true)]),
    resident: async () => (await residentMemory(server.pid)) ?? 0,
  }
}

async function answerOf(crowd: ChildProcess, order: Order): Promise<Outcome> {
  crowd.send(order)
  const [outcome] = await once(crowd, 'message')
  return outcome as Outcome
}

/** Milliseconds of each read, and how many had no good answer. */
export type Reads = { waits: number[]; failed: number }

/** How long a business's visitors wait while something else goes on: for a kept answer, and for one from the database. */
async function readsDuring(server: { port(): number }, { domain, serviceId }: Shop, work: Promise<unknown>) {
  const agent = new Agent({ keepAlive: true })
  const headers = { host: domain }
  function beat(path: string) {
    const own: Reads = { waits: [], failed: 0 }
    const underWay: Promise<void>[] = []
    async function read() {
      const start = performance.now()
      const answer = await call({ agent, port: server.port(), method: 'GET', path, headers })
      own.waits.push(performance.now() - start)
      if (typeof answer === 'string' || answer.status !== 200) own.failed += 1
    }
    const beating = setInterval(() => underWay.push(read()), BEAT)
    return async () => {
      clearInterval(beating)
      await Promise.all(underWay)
      return own
    }
  }
  const [endService, endTexts] = [beat(`/api/client/services/${serviceId}`), beat('/api/client/configs')]
  await work
  const reads: Record<string, Reads> = { 'its service': await endService(), 'its texts': await endTexts() }
  agent.destroy()
  return reads
}

export type Compared = { name: string; calm: number; beside: number; ratio: number }

/** The median of each read beside an attack, and without. */
export const compare = (calm: Record<string, Reads>, beside: Record<string, Reads>): Compared[] =>
  Object.entries(calm).map(([name, { waits }]) => {
    const [before, after] = [median(waits), median(beside[name]!.waits)]
    return { name, calm: before, beside: after, ratio: after / before }
  })
