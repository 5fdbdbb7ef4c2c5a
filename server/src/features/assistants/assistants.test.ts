import { request } from 'node:http'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { findOverbooked } from '@prenoto/test-support/database/find-overbooked.ts'
import { NOW, sharedLimitedServer, type TestServer, testServer } from '@prenoto/test-support/server/test-server.ts'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'

/** Two servers on one database, each with its own caches. */
let server: TestServer
let second: TestServer
beforeAll(async () => {
  server = await sharedLimitedServer()
  second = await testServer({ url: server.url, rateLimits: true })
})
afterAll(() => second.close())
afterEach(() => {
  for (const { clock } of [server, second]) clock.now = NOW
})

const DAY = '2026-11-23'

type CallOptions = { address?: string; headers?: object; at?: TestServer }

/** Sends a message to `/mcp` without the SDK, and reads the answer. */
async function send(
  domain: string,
  payload: unknown,
  { address = '203.0.113.7', headers, at = server }: CallOptions = {},
) {
  const { statusCode, body } = await at.app.inject({
    method: 'POST',
    url: '/mcp',
    remoteAddress: address,
    headers: {
      host: domain,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  })
  const data = body.startsWith('event:') ? body.slice(body.indexOf('data: ') + 6) : body
  return { statusCode, body, message: data.startsWith('{') ? JSON.parse(data) : undefined }
}

const toMessage = (name: string, input: object) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input },
})

type ToolAnswer = {
  isError?: boolean
  /** The fields of all tools' answers together. */
  structuredContent: { link: string; services: object[]; days: { hours: string[] }[]; is_cut: boolean }
  content: { text: string }[]
}

let people = 0
const newPerson = () => ({ email: `cliente.${++people}@example.it`, telephone: `333${1_000_000 + people}` })

/** A business that lets assistants in, with one service. */
async function aSalon(configuration: object = {}) {
  const here = await server.newTenant({ app_assistants: true, ...configuration })
  const service = await here.newService()
  const call = async (name: string, input: object, options?: CallOptions): Promise<ToolAnswer> =>
    (await send(here.domain, toMessage(name, input), options)).message.result
  const hold = (hour: string, options?: CallOptions, more: object = {}) =>
    call('hold_hour', { services: [{ service_id: service.id }], day: DAY, hour, ...more }, options)
  const holdLink = async (hour: string, options?: CallOptions) => {
    const { link } = (await hold(hour, options)).structuredContent
    return link.slice(link.indexOf('/client_service'))
  }
  /** Sends the form of the page, as a browser without scripts does. */
  const bookByLink = (link: string, at = server) =>
    at.app.inject({
      method: 'POST',
      url: link,
      headers: { host: here.domain, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ name: 'Giulia', surname: 'Verdi', ...newPerson(), privacy: 'on' }).toString(),
    })
  const listFree = async (source?: string) => {
    const answer = await here.get(`/client/services/${service.id}${source ? `?source=${source}` : ''}`)
    const days: { date: string; slots: string[] }[] = answer.json().available_slots
    return days.find(({ date }) => date === DAY)?.slots ?? []
  }
  const listBooked = () =>
    here.db.selectFrom('bookings').select(['id', 'visit_hour', 'source', 'calendar_id']).orderBy('id').execute()
  const listHolds = () => here.db.selectFrom('slot_holds').selectAll().orderBy('id').execute()
  const endHolds = () => server.owner.query('update slot_holds set held_until = now() where tenant_id = $1', [here.id])
  return { ...here, service, call, hold, holdLink, bookByLink, listFree, listBooked, listHolds, endHolds }
}

const isChosen = (html: string, hour: string) =>
  new RegExp(`<button[^>]* value="${hour}"[^>]* aria-pressed="true"`).test(html)

/** Connects to a domain on the server's socket. */
const fetchFrom =
  (port: number): typeof fetch =>
  (url, { method, headers, body } = {}) =>
    new Promise((resolve, reject) => {
      const { host, pathname } = new URL(`${url}`)
      const sent = request(
        {
          port,
          host: '127.0.0.1',
          path: pathname,
          method,
          headers: { ...Object.fromEntries(new Headers(headers)), host },
        },
        async (answer) => {
          const status = answer.statusCode!
          const text = (await answer.toArray()).join('')
          resolve(
            new Response([202, 204].includes(status) ? null : text, {
              status,
              headers: answer.headers as Record<string, string>,
            }),
          )
        },
      )
      sent.on('error', reject).end(body)
    })

test('assistants of both protocols find and hold an hour, and the person books it by the link', async () => {
  const here = await aSalon({ address: 'Via Roma 1', phone: '02 1234567' })
  const port = await server.listen()
  async function connect(mode: 'legacy' | 'auto') {
    const assistant = new Client({ name: 'assistente', version: '1.0.0' }, { versionNegotiation: { mode } })
    const address = new URL(`http://${here.domain}/mcp`)
    await assistant.connect(new StreamableHTTPClientTransport(address, { fetch: fetchFrom(port) }))
    onTestFinished(() => assistant.close())
    const call = async (name: string, input: Record<string, unknown> = {}) => {
      const { structuredContent } = await assistant.callTool({ name, arguments: input })
      return structuredContent as Record<string, unknown>
    }
    return { assistant, call }
  }
  const services = [{ service_id: here.service.id }]

  const { assistant, call } = await connect('legacy')
  const { tools } = await assistant.listTools()
  expect(tools.map(({ name }) => name)).toEqual(['describe_business', 'list_services', 'find_free_hours', 'hold_hour'])
  expect(await call('describe_business')).toMatchObject({ address: 'Via Roma 1', telephone: '02 1234567' })
  expect(await call('list_services')).toMatchObject({
    services: [{ id: here.service.id, name: 'Taglio', duration_minutes: 60, price: '25,00\u00a0€', variants: [] }],
    next: null,
  })
  expect(await call('find_free_hours', { services, from_day: DAY, days: 1 })).toMatchObject({
    days: [{ day: DAY, hours: ['09:00', '10:00', '11:00', '12:00', '15:00', '16:00', '17:00', '18:00'] }],
    is_cut: false,
    next_day: '2026-11-24',
  })
  const answer = await (await connect('auto')).call('hold_hour', { services, day: DAY, hour: '10:00' })
  expect(answer).toMatchObject({ day: DAY, hour: '10:00', held_until: '09:55', calendar: null })

  expect(await here.listFree()).not.toContain('10:00:00')
  expect((await here.book(here.service.id, { visit_hour: '10:00' })).statusCode).toBe(409)
  const link = `${answer.link}`.slice(`https://${here.domain}`.length)
  const page = await here.page(link)
  expect(isChosen(page.body, '10:00')).toBe(true)
  expect(page.body).not.toContain('non è più riservato')
  expect(page.body).toContain('l’orario delle 10:00 è riservato per te fino alle ')
  expect(await here.listFree(new URLSearchParams(link).get('da')!)).toContain('10:00:00')
  expect((await here.bookByLink(link)).headers.location).toBe('/thank_you#prenotazione-effettuata')

  const [booking] = await here.listBooked()
  expect(booking).toMatchObject({ visit_hour: '10:00:00', source: 'assistente' })
  expect(await here.listHolds()).toEqual([])
  const { history } = (await (await here.as('operator')).get(`/bookings/${booking!.id}/history`)).json()
  expect(history[0]).toMatchObject({ kind: 'created', by: null, source: 'assistente' })
})

test('there is no such address unless the business has switched it on', async () => {
  const off = await aSalon({ app_assistants: false })
  const on = await aSalon()
  const visit = (method: 'GET' | 'DELETE', { domain }: { domain: string }) =>
    server.app.inject({ method, url: '/mcp', headers: { host: domain } })

  expect((await send(off.domain, toMessage('list_services', {}))).statusCode).toBe(404)
  for (const method of ['GET', 'DELETE'] as const) {
    expect((await visit(method, off)).statusCode).toBe(404)
    const answer = await visit(method, on)
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST'])
  }
  await (await on.as('admin')).put('/configs/update', { app_assistants: false })
  expect((await send(on.domain, toMessage('list_services', {}))).statusCode).toBe(404)
})

test('a page of another site cannot call', async () => {
  const { domain } = await aSalon()
  const message = toMessage('list_services', {})

  expect((await send(domain, message, { headers: { origin: 'https://evil.example' } })).statusCode).toBe(403)
  expect((await send(domain, message, { headers: { 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(403)
  expect((await send(domain, message, { headers: { origin: `https://${domain}` } })).statusCode).toBe(200)
  expect((await send('unbekannt.example', message)).statusCode).toBe(403)
})

test('services of another business, hidden ones and taken hours are refused in a sentence with the link to the page', async () => {
  const here = await aSalon()
  const elsewhere = await aSalon()
  const hidden = await here.newService({ visible_frontend: false })
  await here.book(here.service.id, { visit_hour: '09:00' })

  for (const { id } of [elsewhere.service, hidden]) {
    const services = [{ service_id: id }]
    for (const input of [{ services }, { services, day: DAY, hour: '10:00' }]) {
      const answer = await here.call('day' in input ? 'hold_hour' : 'find_free_hours', input)
      expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('non') }] })
    }
  }
  const taken = await here.hold('09:00')
  expect(taken.isError).toBe(true)
  expect(taken.content[0]!.text).toContain(
    `Si prenota anche qui: https://${here.domain}/client_service/${here.service.id}/booking?giorno=${DAY}&ora=09%3A00`,
  )
  expect((await here.call('list_services', {})).structuredContent.services).toHaveLength(1)
  expect(await here.listHolds()).toEqual([])
})

test('a visit of two services with the chosen person is held and booked on that calendar', async () => {
  const here = await aSalon({ app_services_per_visit: 2 })
  const other = await here.newCalendar({ name: 'Bruno' })
  const service = await here.newService({ calendar_id: here.service.calendar_id }, other)
  const color = await here.newService({ calendar_id: here.service.calendar_id, name: 'Colore', duration: 30 }, other)
  const input = { services: [{ service_id: service.id }, { service_id: color.id }], calendar_id: other.id }

  const { structuredContent } = await here.hold('10:00', {}, input)
  expect(structuredContent).toMatchObject({ name: 'Taglio + Colore', calendar: 'Bruno', duration_minutes: 90 })
  const link = structuredContent.link.slice(`https://${here.domain}`.length)
  expect(isChosen((await here.page(link)).body, '10:00')).toBe(true)
  expect((await here.bookByLink(link)).statusCode).toBe(303)

  expect(await here.listBooked()).toMatchObject([{ visit_hour: '10:00:00', calendar_id: other.id }])
})

test('one address holds three hours at a time and a business twenty, and nothing prolongs a hold', async () => {
  const here = await aSalon({ app_simultaneous_bookings_enabled: true })
  const { id: calendar_id } = await here.newCalendar({ simultaneous_bookings_number: 50 })
  const { id: service_id } = await here.newService({ calendar_id })
  const hold = (address: string) => here.hold('10:00', { address }, { services: [{ service_id }] })

  for (let i = 0; i < 3; i++) expect((await hold('203.0.113.7')).isError).toBeUndefined()
  const before = await here.listHolds()
  const refused = await hold('203.0.113.7')
  expect(refused.content[0]!.text).toMatch(
    /^In questo momento non si possono tenere altri orari\. Si prenota anche qui:/,
  )
  expect(await here.listHolds()).toEqual(before)

  const answers = await Promise.all(Array.from({ length: 25 }, (_, i) => hold(`198.51.${i}.7`)))
  expect(answers.filter(({ isError }) => !isError)).toHaveLength(17)
  await here.endHolds()
  expect((await hold('192.0.2.1')).isError).toBeUndefined()
})

test('an address that keeps asking, or has held many hours today without a booking, gets no more', async () => {
  const here = await aSalon()
  for (let i = 0; i < 6; i++) {
    await here.hold('10:00')
    await here.endHolds()
  }
  expect((await here.hold('10:00')).content[0]!.text).toMatch(/^Ci sono molte richieste: .* Si prenota anche qui: /)
  expect((await here.hold('10:00', { address: '198.51.100.7' })).isError).toBeUndefined()
  expect(await here.listHolds()).toHaveLength(7)

  const { holder } = (await here.listHolds()).at(-1)!
  await server.owner.query(
    `insert into slot_holds (tenant_id, link_key, holder, held_service_id, calendar_id, visit_day, visit_hour, starts_at, ends_at, held_until)
     select tenant_id, link_key || i, $2, held_service_id, calendar_id, visit_day, visit_hour, starts_at, ends_at, now()
     from slot_holds, generate_series(1, 20) i where tenant_id = $1 and holder = $2`,
    [here.id, holder],
  )
  await here.endHolds()
  const refused = await here.hold('10:00', { address: '198.51.100.7' })
  expect(refused.content[0]!.text).toContain('Per oggi non si possono tenere altri orari.')
})

test('an ended hold leaves the usual page, which says whether the hour is still free', async () => {
  const here = await aSalon()
  const link = await here.holdLink('10:00')
  await here.endHolds()

  const page = await here.page(link)
  expect(page.body).toContain('L’orario non è più riservato: per ora è ancora libero, prenotalo subito.')
  expect(page.body).not.toContain('assistente.')
  expect((await here.bookByLink(link)).statusCode).toBe(303)

  expect((await here.page(link)).body).toContain('L’orario non è più riservato: scegline un altro.')
  expect((await here.bookByLink(link)).statusCode).toBe(409)
  expect(await here.listBooked()).toMatchObject([{ source: 'assistente' }])
})

test('a held hour is booked although it has come within the notice meanwhile, also after a refused form', async () => {
  const here = await aSalon({ app_booking_hours_notice: 48 })
  server.clock.now = Temporal.Instant.from('2026-11-21T08:59:00Z')
  const link = await here.holdLink('10:00')
  server.clock.now = server.clock.now.add({ minutes: 9 })

  const refused = await server.app.inject({
    method: 'POST',
    url: link,
    headers: { host: here.domain, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'name=',
  })
  expect([refused.statusCode, isChosen(refused.body, '10:00')]).toEqual([422, true])
  expect((await here.book(here.service.id, { visit_hour: '10:00' })).statusCode).toBe(409)
  expect((await here.bookByLink(link)).statusCode).toBe(303)
})

test('the key of a hold opens no other service, hour or business', async () => {
  const here = await aSalon()
  const elsewhere = await aSalon()
  const other = await here.newService({ calendar_id: here.service.calendar_id })
  const link = await here.holdLink('10:00')
  const source = new URL(link, 'https://x.example').searchParams.get('da')!

  expect(isChosen((await elsewhere.page(link)).body, '10:00')).toBe(false)
  expect((await here.book(other.id, { visit_hour: '10:00', source })).statusCode).toBe(409)
  expect((await here.book(here.service.id, { visit_hour: '11:00', source })).statusCode).toBe(201)
  expect(await here.listHolds()).toHaveLength(1)
  expect((await here.bookByLink(link)).statusCode).toBe(303)
})

test('exactly one of two people with the same link books, at two servers', async () => {
  const here = await aSalon()
  for (const hour of ['09:00', '11:00', '15:00', '17:00']) {
    const link = await here.holdLink(hour, { address: `198.51.100.${people}` })
    const answers = await Promise.all(
      [server, second, server, second].map((at) => here.bookByLink(link, at).then(({ statusCode }) => statusCode)),
    )
    expect(answers.sort()).toEqual([303, 409, 409, 409])
  }
  expect(await here.listBooked()).toHaveLength(4)
  expect(await findOverbooked(server.owner, here.id, 1)).toEqual([])
})

test('an hour is held or booked, never both, when assistants and visitors ask at two servers', async () => {
  const here = await aSalon()
  const hours = ['09:00', '10:00', '11:00', '12:00', '15:00', '16:00']
  await Promise.all(
    hours.flatMap((visit_hour, i) => [
      here.hold(visit_hour, { address: `198.51.${i}.7`, at: [server, second][i % 2]! }),
      second.visit(here.domain).book(here.service.id, { visit_hour, ...newPerson() }),
      server.visit(here.domain).book(here.service.id, { visit_hour, ...newPerson() }),
    ]),
  )
  const booked = (await here.listBooked()).map(({ visit_hour }) => visit_hour)
  const heldHours = (await here.listHolds()).map(({ visit_hour }) => visit_hour)
  expect([...booked, ...heldHours].sort()).toEqual(hours.map((hour) => `${hour}:00`))
})

test('a key reaches the services that programs may see, also where assistants are off', async () => {
  const here = await aSalon({ app_assistants: false })
  const elsewhere = await aSalon({ app_assistants: false })
  const admin = await here.as('admin')
  const shared = await here.newService({ name: 'Piega', visible_api: true })
  const hidden = await here.newService({ name: 'Segreto', visible_api: true, visible_frontend: false })
  const newKey = async (...rights: string[]) => {
    const { id, key } = (await admin.post('/api_keys', { name: 'Assistente', rights })).json()
    return { id, options: { headers: { authorization: `Bearer ${key}` } } }
  }
  const [reader, booker] = [await newKey('read'), await newKey('read', 'book')]
  const list = async ({ options }: typeof reader) => (await here.call('list_services', {}, options)).structuredContent
  const holdShared = ({ options }: typeof reader, service_id = shared.id) =>
    here.hold('10:00', options, { services: [{ service_id }] })

  expect(await list(reader)).toMatchObject({ services: [{ name: 'Piega' }, { name: 'Segreto' }] })
  const refused = await holdShared(reader)
  expect(refused.content[0]!.text).toMatch(/^La chiave non ha il diritto di farlo\./)
  expect((await holdShared(booker, here.service.id)).isError).toBe(true)
  expect((await holdShared(booker, hidden.id)).content[0]!.text).toMatch(/^Questo servizio non si prenota dal sito\./)
  const { link } = (await holdShared(booker)).structuredContent
  expect((await here.bookByLink(link.slice(`https://${here.domain}`.length))).statusCode).toBe(303)

  await here.db.updateTable('configurations').set({ app_assistants: true }).execute()
  expect(await here.call('list_services', {})).toMatchObject({
    structuredContent: { services: [{ name: 'Taglio' }, { name: 'Piega' }] },
  })
  const list_services = toMessage('list_services', {})
  expect((await send(elsewhere.domain, list_services, booker.options)).statusCode).toBe(401)
  await admin.delete(`/api_keys/${booker.id}`)
  expect((await send(here.domain, list_services, booker.options)).statusCode).toBe(401)
})

test('hostile messages are refused', async () => {
  const { domain, service } = await aSalon()
  const status = async (payload: unknown, headers?: object) => (await send(domain, payload, { headers })).statusCode
  const call = toMessage('find_free_hours', { services: [{ service_id: service.id }] })

  expect(await status(Array(100).fill(call))).toBe(400)
  expect(await status(Array(1000).fill(call))).toBe(413)
  expect(await status(toMessage('find_free_hours', { services: Array(2000).fill({ service_id: 1 }) }))).toBe(413)
  expect(await status(`${'['.repeat(8000)}${']'.repeat(8000)}`)).toBe(400)
  for (const payload of ['{', '', '7', 'null', '"x"']) expect(await status(payload)).toBe(400)
  expect(await status(call, { 'content-type': 'text/plain' })).toBe(415)
  expect(await status(call, { accept: 'text/html' })).toBe(406)
  expect((await send(domain, { jsonrpc: '2.0', id: 1, method: 'resources/list' })).message.error.code).toBe(-32601)
  expect((await send(domain, toMessage('delete_everything', {}))).message.error.code).toBe(-32602)

  const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_free_hours","arguments":${'{"services":'.repeat(1000)}1${'}'.repeat(1000)}}}`
  for (const payload of [
    deep,
    toMessage('find_free_hours', { services: [] }),
    toMessage('find_free_hours', { services: Array(5).fill({ service_id: service.id }) }),
    toMessage('find_free_hours', { services: [{ service_id: service.id }], days: 32 }),
    toMessage('hold_hour', { services: [{ service_id: service.id }], day: '2026-02-30', hour: '10:00' }),
    toMessage('hold_hour', { services: [{ service_id: 1e15 }], day: DAY, hour: '10:00' }),
  ])
    expect((await send(domain, payload)).message.result.isError).toBe(true)
})

test('an answer has five hundred hours at most', async () => {
  const here = await aSalon()
  const { id } = await here.newService({ duration: 5, slot_step: 5 })
  const { structuredContent } = await here.call('find_free_hours', { services: [{ service_id: id }], days: 31 })
  const { days, is_cut } = structuredContent

  expect(days.flatMap(({ hours }) => hours)).toHaveLength(500)
  expect(is_cut).toBe(true)
})
