import { setTimeout as sleep } from 'node:timers/promises'
import { dice } from '../server/src/features/operations/demo/random.ts'
import { type Business, slotsIn } from './business.ts'
import type { Client } from './client.ts'
import type { EventLog } from './event-log.ts'
import { bookingRequest } from './operations/visitors.ts'
import type { Fault, FaultKind } from './plan.ts'
import type { Database } from './processes/database.ts'
import type { MailServer } from './processes/mail.ts'
import type { ManagedProcess } from './processes/managed-process.ts'

export type System = {
  eventLog: EventLog
  database: Database
  mail: MailServer
  servers: ManagedProcess[]
  worker: ManagedProcess
  client: Client
  businesses: Business[]
}

/** The largest clock offset, milliseconds. */
export const MAX_CLOCK_OFFSET = 5 * 60_000

/** How many visitors want the same slot in a rush. */
const RUSH = 60

type Inject = (system: System, fault: Fault, target: ManagedProcess) => Promise<unknown>

const INJECT: Record<FaultKind, Inject> = {
  'some connections cut': ({ database }) => database.cutConnections({ share: 0.4 }),
  'all connections cut': ({ database }) => database.cutConnections(),
  'listeners cut': ({ database }) => database.cutConnections({ application: '%listener' }),
  'database restarted': ({ database }) => database.restart('fast'),
  'database crashed': ({ database }) => database.restart('immediate'),
  'database stopped': ({ database }, { lasts }) => database.stopFor(lasts),
  'database silent': ({ database }, { lasts }) => database.suspend(lasts),
  'database silent for long': ({ database }, { lasts }) => database.suspend(lasts),
  'backend killed': ({ database }) => database.killBackend(),

  'server killed': (_system, { lasts }, server) => server.kill(lasts),
  'server restarted': (_system, _fault, server) => server.restart(),
  'server suspended': (_system, { lasts }, server) => server.suspend(lasts),
  'clock shifted': (_system, { seed }, server) =>
    server.shiftClock(dice(seed).below(2 * MAX_CLOCK_OFFSET) - MAX_CLOCK_OFFSET),
  'clock reset': (_system, _fault, server) => server.shiftClock(0),
  'worker killed': ({ worker }, { lasts }) => worker.kill(lasts),

  'mail stopped': ({ mail }, { lasts }) => mail.stopFor(lasts),
  'mail slow': ({ mail }, fault) => mail.behave('slow', fault),
  'mail rejecting': ({ mail }, fault) => mail.behave('rejecting', fault),
  'mail answers lost': ({ mail }, fault) => mail.behave('losing answers', fault),

  'rush for one slot': rush,
}

type Schedule = { start: number; isOver: () => boolean }

/** Injects the faults of one track one after the other, until the run is over. */
export async function injectFaults(system: System, faults: Fault[], { start, isOver }: Schedule) {
  for (const fault of faults) {
    const wait = start + fault.at - Date.now()
    if (wait > 0) await sleep(wait)
    if (isOver()) return
    await inject(system, fault)
  }
}

async function inject(system: System, fault: Fault) {
  const { eventLog, database, servers, worker } = system
  const { what, track } = fault
  const process = [...servers, worker].find(({ name }) => name === fault.target)!
  const target = track === 'processes' ? process.name : track
  const from = Date.now()
  try {
    await INJECT[what](system, fault, process)
    if (track === 'database') await database.untilReady()
    eventLog.write({ kind: 'fault', what, target, from, to: Date.now() })
  } catch (error) {
    eventLog.write({ kind: 'fault', what, target, from, to: Date.now(), failed: String(error) })
  }
}

/** Sixty visitors book the same slot at once, on a calendar that takes three simultaneous visits. */
async function rush({ client, businesses }: System, { seed }: Fault) {
  const random = dice(seed)
  const business = businesses.find(({ capacity }) => capacity === 3)!
  const service = random.pick(business.services)
  const { status, json } = await client.call(random.pick(client.servers), {
    actor: 'rush',
    business,
    operation: 'read service',
    method: 'GET',
    path: `/client/services/${service.id}`,
    expected: [200],
  })
  const slots = status === 200 ? slotsIn(json) : []
  if (slots.length === 0) return
  const slot = random.pick(slots)
  await Promise.all(
    Array.from({ length: RUSH }, (_, i) => {
      const key = `${business.marker.toLowerCase()}-rush${seed}-${i}`
      const request = bookingRequest(business, { actor: `rush ${i}`, key, service, slot })
      return client.call(random.pick(client.servers), { ...request, operation: 'book in a rush' })
    }),
  )
}
