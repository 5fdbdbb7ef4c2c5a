import { tablesWithTraces } from '@prenoto/test-support/database/tables-with-traces.ts'
import { proveWithoutWork } from '@prenoto/test-support/http/solve-challenge.ts'
import { smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { NOW, sharedServer } from '@prenoto/test-support/server/test-server.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { deleteTenantAndFiles } from '../operations/provider/delete-tenant.ts'
import { setSuspended } from '../operations/provider/provider.repository.ts'
import { diskStore } from '../uploads/file-store.ts'

const DOMAIN = 'prenoto.example.it'
const ORIGIN = `https://${DOMAIN}`
const PER_HOUR = 3

const lines: string[] = []
const smtp = await smtpServer({ refuse: (to) => ({ 'refused@aurora.example': 550, 'broken@aurora.example': 451 })[to] })
afterAll(() => smtp.close())
const server = await sharedServer({
  work: true,
  smtpUrl: smtp.url,
  rateLimits: true,
  signUp: { domain: DOMAIN, perHour: PER_HOUR },
  logTo: (line) => lines.push(line),
})

beforeEach(async () => {
  server.clock.now = NOW
  await server.owner.query("delete from system.rate_limits where key like 'sign-up%'")
})

let requests = 0
/** A valid request for an address of its own. */
function aRequest() {
  requests += 1
  return {
    name: 'Salone Aurora',
    address: `salone-aurora-${requests}`,
    email: `titolare${requests}@aurora.example`,
    privacy: true,
  }
}

type SignUpRequestOptions = { host?: string; remoteAddress?: string; headers?: Record<string, string> }

const post = (path: string, payload: unknown, { host = DOMAIN, remoteAddress, headers }: SignUpRequestOptions = {}) =>
  server.app.inject({
    method: 'POST',
    url: path,
    headers: { host, ...headers },
    payload: payload as object,
    remoteAddress,
  })

const postForm = (path: string, fields: Record<string, string>, options: SignUpRequestOptions = {}) =>
  post(path, new URLSearchParams(fields).toString(), {
    ...options,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: ORIGIN, ...options.headers },
  })

const get = (path: string, host = DOMAIN) => server.app.inject({ url: path, headers: { host } })

const request = (payload: object, options?: SignUpRequestOptions) => post('/api/sign-up', payload, options)

/** The path of the last link that was sent to an address. */
async function linkTo(address: string) {
  const { text } = (await smtp.read(address)).at(-1)!
  return /https:\/\/prenoto\.example\.it(\/sign_up\/[\w-]+)/.exec(text!)![1]!
}

/** Requests a business and returns the path of its link. */
async function linkFor(payload: ReturnType<typeof aRequest>) {
  expect((await request(payload)).statusCode).toBe(204)
  return linkTo(payload.email)
}

const confirm = (link: string, fields: Record<string, string> = {}) => postForm(link, fields)

function choosePassword({ host, hash }: URL) {
  const [token, password] = [hash.slice(1), 'Forbici-2026!']
  return post('/api/client/set-password', { token, new_password: password, confirm_password: password }, { host })
}

const tenantsAt = async (address: string) =>
  (
    await server.owner.query<{ id: number; name: string; signed_up_at: Temporal.Instant | null }>(
      'select t.id, name, signed_up_at from tenants t join domains d on d.tenant_id = t.id where domain = $1',
      [`${address}.${DOMAIN}`],
    )
  ).rows

const countTenants = async () =>
  (await server.owner.query<{ count: number }>('select count(*) from tenants')).rows[0]!.count

test('a request sends one e-mail, and only its confirmed link opens a business', async () => {
  const before = await countTenants()
  const { email, address, name, ...rest } = aRequest()
  const link = await linkFor({ email, address, name, ...rest })

  const mails = await smtp.read(email)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({
    subject: 'Conferma e apri la tua attività',
    from: { name: 'Prenoto' },
    replyTo: [{ address: 'aiuto@prenoto.example' }],
  })
  expect(link).not.toContain('aurora')
  // Mail scanners open links.
  for (const _ of [1, 2]) {
    const page = await get(link)
    expect(page.statusCode).toBe(200)
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.body).toContain(`${address}.${DOMAIN}`)
  }
  expect(await countTenants()).toBe(before)

  const answer = await confirm(link)

  expect(answer.statusCode).toBe(303)
  const location = new URL(answer.headers.location!)
  expect(location.origin).toBe(`https://${address}.${DOMAIN}`)
  expect(location.pathname).toBe('/set_password')
  expect(await tenantsAt(address)).toEqual([{ id: expect.any(Number), name, signed_up_at: NOW }])
  expect((await choosePassword(location)).statusCode).toBe(200)
  const { rows } = await server.owner.query(
    `select action, actor, after from audit_entries where tenant_id = $1 and action like 'tenant.%'`,
    [(await tenantsAt(address))[0]!.id],
  )
  expect(rows).toEqual([
    { action: 'tenant.signed_up', actor: 'Titolare', after: { name, domain: `${address}.${DOMAIN}`, terms: 1 } },
  ])
  const { rows: users } = await server.owner.query(
    'select email, role, is_email_confirmed from users where email = $1',
    [email],
  )
  expect(users).toEqual([{ email, role: 'admin', is_email_confirmed: true }])
})

test('the same answer is given for the e-mail address of a user', async () => {
  const first = aRequest()
  await confirm(await linkFor(first))

  const repeatedRequest = await request({ ...aRequest(), email: first.email })
  const unknown = await request(aRequest())

  expect(repeatedRequest.statusCode).toBe(unknown.statusCode)
  expect(repeatedRequest.body).toBe(unknown.body)
  expect(await smtp.read(first.email)).toHaveLength(2)
})

test('two confirmations at once open one business, and a later one leads to it', async () => {
  const wanted = aRequest()
  const link = await linkFor(wanted)

  const answers = await Promise.all([confirm(link), confirm(link), confirm(link)])

  expect(await tenantsAt(wanted.address)).toHaveLength(1)
  const hosts = answers.map(({ headers }) => new URL(headers.location!).host)
  expect(hosts).toEqual(Array(3).fill(`${wanted.address}.${DOMAIN}`))
  // Each answer has a link of its own that works, since one of them may be lost.
  for (const { headers } of [...answers, await confirm(link)]) {
    const { host, hash } = new URL(headers.location!)
    expect((await post('/api/client/password-link', { token: hash.slice(1) }, { host })).statusCode).toBe(200)
  }
  expect((await get(link)).body).toContain('La tua attività è già aperta')
  const { rows } = await server.owner.query(
    `select from audit_entries where tenant_id = $1 and action like 'tenant.%'`,
    [(await tenantsAt(wanted.address))[0]!.id],
  )
  expect(rows).toHaveLength(1)
})

test('a used link leads to the log-in once its owner has a password', async () => {
  const wanted = aRequest()
  const link = await linkFor(wanted)
  const location = new URL((await confirm(link)).headers.location!)
  const { host } = location
  await choosePassword(location)

  expect((await get(link)).body).toContain(`href="https://${host}/login"`)
  expect((await confirm(link)).headers.location).toBe(`https://${host}/login`)

  // A suspended or deleted business is not opened again.
  const { id } = (await tenantsAt(wanted.address))[0]!
  await setSuspended(server.owner, id, true)
  expect((await confirm(link)).body).toContain('Il link è già stato usato')
  await deleteTenantAndFiles(server.owner, diskStore(server.uploads), id)
  expect((await confirm(link)).body).toContain('Il link è già stato usato')
  expect(await tenantsAt(wanted.address)).toEqual([])
})

test('an address that was taken meanwhile is replaced without starting again', async () => {
  const first = aRequest()
  const second = { ...aRequest(), address: first.address }
  const [link, late] = [await linkFor(first), await linkFor(second)]
  const answers = await Promise.all([confirm(link), confirm(late)])
  const [winner, loser] = answers[0]!.statusCode === 303 ? answers : [answers[1]!, answers[0]!]
  const losing = loser === answers[0] ? link : late

  expect(winner!.statusCode).toBe(303)
  expect(loser!.statusCode).toBe(422)
  expect(loser!.body).toContain('Questo indirizzo è già preso: scegline un altro.')
  expect(await tenantsAt(first.address)).toHaveLength(1)
  expect((await get(losing)).body).toContain('Scegli un altro indirizzo')

  const invalid = await confirm(losing, { address: 'àncora' })
  expect(invalid.statusCode).toBe(422)
  expect(invalid.body).toContain('Usa solo lettere senza accenti, numeri e trattini.')
  expect((await confirm(losing, { address: 'www' })).body).toContain('Questo indirizzo è riservato')
  const other = await confirm(losing, { address: `${first.address}-due` })
  expect(new URL(other.headers.location!).host).toBe(`${first.address}-due.${DOMAIN}`)
})

test('a link expires after a day', async () => {
  const link = await linkFor(aRequest())
  const before = await countTenants()
  server.clock.now = NOW.add({ hours: 24 })

  for (const answer of [await get(link), await confirm(link)]) {
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toContain('Il link è scaduto')
  }
  expect(await countTenants()).toBe(before)
})

test('a changed or invented link opens nothing', async () => {
  const link = await linkFor(aRequest())
  const before = await countTenants()
  const middle = Math.floor(link.length / 2)
  const changed = link.slice(0, middle) + (link[middle] === 'A' ? 'B' : 'A') + link.slice(middle + 1)

  // Cut within key id, nonce, tag and content.
  const cuts = [2, 8, 20, 30, 45, 120].map((length) => link.slice(0, '/sign_up/'.length + length))
  for (const wrong of [changed, link.slice(0, -3), ...cuts, '/sign_up/x', `/sign_up/${'A'.repeat(300)}`])
    for (const answer of [await get(wrong), await confirm(wrong)]) {
      expect(answer.statusCode).toBe(404)
      expect(answer.body).toContain('Il link non è completo')
    }
  expect(await countTenants()).toBe(before)
})

test('nothing remains of people who never confirm', async () => {
  const person = { name: 'Ermelinda Passalacqua', address: 'passalacqua', email: 'Ermelinda.P@casella.example' }
  await request({ ...person, privacy: true })
  await get(await linkTo(person.email))

  expect(await tablesWithTraces(server.superuserUrl, ['salone-aurora'])).toContain('public.domains')
  const traces = ['passalacqua', 'ermelinda.p@casella', 'ermelinda']
  expect(await tablesWithTraces(server.superuserUrl, traces)).toEqual([])
  expect(lines.join('\n').toLowerCase()).not.toMatch(/passalacqua|ermelinda/)

  // The limit of e-mails has a hash of the mailbox, for a day by the clock of the database.
  const counted = () => server.owner.query('select from system.recipients where tenant_id = -1')
  expect((await counted()).rowCount).toBeGreaterThan(0)
  await server.owner.query(`update system.recipients set until = now() - interval '1 second'`)
  await server.deleteExpired()
  expect((await counted()).rowCount).toBe(0)
})

test('the address of a deleted business is free for others after 90 days', async () => {
  const gone = aRequest()
  await confirm(await linkFor(gone))
  const { id } = (await tenantsAt(gone.address))[0]!
  await deleteTenantAndFiles(server.owner, diskStore(server.uploads), id)
  const isFree = async () => (await get(`/api/sign-up/addresses/${gone.address}`)).json().is_free

  server.clock.now = Temporal.Now.instant().add({ hours: 24 * 89 })
  await server.deleteExpired()
  expect(await isFree()).toBe(false)
  expect((await request({ ...aRequest(), address: gone.address })).json().detail).toContain('già preso')

  server.clock.now = Temporal.Now.instant().add({ hours: 24 * 91 })
  await server.deleteExpired()
  expect(await isFree()).toBe(true)
})

test('the check of an address names what is wrong with it, and is limited', async () => {
  const { domain } = await server.newTenant()
  await server.owner.query('update domains set domain = $1 where domain = $2', [`gia-preso.${DOMAIN}`, domain])

  expect((await get('/api/sign-up/addresses/libero')).json()).toEqual({ is_free: true, detail: '' })
  expect((await get('/api/sign-up/addresses/gia-preso')).json()).toMatchObject({ is_free: false })
  expect((await get('/api/sign-up/addresses/mail')).json().detail).toContain('riservato')
  expect((await get('/api/sign-up/addresses/prenoto-due')).json().detail).toContain('riservato')
  expect((await get('/api/sign-up/addresses/-x-')).statusCode).toBe(404)
  const statuses = new Set<number>()
  for (let i = 0; i < 60; i += 1) statuses.add((await get(`/api/sign-up/addresses/nome-${i}`)).statusCode)
  expect([...statuses]).toEqual([200, 429])
})

test('requests from one network address need a proof of work, and then end', async () => {
  const remoteAddress = '198.51.100.7'
  const send = (headers?: Record<string, string>) => request(aRequest(), { remoteAddress, headers })
  for (let i = 0; i < 3; i += 1) expect((await send()).statusCode).toBe(204)

  const refused = await send()
  expect(refused.statusCode).toBe(429)
  expect(refused.json().reason).toBe('proof-of-work-required')
  expect((await send(await proveWithoutWork(server, refused))).statusCode).toBe(204)
  const { privacy: _, ...fields } = aRequest()
  const byForm = await postForm('/', { ...fields, privacy: 'on' }, { remoteAddress })
  expect(byForm.statusCode).toBe(429)
  expect(byForm.body).toContain('solo con JavaScript attivo')
  expect(byForm.body).toContain(fields.email)

  await server.owner.query(`update system.rate_limits set points = 20 where key = 'sign-up:0/${remoteAddress}'`)
  expect((await send()).json().detail).toMatch(/^Troppe richieste/)
})

test('beyond thirty e-mails in an hour every sign-up needs a proof of work, whoever sends it', async () => {
  await server.owner.query(
    `insert into system.rate_limits (key, points, expire)
     values ('sign-up:all/hour', 29, (extract(epoch from now()) * 1000)::bigint + 3600000)`,
  )
  const send = (i: number, headers?: Record<string, string>) =>
    request(aRequest(), { remoteAddress: `203.0.${i}.7`, headers })
  expect((await send(1)).statusCode).toBe(204)

  const refused = await send(2)
  expect(refused.statusCode).toBe(429)
  expect(refused.json().reason).toBe('proof-of-work-required')
  expect((await send(2, await proveWithoutWork(server, refused))).statusCode).toBe(204)
})

test('a mailbox gets five links in a day', async () => {
  const email = 'molte.volte@aurora.example'
  const send = (i: number) => request({ ...aRequest(), email }, { remoteAddress: `203.0.113.${i}` })
  for (let i = 0; i < 5; i += 1) expect((await send(i)).statusCode).toBe(204)

  const refused = await send(6)
  expect(refused.statusCode).toBe(429)
  expect(refused.json().detail).toContain('Abbiamo già scritto più volte')
  expect(await smtp.read(email)).toHaveLength(5)
  // A stranger cannot use up what the mailbox gets from businesses.
  const { rows } = await server.owner.query('select max(bookings) as emails from system.recipients where tenant_id = 0')
  expect(rows).toEqual([{ emails: 5 }])
})

test('the installation opens so many businesses in an hour, and repeated confirmations do not count', async () => {
  const links: string[] = []
  for (let i = 0; i <= PER_HOUR; i += 1) {
    await server.owner.query("delete from system.rate_limits where key like 'sign-up:%'")
    links.push(await linkFor(aRequest()))
  }
  for (const link of links.slice(0, PER_HOUR))
    for (const _ of [1, 2]) expect((await confirm(link)).statusCode).toBe(303)

  const refused = await confirm(links.at(-1)!)
  expect(refused.statusCode).toBe(429)
  expect(refused.body).toContain('Il tuo link vale ancora.')
  expect((await confirm(links[0]!)).statusCode).toBe(303)

  await server.owner.query("delete from system.rate_limits where key like 'sign-up-opening:%'")
  expect((await confirm(links.at(-1)!)).statusCode).toBe(303)
})

test('the form works without scripts and keeps what was typed', async () => {
  const { privacy: _, ...fields } = aRequest()

  const refused = await postForm('/', { ...fields, address: 'x' })
  expect(refused.statusCode).toBe(422)
  expect(refused.body).toContain(`value="${fields.email}"`)
  expect(refused.body).toContain('Usa almeno 3 caratteri.')
  expect(refused.body).toContain('Per continuare accetta condizioni e informativa.')
  expect((await postForm('/', { ...fields, privacy: 'on', extra: 'x' })).statusCode).toBe(429)
  expect((await postForm('/', { ...fields, privacy: 'on', address: 'admin' })).body).toContain('riservato')
  expect(await smtp.read(fields.email)).toEqual([])

  const sent = await postForm('/', { ...fields, privacy: 'on' })
  expect([sent.statusCode, sent.headers.location]).toEqual([303, '/sent'])
  expect(await smtp.read(fields.email)).toHaveLength(1)
})

test('forms of other sites are not accepted, those of businesses included', async () => {
  const { privacy: _, ...fields } = aRequest()
  const link = await linkFor(aRequest())
  const before = await countTenants()

  const foreign: Record<string, string>[] = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'same-site' }]
  for (const headers of foreign) {
    expect((await postForm('/', { ...fields, privacy: 'on' }, { headers })).headers.location).toBe('/')
    expect((await postForm(link, {}, { headers })).headers.location).toBe(link)
  }
  expect(await smtp.read(fields.email)).toEqual([])
  expect(await countTenants()).toBe(before)
})

test('the provider’s domain shows its own pages and no business', async () => {
  const home = await get('/')
  expect(home.statusCode).toBe(200)
  expect(home.body).toContain('aiuto@prenoto.example')
  expect((await get('/privacy')).body).toContain('Titolare del trattamento')
  expect((await get('/sent')).body).toContain('Controlla la tua email')
  expect((await get('/', `${DOMAIN.toUpperCase()}.:443`)).statusCode).toBe(200)
  expect((await get('/robots.txt')).body).toContain('Disallow: /sign_up/')
  for (const path of ['/client_service', '/login', '/nonsense']) {
    const page = await get(path)
    expect([page.statusCode, page.body.includes('Pagina non trovata')], path).toEqual([404, true])
  }
  const policy = (await get(await linkFor(aRequest()))).headers['content-security-policy']
  expect(policy).toContain(`form-action 'self' https://*.${DOMAIN};`)
  expect(home.headers['content-security-policy']).toContain("form-action 'self';")
})

test('the sign-up exists on the provider’s domain only', async () => {
  const business = await server.newTenant()
  const link = await linkFor(aRequest())

  expect((await request(aRequest(), { host: business.domain })).statusCode).toBe(404)
  expect((await get('/api/sign-up/addresses/libero', business.domain)).statusCode).toBe(404)
  expect((await get(link, business.domain)).statusCode).toBe(404)
  expect((await postForm(link, {}, { host: business.domain })).statusCode).toBe(404)
  expect((await get('/', business.domain)).body).not.toContain('Apri la tua attività')
  for (const host of [`x.${DOMAIN}`, `x${DOMAIN}`, 'prenotoxexample.it'])
    expect((await request(aRequest(), { host })).statusCode, host).toBe(403)
  expect((await business.get('/openapi.json')).body).not.toContain('sign-up')
})

test('certificates are for the provider’s domain and the businesses below it', async () => {
  const wanted = aRequest()
  const ask = async (domain: string) =>
    (await server.app.inject({ url: '/internal/tls-allowed', query: { domain } })).statusCode
  expect(await ask(DOMAIN)).toBe(200)
  expect(await ask(`${wanted.address}.${DOMAIN}`)).toBe(404)

  await confirm(await linkFor(wanted))

  expect(await ask(`${wanted.address}.${DOMAIN}`)).toBe(200)
  expect(await ask(`inventato.${DOMAIN}`)).toBe(404)
})

test('the log names an opened business by its id', () => {
  const opened = lines.filter((line) => line.includes('business opened by sign-up'))

  expect(opened.length).toBeGreaterThan(0)
  expect(JSON.parse(opened[0]!)).toMatchObject({ opened: expect.any(Number), route: 'POST /sign_up/:token' })
  expect(lines.join('\n')).not.toMatch(/aurora\.example|salone-aurora/)
})

test('an e-mail that cannot be sent is answered with 503, one to a refused mailbox at its field', async () => {
  const send = (i: number) =>
    request({ ...aRequest(), email: 'broken@aurora.example' }, { remoteAddress: `192.0.2.${i}` })
  // These do not count as e-mails to the mailbox.
  for (let i = 0; i < 6; i += 1) expect((await send(i)).statusCode).toBe(503)
  const broken = await send(6)
  const refused = await request({ ...aRequest(), email: 'refused@aurora.example' })

  expect([broken.statusCode, broken.json().detail]).toEqual([503, expect.stringContaining('Riprova tra poco')])
  expect([refused.statusCode, refused.json().errors[0].path]).toEqual([422, 'email'])
})
