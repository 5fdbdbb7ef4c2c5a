import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { addDays } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { declaredEndpoints, nameOf } from '../../server/test/endpoints.ts'
import { median, startApi } from '../fixture.ts'
import { printTable } from '../rows.ts'
import { aVisitor } from './a-visitor.ts'
import { type Cost, noteCosts, unnoted } from './costs.ts'
import { DASHBOARD, openDashboard } from './dashboard.ts'
import { type Databases, openDatabases } from './databases.ts'
import { openDesk } from './desk.ts'
import { LARGER, UNASKED } from './exceptions.ts'
import { FULL_DAY } from './fill.ts'
import type { Size } from './sizes.ts'
import { staffAtBookings } from './staff-at-bookings.ts'
import { staffAtCustomers } from './staff-at-customers.ts'
import { logInAdmin, staffAtSettings } from './staff-at-settings.ts'

/** How much more a call may cost at a larger size, and how many milliseconds a large dashboard may take. */
const GOAL = 1.3
const DASHBOARD_GOAL = 100

type Options = {
  sizes: Size[]
  rounds: number
  /** Where the databases are kept. */
  folder?: string | undefined
  isFresh: boolean
}

const KEPT = join(import.meta.dirname, '../../node_modules/.cache/prenoto-scale')

/**
 * Prints what every call costs at some sizes, one caller doing everything that people do and the sizes in turn, and what a
 * process holds that serves all the businesses of one.
 */
export async function compareSizes({ sizes, rounds, folder = KEPT, isFresh }: Options) {
  const parts = new AsyncDisposableStack()
  try {
    const databases = parts.adopt(await openDatabases(folder, isFresh), (databases) => databases.close())
    const shops = []
    for (const size of sizes) shops.push(await openShop(parts, databases, size))

    // The first day is for all that is done once.
    for (const { aDay } of shops) await aDay()
    for (const { costs } of shops) {
      requireEveryEndpoint(costs)
      costs.clear()
    }
    for (let round = 0; round < rounds; round++) for (const { aDay } of shops) await aDay()

    printCalls(
      sizes,
      shops.map(({ costs }) => costs),
      rounds,
    )
  } finally {
    await parts.disposeAsync()
  }
}

async function openShop(parts: AsyncDisposableStack, databases: Databases, size: Size) {
  const { urls } = await databases.open(size)
  const api = parts.adopt(await startApi(urls, { jobs: false }), (api) => api.stop())
  const costs = noteCosts(api.pid, databases.postmaster)
  const domain = `salone${Math.ceil(size.businesses / 2)}.example`
  const port = Number(new URL(api.address).port)
  const desk = parts.adopt(openDesk(port, domain, costs), (desk) => desk.close())
  const page = parts.adopt(openDesk(port, domain, unnoted), (page) => page.close())
  const today = todayIn('Europe/Rome', Temporal.Now.instant())
  const fullDay = addDays(today, FULL_DAY)
  for (const each of [desk, page]) await logInAdmin(each)

  return {
    costs: costs.of,
    async aDay() {
      await aVisitor(desk, fullDay)
      await costs.measure(DASHBOARD, () => openDashboard(page, today))
      await staffAtBookings(desk, today, fullDay)
      await staffAtCustomers(desk)
      await staffAtSettings(desk, today)
    },
  }
}

/** Throws where an endpoint is neither asked nor named as one that is not. */
function requireEveryEndpoint(costs: Map<string, Cost[]>) {
  const asked = [...costs.keys()]
  const isKnown = (name: string) =>
    name in UNASKED || asked.some((call) => call === name || call.startsWith(`${name}, `))
  const forgotten = declaredEndpoints.map(nameOf).filter((name) => !isKnown(name))
  if (forgotten.length > 0) throw new Error(`Nobody asks for ${forgotten.join(', ')}: see bench/scale`)
}

function printCalls(sizes: Size[], costs: Map<string, Cost[]>[], rounds: number) {
  const rows = [...costs[0]!.keys()].map((name) => {
    const taken = costs.map((of) => median(of.get(name)!.map(({ taken }) => taken)))
    const [least, ...others] = costs.map((of) => median(of.get(name)!.map(({ worked }) => worked)))
    const ratios = others.map((other) => other / least!)
    const isMissed = name === DASHBOARD ? taken.at(-1)! > DASHBOARD_GOAL : ratios.some((ratio) => ratio > GOAL)
    return [
      name,
      ...taken.map((milliseconds) => milliseconds.toFixed(1)),
      least!.toFixed(1),
      ...ratios.map((ratio) => `${ratio.toFixed(2)} ×`),
      isMissed ? (LARGER[name] ?? 'missed') : '',
    ]
  })
  const names = sizes.map(({ name }) => name)
  process.stdout.write(
    [
      `Node ${process.version}, ${availableParallelism()} cores; servers, database and caller share them. Medians of ${rounds}, milliseconds;`,
      `ratios are of the processor time of server and database together (goal ≤ ${GOAL} ×; of the dashboard ≤ ${DASHBOARD_GOAL} ms by the clock).`,
      ...sizes.map(describe),
      '\n',
    ].join('\n'),
  )
  printTable(
    ['call', ...names, `${names[0]}, processor`, ...names.slice(1).map((name) => `${name} / ${names[0]}`), ''],
    rows,
  )
}

const describe = ({ name, businesses, calendars, bookings }: Size) =>
  `${name}: ${businesses.toLocaleString('en')} × ${bookings.toLocaleString('en')} bookings in ${calendars} calendars`
