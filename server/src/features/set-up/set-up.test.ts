import { sharedServer, testServer } from '@prenoto/test-support/server/test-server.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deleteTenantAndFiles } from '../operations/provider/delete-tenant.ts'
import { diskStore } from '../uploads/file-store.ts'
import { makeCodeIfNone, makeNewCode } from './set-up-code.ts'

const lines: string[] = []
/** A process that serves no request while there is a business. */
const server = await sharedServer({ trustProxy: 1, logTo: (line) => lines.push(line) })

const PASSWORD = 'Forbici-2026!'

/** Shared by the tests until one of them opens a business: the set-up is closed for the life of a process that has seen one. */
let installation: Awaited<ReturnType<typeof testServer>> | undefined
let code: string
beforeEach(async () => {
  const { rows } = await server.owner.query<{ id: number }>('select id from tenants')
  if (rows.length > 0) await closeInstallation()
  for (const { id } of rows) await deleteTenantAndFiles(server.owner, diskStore(server.uploads), id)
  await server.owner.query("delete from system.rate_limits where key like 'set-up%'")
  installation ??= await anotherProcess()
  code = await makeNewCode(server.owner)
})
afterAll(() => closeInstallation())

async function closeInstallation() {
  await installation?.close()
  installation = undefined
}

const anotherProcess = () => testServer({ url: server.url, trustProxy: 1, logTo: (line) => lines.push(line) })

const aSetUp = (fields: object = {}) => ({
  code,
  name: 'Salone Aurora',
  domain: 'salone.example',
  email: 'titolare@aurora.example',
  new_password: PASSWORD,
  confirm_password: PASSWORD,
  ...fields,
})

type SetUpRequestOptions = { host?: string; from?: string; app?: typeof server.app }

const post = (
  url: string,
  payload: object | string,
  { host = 'salone.example', from = '203.0.113.7', app = installation!.app }: SetUpRequestOptions = {},
) =>
  app.inject({
    method: 'POST',
    url,
    payload,
    headers: {
      host,
      'x-forwarded-for': from,
      ...(typeof payload === 'string' && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
  })

const setUp = (fields: object = {}, options?: SetUpRequestOptions) => post('/api/set-up', aSetUp(fields), options)

const sendForm = (fields: Record<string, string> = {}, options?: SetUpRequestOptions) =>
  post('/set-up', new URLSearchParams(aSetUp(fields)).toString(), options)

const show = (url: string, host = 'salone.example', { app } = installation!) =>
  app.inject({ url, headers: { host, 'x-forwarded-for': '203.0.113.7' } })

const countTenants = async () =>
  (await server.owner.query<{ count: number }>('select count(*) from tenants')).rows[0]!.count

const WRONG = [{ path: 'code', message: expect.stringContaining('Il codice non è giusto o è scaduto') }]

test.for([
  ['salone.example', '/'],
  ['192.168.1.5:3000', '/client_service'],
  ['localhost:3000', '/login'],
  ['[::1]:3000', '/nothing'],
] as const)('without a business %s%s shows the set-up page', async ([host, url]) => {
  const page = await show(url, host)

  expect(page.statusCode).toBe(200)
  expect(page.headers['cache-control']).toBe('no-store')
  expect(page.body).toContain('Prenoto è installato')
  expect(page.body).toContain('Codice di configurazione')
  expect(page.body).toContain('noindex')
  expect(page.body).not.toContain(code)
  expect((await show('/api/client/configs', host)).statusCode).toBe(403)
})

test('the page proposes the host in use as the domain', async () => {
  const findProposal = async (host: string) =>
    /name="domain" value="(.*?)"/.exec(
      (await show('/', host)).body.replaceAll(/(name="domain")(.*?)( value=".*?")/g, '$1$3'),
    )?.[1]

  expect(await findProposal('192.168.1.5:3000')).toBe('192.168.1.5')
  expect(await findProposal('[::1]:3000')).toBe('')
})

test('health checks and metrics stay as they are without a business', async () => {
  expect((await show('/healthz')).statusCode).toBe(200)
  expect((await show('/readyz')).statusCode).toBe(200)
  expect((await show('/metrics')).statusCode).toBe(404)
})

test('the code, typed in lower case and with letters that resemble digits, opens once a business whose owner logs in and is in the six steps; the log has neither the code nor personal data', async () => {
  lines.length = 0
  await setUp({ code: 'WRONG' })
  const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  const answer = await setUp({ code: ` ${typed} ` })

  expect([answer.statusCode, answer.json()]).toEqual([201, { log_in: '/login' }])
  const logIn = await post('/api/login', { email: 'titolare@aurora.example', password: PASSWORD })
  expect(logIn.statusCode).toBe(200)
  expect((await show('/login')).body).not.toContain('Prenoto è installato')
  const { rows } = await server.owner.query(
    `select t.name, is_trusted, signed_up_at, domain, is_canonical, u.email, role, app_primary_color as color
     from tenants t join domains d on d.tenant_id = t.id join users u on u.tenant_id = t.id
     join configurations c on c.tenant_id = t.id`,
  )
  expect(rows).toEqual([
    {
      name: 'Salone Aurora',
      is_trusted: true,
      signed_up_at: null,
      domain: 'salone.example',
      is_canonical: true,
      email: 'titolare@aurora.example',
      role: 'admin',
      color: '',
    },
  ])
  const { rows: entries } = await server.owner.query(
    `select action, actor, after from audit_entries where action like 'tenant.%'`,
  )
  expect(entries).toEqual([
    { action: 'tenant.created', actor: 'Titolare', after: { name: 'Salone Aurora', domain: 'salone.example' } },
  ])

  expect((await setUp()).statusCode).toBe(404)
  expect((await setUp({}, { host: 'elsewhere.example' })).statusCode).toBe(403)
  expect((await sendForm()).statusCode).toBe(404)
  expect((await server.owner.query('select from system.set_up_code')).rowCount).toBe(0)
  expect(await countTenants()).toBe(1)

  expect(lines.join('')).toContain('set-up code refused')
  expect(lines.join('')).toContain('first business opened')
  expect(lines.join('')).not.toMatch(/aurora|forbici|203\.0\.113/i)
  expect(lines.join('')).not.toContain(code)
})

test('one of several requests with the code at once, in two processes, opens a business; then both refuse an unknown domain as ever', async () => {
  const other = await anotherProcess()
  expect((await show('/', 'elsewhere.example', other)).body).toContain('Prenoto è installato')

  const answers = await Promise.all([
    setUp({ domain: 'one.example' }),
    setUp({ domain: 'two.example' }, { app: other.app, from: '203.0.113.8' }),
    setUp({ domain: 'three.example' }, { from: '203.0.113.9' }),
  ])

  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
  // A process that already knows the business has no set-up any more.
  for (const { statusCode } of answers) expect([201, 403, 422]).toContain(statusCode)
  expect(await countTenants()).toBe(1)
  for (const process of [installation!, other]) {
    const page = await show('/', 'elsewhere.example', process)
    expect(page.statusCode).toBe(403)
    expect(page.body).toContain('Dominio non riconosciuto')
    const answer = await setUp({}, { app: process.app, host: 'elsewhere.example' })
    expect([answer.statusCode, answer.json().detail]).toEqual([403, 'Dominio non riconosciuto o disattivato.'])
  }
  await other.close()
})

test('a business that the command line opens meanwhile closes the set-up', async () => {
  await server.newTenant()

  expect((await setUp()).statusCode).toBe(403)
  expect(await countTenants()).toBe(1)
})

test('an expired or replaced code is refused, and a start makes a code only if none is valid', async () => {
  const former = await makeNewCode(server.owner)
  await makeNewCode(server.owner)
  expect((await setUp({ code: former })).json().errors).toEqual(WRONG)
  expect(await makeCodeIfNone(server.owner)).toBeUndefined()

  code = await makeNewCode(server.owner)
  await server.owner.query("update system.set_up_code set made_at = now() - interval '60 minutes'")
  expect((await setUp()).json().errors).toEqual(WRONG)
  const newCode = (await makeCodeIfNone(server.owner))!

  expect(newCode).toMatch(/^([0-9A-Z]{4}-){2}[0-9A-Z]{4}$/)
  expect((await setUp({ code: newCode })).statusCode).toBe(201)
})

test('an address may guess ten times in ten minutes, at all processes together', async () => {
  for (let i = 0; i < 10; i++) {
    const answer = await setUp({ code: `GUESS-${i}` }, { app: i % 2 ? installation!.app : server.app })
    expect([answer.statusCode, answer.json().errors]).toEqual([422, WRONG])
  }

  const refused = await setUp()
  expect(refused.statusCode).toBe(429)
  expect(refused.json().detail).toMatch(/^Troppe richieste: riprova tra /)
  expect((await sendForm()).statusCode).toBe(429)
  expect(await countTenants()).toBe(0)
  expect((await setUp({ code: 'GUESS' }, { from: '203.0.113.8' })).statusCode).toBe(422)
})

test('without the code nothing else is said about a form', async () => {
  const answer = await setUp({
    code: 'WRONG',
    domain: 'not a domain',
    new_password: 'Prenota-2026!',
    confirm_password: 'Prenota-2026!',
  })

  expect(answer.json().errors).toEqual(WRONG)
})

/** Fields that are refused, with the field and its message. */
const wrongFields: [path: string, fields: object, message: unknown][] = [
  ['domain', { domain: 'salone .example' }, 'Scrivi un dominio, per esempio www.tuosalone.it.'],
  [
    'new_password',
    { new_password: 'P@ssw0rd', confirm_password: 'P@ssw0rd' },
    expect.stringContaining('tra le più usate'),
  ],
  ['new_password', { new_password: 'breve', confirm_password: 'breve' }, expect.stringContaining('almeno 8 caratteri')],
  ['confirm_password', { confirm_password: 'Forbici-2027!' }, 'Le password non coincidono'],
  ['email', { email: 'titolare' }, 'Inserisci un’email valida.'],
  ['name', { name: '' }, 'Scrivi il nome dell’attività.'],
  ['name', { name: 'www.salone.it' }, 'Non può contenere indirizzi web.'],
]

test('wrong fields are refused one by one and keep the code, which then opens a business on the domain of the typed address', async () => {
  for (const [path, fields, message] of wrongFields) {
    const answer = await setUp(fields)
    expect([answer.statusCode, answer.json().errors]).toEqual([422, [{ path, message }]])
  }

  const answer = await setUp({ domain: 'https://www.Caffè.it/' }, { host: '192.168.1.5:3000' })

  expect([answer.statusCode, answer.json()]).toEqual([201, { log_in: 'https://www.xn--caff-8oa.it/login' }])
  expect(await listDomains()).toEqual(['www.xn--caff-8oa.it'])
})

const listDomains = async () =>
  (await server.owner.query('select domain from domains')).rows.map(({ domain }) => domain)

test('the form works without scripts and leads to the log-in', async () => {
  const refused = await sendForm({ email: 'titolare' })
  expect(refused.statusCode).toBe(422)
  expect(refused.body).toContain('Inserisci un’email valida.')
  expect(refused.body).toContain('Salone Aurora')
  expect(refused.body).not.toContain(PASSWORD)

  const answer = await sendForm({ domain: '192.168.1.5:3000' }, { host: '192.168.1.5:3000' })
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/login'])
  expect(await listDomains()).toEqual(['192.168.1.5'])
})

test('the form without scripts says where a business on another domain goes on', async () => {
  const answer = await sendForm({ domain: 'salone.localhost:3000' }, { host: '192.168.1.5:3000' })

  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('Apri http://salone.localhost:3000/login')
  expect(answer.body).toContain('prenoto tenant add-domain salone.localhost 192.168.1.5')
})

test('the form of another site is ignored', async () => {
  const answer = await installation!.app.inject({
    method: 'POST',
    url: '/set-up',
    payload: new URLSearchParams(aSetUp()).toString(),
    headers: {
      host: 'salone.example',
      origin: 'https://evil.example',
      'content-type': 'application/x-www-form-urlencoded',
    },
  })

  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/'])
  expect(await countTenants()).toBe(0)
})

test.for([
  "insert into system.set_up_code (hash) values (sha256(''))",
  "update system.set_up_code set made_at = now() + interval '1 day'",
  'delete from system.set_up_code',
])('requests may not: %s', async (statement) => {
  await expect(server.connections.app.query(statement)).rejects.toMatchObject({ code: '42501' })
})
