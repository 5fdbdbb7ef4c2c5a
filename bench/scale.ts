import { localTimeAt } from '@prenoto/core/time/time-zone.ts'
import { median } from '@prenoto/test-support/formats/statistics.ts'
import { count, type Row, times } from '@prenoto/test-support/formats/table.ts'
import { declaredEndpoints } from '@prenoto/test-support/http/endpoints.ts'
import { hashAtOnce } from '../server/src/features/accounts/users/passwords.ts'
import { type Business, book, fill, newBusiness, spreadSlots, TIME_ZONE } from './business.ts'
import { type SectionResources, type Server, startDatabase, startServer } from './system.ts'

const PASSWORD = 'Prenota-2026!'
const BOOKINGS = 10_000
const ROUNDS = 40
const BUDGET = 1.5

/** Shorter times count as this many milliseconds, since noise would dominate their ratio. */
const LEAST = 1

type Call = { name: string; perform: () => Promise<unknown> }

/** Compares the median time of each call in an installation with many businesses and in one with a single business. */
export async function benchScale(parts: SectionResources, { businesses }: { businesses: number }): Promise<Row[]> {
  const small = await callsAt(parts, 1)
  const large = await callsAt(parts, businesses)
  const timings = new Map<string, [small: number[], large: number[]]>()
  for (let round = 0; round < ROUNDS; round++)
    for (const [side, calls] of [small, large].entries())
      for (const { name, perform } of calls) {
        const begun = performance.now()
        await perform()
        const timing = timings.get(name) ?? [[], []]
        timing[side]!.push(performance.now() - begun)
        timings.set(name, timing)
      }
  const ratios = [...timings].map(([name, [one, many]]) => ({
    name,
    ratio: Math.max(median(many), LEAST) / Math.max(median(one), LEAST),
  }))
  const slower = ratios.filter(({ ratio }) => ratio > BUDGET)
  const largest = Math.max(...ratios.map(({ ratio }) => ratio))
  const names = slower.map(({ name, ratio }) => `${name} ${times(ratio)}`).join(', ')
  return [
    {
      figure: `p50 of ${ratios.length} calls with many businesses against one`,
      data: `${count(businesses)} × ${count(BOOKINGS)} bookings against 1 × ${count(BOOKINGS)}`,
      measured: `median ${times(median(ratios.map(({ ratio }) => ratio)))}, largest ${times(largest)}${names && ` (${names})`}`,
      budget: `≤ ${BUDGET} × for every call`,
      passed: slower.length === 0,
    },
  ]
}

/** Calls of one business: every GET endpoint that a generic request can call, and the writes of a visitor. */
async function callsAt(parts: SectionResources, businesses: number): Promise<Call[]> {
  const database = await startDatabase(parts)
  const passwordHash = await hashAtOnce(PASSWORD)
  const all: Business[] = []
  for (let i = 0; i < businesses; i++)
    all.push(await newBusiness(database, { capacity: 2, domain: `salone${i}.example`, passwordHash }))
  // Twenty bookings on each day: five hundred days, of which sixty are to come.
  await fill(database, all, { bookings: BOOKINGS, perDay: 20, firstDay: 60 - BOOKINGS / 20 })
  const server = await startServer(parts, { ...database.settings, JOBS: 'off' })
  const business = all[Math.floor(businesses / 2)]!
  return [...(await listReads(server, business)), ...listWrites(server, business)]
}

/** Values for path parameters, by the path up to the parameter. */
function pathParams(
  { serviceId, calendarId }: Business,
  bookingId: number,
  customerId: number,
): Record<string, number> {
  return {
    '/services/:id': serviceId,
    '/calendars/:id': calendarId,
    '/bookings/:id': bookingId,
    '/customers/:id': customerId,
    ':serviceId': serviceId,
  }
}

async function listReads(server: Server, business: Business): Promise<Call[]> {
  const host = business.domain
  const payload = { email: 'ada@bench.example', password: PASSWORD }
  const logIn = await server.call({ host, method: 'POST', path: '/login', payload })
  const headers = { authorization: `Bearer ${JSON.parse(logIn.body).access_token}` }
  const today = localTimeAt(Date.now(), TIME_ZONE).date
  const events = { method: 'POST', path: '/bookings/events', payload: { from: today, to: today } }
  const read = (call: { path: string; method?: string; payload?: object }) => server.call({ host, headers, ...call })

  const { body } = await read(events)
  const [booking] = JSON.parse(body) as { id: number; customer_id: number }[]
  const { customer_id } = JSON.parse((await read({ path: `/bookings/${booking!.id}` })).body)
  const query = new URLSearchParams({ from: today, to: today, visit_day: today, q: 'verdi 77' })
  const calls: Call[] = [{ name: 'POST /bookings/events', perform: () => read(events) }]
  for (const { method, path } of declaredEndpoints) {
    if (method !== 'GET' || path.endsWith('/stream')) continue
    let filled = path
    for (const [part, id] of Object.entries(pathParams(business, booking!.id, customer_id)))
      filled = filled.replace(part, part.replace(/:\w+/, String(id)))
    if (filled.includes(':')) continue
    const call = { path: `${filled}?${query}` }
    // Endpoints that need other parameters are left out.
    if ((await read(call)).status === 200) calls.push({ name: `GET ${path}`, perform: () => read(call) })
  }
  for (const path of ['/', '/client_service', `/client_service/${business.serviceId}/booking`])
    calls.push({ name: `page ${path.replace(/\d+/, ':id')}`, perform: () => server.visit(host, path) })
  return calls
}

function listWrites(server: Server, business: Business): Call[] {
  const slots = spreadSlots(business, 59)
  const createdIds: string[] = []
  return [
    {
      name: 'POST /client/bookings/create/:serviceId',
      async perform() {
        createdIds.push((await book(server, business, slots.next().value!)).hidden_id)
      },
    },
    {
      name: 'DELETE /client/bookings/delete/:hiddenId',
      perform: () =>
        server.call({ host: business.domain, method: 'DELETE', path: `/client/bookings/delete/${createdIds.pop()}` }),
    },
  ]
}
