import { dice } from '../server/src/demo/random.ts'
import type { Client } from './client.ts'
import type { Database } from './database.ts'
import type { Journal } from './journal.ts'
import type { KeptProcess } from './kept-process.ts'
import type { MailServer } from './mail.ts'
import type { Fault, FaultKind } from './plan.ts'
import { type Shop, slotsOf } from './shop.ts'
import { bookingAsk } from './visitors.ts'

export type World = {
  journal: Journal
  database: Database
  mail: MailServer
  servers: KeptProcess[]
  worker: KeptProcess
  client: Client
  shops: Shop[]
}

/** How far clocks are put wrong at most, milliseconds. */
const WORST_CLOCK = 5 * 60_000

/** How many book at once in a rush. */
const RUSH = 100

/** How many hosts come at once: that long, and that look like a business's. */
const LONG_HOSTS = 200
const PLAIN_HOSTS = 400

type Doing = (world: World, fault: Fault, target: KeptProcess) => Promise<unknown>

const DOING: Record<FaultKind, Doing> = {
  'connections cut': ({ database }) => database.cut({ share: 0.4 }),
  'all connections cut': ({ database }) => database.cut(),
  'listeners cut': ({ database }) => database.cut({ name: '%listener' }),
  'database restarted': ({ database }) => database.restart('fast'),
  'database restarted at once': ({ database }) => database.restart('immediate'),
  'database away': ({ database }, { lasts }) => database.stayAway(lasts),
  'database silent': ({ database }, { lasts }) => database.fallSilent(lasts),
  'database silent for long': ({ database }, { lasts }) => database.fallSilent(lasts),
  'backend killed': ({ database }) => database.killBackend(),

  'server killed': (_world, { lasts }, server) => server.kill(lasts),
  'server restarted': (_world, _fault, server) => server.restart(),
  'server stopped': (_world, { lasts }, server) => server.stall(lasts),
  'clock put forward': (_world, { seed }, server) => server.setClock(dice(seed).below(WORST_CLOCK)),
  'clock put back': (_world, { seed }, server) => server.setClock(-dice(seed).below(WORST_CLOCK)),
  'clock right again': (_world, _fault, server) => server.setClock(0),
  'worker killed': ({ worker }, { lasts }) => worker.kill(lasts),
  'worker stopped': ({ worker }, { lasts }) => worker.stall(lasts),

  'mail away': ({ mail }, { lasts }) => mail.stayAway(lasts),
  'mail silent': ({ mail }, { lasts }) => mail.fallSilent(lasts),
  'mail slow': ({ mail }, fault) => mail.be('slow', fault),
  'mail refuses': ({ mail }, fault) => mail.be('refuses', fault),
  'mail answers lost': ({ mail }, fault) => mail.be('loses answers', fault),

  rush,
  'hostile hosts': comeFromStrangeHosts,
}

/** Does what was planned, and writes down when it began and when all was well again. */
export async function strike(world: World, fault: Fault) {
  const { journal, database, servers, worker } = world
  const target = [...servers, worker].find(({ name }) => name === fault.on) ?? servers[0]!
  const { what, track } = fault
  const on = track === 'processes' ? target.name : track
  const from = Date.now()
  journal.write({ kind: 'fault begins', what, on, at: from })
  let failed: string | undefined
  try {
    await DOING[what](world, fault, target)
    if (track === 'database') await database.untilThere()
  } catch (error) {
    failed = String(error)
  }
  journal.write({ kind: 'fault', what, on, from, to: Date.now(), ...(failed !== undefined && { failed }) })
}

/** Everybody books at one business in the same moment, and takes the first answer for what it is. */
async function rush({ client, shops }: World, { seed }: Fault) {
  const chance = dice(seed)
  const shop = chance.pick(shops.slice(1))
  const service = chance.pick(shop.services)
  const path = `/client/services/${service.id}`
  const about = { actor: 'crowd', shop, what: 'read service', method: 'GET', path, expected: [200] } as const
  const { status, json } = await client.ask(chance.pick(client.servers), about)
  const slots = status === 200 ? slotsOf(json).slice(0, RUSH) : []
  if (slots.length === 0) return
  await Promise.all(
    Array.from({ length: RUSH }, (_, i) => {
      const key = `${shop.marker.toLowerCase()}-rush${seed}-${i}`
      const asked = bookingAsk(shop, { actor: `crowd ${i}`, key }, { service, slot: chance.pick(slots) })
      return client.ask(chance.pick(client.servers), { ...asked, what: 'book in a rush' })
    }),
  )
}

/** Hosts that no business has: of the longest that a header can hold, and of those that look like one. */
async function comeFromStrangeHosts({ client }: World, { seed }: Fault) {
  const chance = dice(seed)
  const come = (host: string, expected: number[]) =>
    client.ask(chance.pick(client.servers), {
      actor: 'hosts',
      shop: { marker: 'nobody', domain: host },
      what: 'strange host',
      method: 'GET',
      path: '/client/configs',
      expected,
    })
  const long = Array.from({ length: LONG_HOSTS }, (_, i) => `${seed}-${i}.${'x'.repeat(15_000)}`)
  const plain = Array.from({ length: PLAIN_HOSTS }, (_, i) => `salone-${seed}-${i}.example`)
  await Promise.all([...long.map((host) => come(host, [400, 403])), ...plain.map((host) => come(host, [403]))])
}
