import { randomUUID } from 'node:crypto'
import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import { DEMO_SITES } from '../server/src/demo/demo-sites.ts'
import { type Dice, dice } from '../server/src/demo/random.ts'
import { DEMO_PASSWORD } from '../server/src/users/demo-password.ts'
import { type Call, type HttpClient, jsonOf } from './http-client.ts'
import { nonsense } from './nonsense.ts'

/** What browsers accept, and what programs do. */
const ENCODINGS = ['gzip, deflate, br, zstd', 'gzip, deflate, br, zstd', 'gzip', 'identity']

const PAGES = ['/', '/client_service', '/login', '/thank_you', '/nowhere', '/dashboard', '/bookings/delete/unknown']

const STAFF_READS = [
  '/user/userInfo',
  '/dashboard/summary',
  '/services?per_page=100',
  '/calendars',
  '/days_off',
  '/users',
  '/customers?per_page=100',
  '/notifications',
  '/bookings?per_page=100',
]

const [{ logIns }] = DEMO_SITES as [(typeof DEMO_SITES)[number]]

type Step = () => Promise<unknown>

/** Opens a session of each of the demo's staff: what to send as their `authorization`. */
export async function logInStaff({ send }: HttpClient): Promise<string[]> {
  const bodies = logIns.map((email) => JSON.stringify({ email, password: DEMO_PASSWORD }))
  const headers = { 'content-type': 'application/json' }
  const answers = await Promise.all(bodies.map((body) => send({ method: 'POST', path: '/api/login', headers, body })))
  return answers.map((answer) => `Bearer ${jsonOf<{ access_token: string }>(answer).access_token}`)
}

/**
 * Sends what comes to a business, from so many clients at once: visitors who look, book and cancel, staff at work with the
 * dashboard open, and nonsense. Whatever is booked is cancelled, so that there is always something free.
 */
export async function startLoad(http: HttpClient, clients: number) {
  const staff = await logInStaff(http)
  const { services } = jsonOf<{ services: PublicService[] }>(
    await http.send({ path: '/api/client/services?per_page=100' }),
  )
  const { body: home } = await http.send({ path: '/' })
  const assets = [...String(home).matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
  for (const authorization of staff) http.listen('/api/notifications/stream', { authorization })

  let requests = 0
  let isOver = false

  async function send(call: Call) {
    requests += 1
    const answer = await http.send(call)
    if (answer.status >= 500) throw new Error(`${call.method ?? 'GET'} ${call.path}: ${answer.status}`)
    return answer
  }

  function stepsOf(chance: Dice, seed: number): [weight: number, step: Step][] {
    const nonsensical = nonsense(seed)
    const browser = () => ({ 'accept-encoding': chance.pick(ENCODINGS) })
    const colleague = () => ({ authorization: chance.pick(staff), ...browser() })
    const aService = () => chance.pick(services).id
    const read = (path: string, headers = browser()) => send({ path, headers })
    const write = (method: string, path: string, body?: object, headers = browser()) =>
      send({
        method,
        path: `/api${path}`,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        body: body && JSON.stringify(body),
      })
    // A connection that ends in between is what such clients ask for.
    const carelessly = (call: Call) => send(call).catch(() => {})

    async function bookAndCancel() {
      const id = aService()
      const { available_slots } = jsonOf<PublicService>(await read(`/api/client/services/${id}`))
      if (available_slots.length === 0) return

      const day = chance.pick(available_slots)
      const person = { name: 'Giulia', surname: 'Verdi', email: `giulia${chance.below(500)}@posta.example` }
      const slot = { visit_day: day.date, visit_hour: chance.pick(day.slots) }
      const booked = await write(
        'POST',
        `/client/bookings/create/${id}`,
        { ...person, telephone: '3330000000', privacy: true, ...slot },
        { ...browser(), 'idempotency-key': randomUUID() } as ReturnType<typeof browser>,
      )
      // Somebody else was quicker.
      if (booked.status !== 201) return
      const { hidden_id } = jsonOf<{ hidden_id: string }>(booked)
      await read(`/api/client/bookings/${hidden_id}/calendar`)
      await write('DELETE', `/client/bookings/delete/${hidden_id}`)
    }

    const askForContact = () =>
      write('POST', '/client/contact', {
        name: 'Giulia Verdi',
        email: 'giulia@posta.example',
        phone: '3330000000',
        message: 'Buongiorno',
        privacy: true,
      })

    const readMonth = () => {
      const from = Temporal.Now.plainDateISO().add({ days: chance.below(90) - 60 })
      return write('POST', '/bookings/events', { from: `${from}`, to: `${from.add({ days: 41 })}` }, colleague())
    }

    async function saveService() {
      const headers = { ...browser(), authorization: staff[0]! }
      const { services } = jsonOf<{ services: PublicService[] }>(await read('/api/services?per_page=100', headers))
      const service = chance.pick(services)
      await write('PUT', `/services/${service.id}`, service, headers)
    }

    return [
      [20, () => read(chance.pick(PAGES))],
      [10, () => read(`/client_service/${aService()}/booking`)],
      [10, () => read(chance.pick(assets))],
      [10, () => read('/api/client/services')],
      [10, () => read(`/api/client/services/${aService()}`)],
      [5, () => read('/api/client/configs')],
      [4, bookAndCancel],
      [1, askForContact],
      [10, () => read(`/api${chance.pick(STAFF_READS)}`, colleague())],
      [3, readMonth],
      [1, () => read(`/api/services/${aService()}`, colleague())],
      [0.3, saveService],
      [0.3, () => write('POST', '/login', { email: chance.pick(logIns), password: DEMO_PASSWORD })],
      [0.2, () => read('/api/openapi.json')],
      [2, () => carelessly({ path: `/client_service/${aService()}/booking`, headers: browser(), leavesAfter: 5 })],
      [10, () => carelessly(nonsensical.next().value)],
    ]
  }

  async function client(seed: number) {
    const chance = dice(seed)
    const steps = stepsOf(chance, seed).flatMap(([weight, step]) => Array<Step>(weight * 10).fill(step))
    while (!isOver) await chance.pick(steps)()
  }

  const work = Promise.all(Array.from({ length: clients }, (_, i) => client(i + 1)))
  const failed = work.then(() => new Promise<never>(() => {}))
  return {
    requests: () => requests,
    /** Rejects with what no server may answer; never resolves. */
    failed,
    async stop() {
      isOver = true
      await work
    },
  }
}
