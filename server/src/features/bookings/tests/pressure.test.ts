import { chosenVisitQuery } from '@prenoto/core/bookings/chosen-visit.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { countStatements } from '@prenoto/test-support/database/count-queries.ts'
import { proveWithoutWork, solveRefusedChallenge } from '@prenoto/test-support/http/solve-challenge.ts'
import { setPoints } from '@prenoto/test-support/server/set-points.ts'
import { aBooking, sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { expect, test } from 'vitest'

const server = await sharedServer({ rateLimits: true, work: true })

/** `ATTACK_ATTEMPTS=4000` plays the whole attack. */
const ATTEMPTS = Number(process.env.ATTACK_ATTEMPTS ?? 144)
const ADDRESSES = Math.min(ATTEMPTS / 4, 200)
const CONTACTS = Math.min(ATTEMPTS / 4, 50)
const VISITORS = 4

/** From this many bookings within an hour on, the business has a burst. */
const BURST = 20
/** Statements of a refused request outside the counters, with begin and rollback. */
const FEW_STATEMENTS = 10

/** A business with a capacity of one hundred, so that slots are never taken. */
async function aLargeBusiness() {
  const here = await server.newTenant({ app_simultaneous_bookings_enabled: true, phone: '02 1234567' })
  const { id: calendar_id } = await here.newCalendar({ simultaneous_bookings_number: 100 })
  return { ...here, service: await here.newService({ calendar_id }) }
}
type LargeBusiness = Awaited<ReturnType<typeof aLargeBusiness>>

type Sent = { address?: string; booking?: object; headers?: object }

const send = (here: LargeBusiness, { address = '203.0.113.7', booking, headers }: Sent = {}) =>
  server.app.inject({
    method: 'POST',
    url: `/api/client/bookings/create/${here.service.id}`,
    headers: { host: here.domain, ...headers },
    remoteAddress: address,
    payload: { ...aBooking, ...booking },
  })

/** As the page does: sends proofs of the work that the server asks for. */
async function sendAsBrowser(here: LargeBusiness, sent: Sent, attempts = 3): Promise<Awaited<ReturnType<typeof send>>> {
  const answer = await send(here, sent)
  const proof = attempts > 0 ? await proveWithoutWork(server, answer) : undefined
  return proof ? sendAsBrowser(here, { ...sent, headers: proof }, attempts - 1) : answer
}

const contact = (i: number, name = 'anna') => ({ email: `${name}.${i}@example.it`, telephone: `33312${10_000 + i}` })

const contactRequest = (here: TestTenant, remoteAddress: string, headers: object = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/client/contact',
    headers: { host: here.domain, ...headers },
    remoteAddress,
    payload: { name: 'Giulia', email: 'giulia@example.it', phone: '3331234567', privacy: true },
  })

/** One booking less than a burst, of which all but the first are copies. */
async function bookNearlyABurst(here: LargeBusiness) {
  expect((await send(here, { address: '198.51.0.7', booking: contact(0) })).statusCode).toBe(201)
  await server.owner.query(
    `insert into bookings (tenant_id, hidden_id, customer_id, calendar_id, service_id, service_name, service_duration,
       service_price, name, surname, email, telephone, visit_day, visit_hour, starts_at, ends_at)
     select tenant_id, left(hidden_id, 20) || n, customer_id, calendar_id, service_id, service_name, service_duration,
       service_price, name, surname, email, telephone, visit_day, visit_hour, starts_at, ends_at
     from bookings, generate_series(10, $2) n where tenant_id = $1`,
    [here.id, BURST + 7],
  )
  await setPoints(server, { [`bookings:${here.id}/hour`]: BURST - 1 })
}

const listBookings = (here: TestTenant) => here.db.selectFrom('bookings').select(['id', 'email']).execute()

test('an attack gets a handful of bookings, and no real visitor is refused', async () => {
  const here = await aLargeBusiness()
  const attacks: Awaited<ReturnType<typeof send>>[] = []
  const visits: Awaited<ReturnType<typeof send>>[] = []
  const hours = ['09:00', '10:00', '11:00', '12:00', '15:00', '16:00', '17:00']
  const attack = async (i: number) => {
    const address = `198.51.${i % ADDRESSES}.7`
    attacks.push(
      await send(here, { address, booking: { ...contact(i % CONTACTS, 'mario'), visit_hour: hours[i % 7] } }),
    )
    if (i % (ATTEMPTS / VISITORS) !== 0) return
    const booking = { ...contact(i), visit_day: '2026-11-24', visit_hour: hours[i % 7] }
    visits.push(await sendAsBrowser(here, { address: `203.0.${visits.length}.9`, booking }))
  }
  let next = 0
  const attacker = async () => {
    while (next < ATTEMPTS) await attack(next++)
  }
  await Promise.all(Array.from({ length: 8 }, attacker))
  await waitForJobs(server, here)

  expect(attacks).toHaveLength(ATTEMPTS)
  const accepted = attacks.filter(({ statusCode }) => statusCode === 201)
  expect(accepted.length).toBeGreaterThan(0)
  expect(accepted.length).toBeLessThanOrEqual(CONTACTS)
  expect(new Set(attacks.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 429]))
  expect(visits.map(({ statusCode }) => statusCode)).toEqual(Array(VISITORS).fill(201))
  expect(await listBookings(here)).toHaveLength(accepted.length + VISITORS)

  const emails = await here.db
    .selectFrom('messages')
    .innerJoin('bookings', 'bookings.id', 'messages.record_id')
    .select(({ fn }) => ['bookings.email', fn.countAll<number>().as('count')])
    .where('kind', '=', 'confirmation')
    .groupBy('bookings.email')
    .execute()
  expect(Math.max(...emails.map(({ count }) => Number(count)))).toBeLessThanOrEqual(3)

  // A refused request neither begins a transaction of the business nor locks the day.
  const lockedDays = () => here.db.selectFrom('calendar_days').select(['day', 'version']).execute()
  const before = await lockedDays()
  const statements = await countStatements(server, async () => {
    for (let i = 0; i < 5; i++) expect((await send(here, { booking: contact(i, 'mario') })).statusCode).toBe(429)
  })
  expect(statements).toBe(0)
  expect(await lockedDays()).toEqual(before)
  // Even with proofs of work, each contact keeps to its one booking.
  for (let i = 0; i < 2; i++) {
    const solved = await sendAsBrowser(here, { address: '198.51.100.1', booking: contact(i, 'mario') })
    expect([solved.statusCode, solved.json().challenge]).toEqual([429, undefined])
  }
})

test('a form with a filled bot trap is accepted with a proof of work, since a password manager may fill it', async () => {
  const here = await aLargeBusiness()
  const booking = { ...contact(1), extra: 'giulia' }
  const [challenged, done] = [await send(here, { booking }), await sendAsBrowser(here, { booking })]
  expect([challenged.statusCode, done.statusCode]).toEqual([429, 201])
  expect(challenged.json().challenge).toBeDefined()

  const person = { name: 'Giulia', email: 'giulia@example.it', extra: 'giulia' }
  const forms = [
    ['/client/contact', { ...person, phone: '3331234567', privacy: true }],
    ['/client/my-bookings', person],
  ] as const
  for (const [path, payload] of forms) {
    const url = `/api${path}`
    const call = { method: 'POST', url, headers: { host: here.domain }, payload, remoteAddress: '203.0.113.8' } as const
    const refused = await server.app.inject(call)
    expect(refused.statusCode, path).toBe(429)
    const headers = { ...call.headers, ...(await proveWithoutWork(server, refused)) }
    expect((await server.app.inject({ ...call, headers })).statusCode, path).toBeLessThan(300)
  }

  const page = await server.app.inject({
    method: 'POST',
    url: '/client_service',
    headers: { host: here.domain, 'content-type': 'application/x-www-form-urlencoded' },
    remoteAddress: '203.0.113.9',
    payload: `${new URLSearchParams({ ...person, phone: '3331234567', privacy: 'on' })}`,
  })
  expect(page.statusCode).toBe(429)
  expect(page.body).toContain('solo con JavaScript attivo')
})

test('a rush of visitors behind one address of a mobile carrier gets in', async () => {
  const here = await aLargeBusiness()
  // As if 24 visitors had booked.
  await setPoints(server, {
    [`booking:${here.id}/192.0.2.1`]: 24,
    [`booking:${here.id}/192.0.2.0/24`]: 24,
    [`bookings:${here.id}/hour`]: 24,
  })

  const visits = await Promise.all(
    Array.from({ length: 6 }, (_, i) => sendAsBrowser(here, { address: '192.0.2.1', booking: contact(i) })),
  )

  expect(visits.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(201))
})

test('asks for a proof of work from an address, and from an address block, with too many requests', async () => {
  const here = await aLargeBusiness()
  const ask = (address: string) => contactRequest(here, address)

  for (let i = 0; i < 3; i++) expect((await ask('203.0.113.7')).statusCode).toBe(201)
  const refused = await ask('203.0.113.7')

  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({
    reason: 'proof-of-work-required',
    detail: 'Non siamo riusciti a controllare che la richiesta sia sicura: riprova, oppure contattaci.',
    challenge: { signature: expect.any(String), parameters: { data: { form: 'contact', level: 1 } } },
  })
  expect((await ask('203.0.113.8')).statusCode).toBe(201)
  await setPoints(server, { [`contact:${here.id}/2001:db8:1::/48`]: 18 })
  for (const i of [18, 19]) expect((await ask(`2001:db8:1:${i}::1`)).statusCode).toBe(201)
  expect((await ask('2001:db8:1:99::1')).json().reason).toBe('proof-of-work-required')
  expect((await ask('2001:db8:2:99::1')).statusCode).toBe(201)
})

test('a solution counts once, at one business and for one form', async () => {
  const [here, elsewhere] = [await aLargeBusiness(), await aLargeBusiness()]
  for (const business of [here, elsewhere]) for (let i = 0; i < 3; i++) await contactRequest(business, '203.0.113.7')
  const refused = await contactRequest(here, '203.0.113.7')
  const proof = (await solveRefusedChallenge(refused))!
  const { challenge } = refused.json()
  const header = (content: object) => ({ 'proof-of-work': JSON.stringify(content) })
  const solution = JSON.parse(proof['proof-of-work']).solution
  const requestStatus = async (business: TestTenant, headers: object) =>
    (await contactRequest(business, '203.0.113.7', headers)).statusCode

  expect(await requestStatus(elsewhere, proof)).toBe(429)
  expect(await requestStatus(here, { 'proof-of-work': 'not json' })).toBe(429)
  expect(await requestStatus(here, header({ challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } }))).toBe(
    429,
  )
  const easier = { ...challenge, parameters: { ...challenge.parameters, cost: 1 } }
  expect(await requestStatus(here, header({ challenge: easier, solution }))).toBe(429)
  expect(await requestStatus(here, proof)).toBe(201)
  expect(await requestStatus(here, proof)).toBe(429)
})

test('a new contact needs a proof of work for more bookings in a day, and gets three', async () => {
  const here = await aLargeBusiness()
  let addresses = 0
  const book = (email: string, telephone: string, by: typeof sendAsBrowser = send) =>
    by(here, { address: `198.51.${++addresses}.7`, booking: { email, telephone } })

  expect((await book('g.verdi@gmail.com', '3331234567')).statusCode).toBe(201)
  expect((await book('G.Verdi@gmail.com', '0039 333 1234567')).statusCode).toBe(201)
  await waitForJobs(server, here)
  const statements = await countStatements(server, async () => {
    expect((await book('GVerdi+tre@gmail.com', '3330000002')).json().reason).toBe('proof-of-work-required')
  })
  expect(statements).toBeLessThanOrEqual(FEW_STATEMENTS)
  expect((await book('gverdi+tre@gmail.com', '3330000002', sendAsBrowser)).statusCode).toBe(201)
  const fourth = await book('gverdi@gmail.com', '3330000004', sendAsBrowser)
  expect(fourth.statusCode).toBe(429)
  expect(fourth.json().detail).toBe(
    'Con questi contatti sono già arrivate altre prenotazioni: per aggiungerne una, contattaci.',
  )
  expect((await book('altra@example.it', '+39 333 123 4567')).statusCode).toBe(201)
  expect((await book('altra@example.it', '+39 333 123 4567')).json().reason).toBe('proof-of-work-required')
  expect(await listBookings(here)).toHaveLength(4)
})

test('a customer whose booking staff have made may book ten times in a day', async () => {
  const here = await aLargeBusiness()
  const operator = await here.as('operator')
  await operator.post('/bookings/create', { ...aBooking, service_id: here.service.id })

  expect((await send(here)).statusCode).toBe(201)
  await server.owner.query('update system.recipients set new_bookings = new_bookings + 8 where tenant_id = $1', [
    here.id,
  ])
  expect((await send(here, { address: '198.51.9.7' })).statusCode).toBe(201)

  expect((await send(here, { address: '198.51.99.7' })).json().reason).toBe('proof-of-work-required')
})

test('a burst is measured by the busiest hour, and editors and admins are told of it once in an hour', async () => {
  const here = await aLargeBusiness()
  await here.as('editor')
  await here.as('operator')
  await bookNearlyABurst(here)
  expect((await send(here, { address: '198.51.1.7', booking: contact(1) })).statusCode).toBe(201)
  const ask = () => send(here, { address: '198.51.200.7', booking: contact(200) })
  await expect.poll(async () => (await ask()).json().reason).toBe('proof-of-work-required')
  const booking = contact(200)
  expect((await sendAsBrowser(here, { address: '198.51.200.7', booking })).statusCode).toBe(201)
  await waitForJobs(server, here)
  const told = () =>
    here.db
      .selectFrom('notifications')
      .select(['message', 'user_id'])
      .where('title', '=', 'Prenotazioni insolite')
      .execute()
  await expect.poll(async () => (await told()).length).toBe(2)
  expect((await told())[0]!.message).toMatch(/^2\d prenotazioni insolite nell’ultima ora/)

  const popular = await aLargeBusiness()
  await bookNearlyABurst(popular)
  await server.owner.query(
    `update bookings set created_at = date_trunc('hour', now()) - interval '7 days' where tenant_id = $1`,
    [popular.id],
  )
  await setPoints(server, { [`bookings:${popular.id}/hour`]: BURST + 4 })
  for (const i of [1, 2])
    expect((await send(popular, { address: `198.52.${i}.7`, booking: contact(i) })).statusCode).toBe(201)
})

test('a form sent without scripts says to call the business', async () => {
  const here = await aLargeBusiness()
  const submit = (path: string, fields: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url: path,
      remoteAddress: '203.0.113.7',
      headers: { host: here.domain, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
  const request = { name: 'Giulia Verdi', email: 'giulia@example.it', phone: '3331234567', privacy: 'on' }
  for (let i = 0; i < 3; i++) expect((await submit('/', request)).statusCode).toBe(303)
  const { name, surname, email, telephone } = aBooking
  const chosen = chosenVisitQuery({ day: '2026-11-23' as PlainDate, hour: '09:00' as PlainTime })
  const visit = `/client_service/${here.service.id}/booking?${new URLSearchParams(chosen)}`
  for (let i = 0; i < 2; i++) await send(here)

  const answers = [await submit('/', request), await submit(visit, { name, surname, email, telephone, privacy: 'on' })]

  for (const { statusCode, body } of answers) {
    expect(statusCode).toBe(429)
    expect(body).toContain(
      'accetta richieste solo con JavaScript attivo: accendilo e riprova, oppure telefonaci: 02 1234567.',
    )
    expect(body).toContain('value="giulia')
  }
})
