import { startDnsServer } from '@prenoto/test-support/dns/dns-server.ts'
import { sharedServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { setSuspended } from '../operations/provider/provider.repository.ts'

const dns = await startDnsServer()
afterAll(() => dns.close())
const ownDomains = {
  addresses: ['203.0.113.7', '2001:db8::7'],
  host: 'proxy.fornitore.it',
  dnsServers: [dns.address],
}
const server = await sharedServer({ ownDomains })
const otherProcess = await sharedServer({ url: server.url })

let names = 0
const newName = () => {
  names += 1
  return `salone${names}.it`
}

type Listed = { domain: string; is_canonical: boolean; is_served: boolean; records: { type: string; value: string }[] }

/** A new business with its administrator, and what they do with domains. */
async function newBusiness() {
  const here = await server.newTenant()
  const admin = await here.as('admin')
  const list = async (): Promise<Listed[]> => (await admin.get('/domains')).json().domains
  const add = (domain: string) => admin.post('/domains', { domain })
  const verify = (domain: string) => admin.post(`/domains/${domain}/verification`, undefined)
  const choose = (domain: string) => admin.put(`/domains/${domain}/canonical`, undefined)
  const remove = (domain: string) => admin.delete(`/domains/${domain}`)
  /** Writes what the list says into the DNS. */
  async function writeRecords(domain: string) {
    const { records } = (await list()).find((one) => one.domain === domain)!
    dns.names[domain] = { A: ['203.0.113.7'] }
    dns.names[`_prenoto.${domain}`] = { TXT: records.flatMap(({ type, value }) => (type === 'TXT' ? [value] : [])) }
  }
  async function attach(domain = newName()) {
    await add(domain)
    await writeRecords(domain)
    expect((await verify(domain)).statusCode).toBe(200)
    return domain
  }
  return { here, admin, list, add, verify, choose, remove, writeRecords, attach }
}

const visit = async (domain: string) => (await server.visit(domain).get('/client/configs')).statusCode

const listRecorded = async (here: TestTenant) =>
  (await here.db.selectFrom('audit_entries').select(['action', 'before', 'after']).orderBy('id').execute()).filter(
    ({ action }) => action.startsWith('tenant.'),
  )

test('shows the domain of the provider, and what to write in the DNS for an added one', async () => {
  const { here, admin, add, verify } = await newBusiness()
  const domain = newName()

  const added = await add(`https://${domain.toUpperCase()}/`)

  expect(added.statusCode).toBe(201)
  expect(added.json()).toEqual({
    can_add: true,
    host: 'proxy.fornitore.it',
    domains: [
      { domain: here.domain, shown: here.domain, is_canonical: true, is_provided: true, is_served: true, records: [] },
      {
        domain,
        shown: domain,
        is_canonical: false,
        is_provided: false,
        is_served: false,
        records: [
          { type: 'A', name: domain, value: '203.0.113.7' },
          { type: 'AAAA', name: domain, value: '2001:db8::7' },
          { type: 'TXT', name: `_prenoto.${domain}`, value: expect.stringMatching(/^prenoto-[0-9a-f]{32}$/) },
        ],
      },
    ],
  })
  expect((await admin.get('/domains')).json()).toEqual(added.json())
  dns.names[domain] = { A: ['198.51.100.1', '203.0.113.7'] }
  const refused = await verify(domain)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().detail).toBe(
    `${domain} porta qui, ma anche a 198.51.100.1: togli i record in più. Manca il record TXT _prenoto.${domain}.`,
  )
  expect(await visit(domain)).toBe(403)
})

test('refuses invalid, reserved and known domains, and an eleventh one', async () => {
  const { add, list, attach } = await newBusiness()
  const elsewhere = await newBusiness()
  const theirs = await elsewhere.attach()
  await setSuspended(server.owner, elsewhere.here.id, true)
  const detail = async (domain: string) => {
    const { statusCode, body } = await add(domain)
    return `${statusCode} ${JSON.parse(body).detail ?? ''}`
  }

  for (const domain of ['', 'un salone.it', 'salone.it/prenota', `${'x'.repeat(64)}.it`, `${'x.'.repeat(122)}it`])
    expect((await add(domain)).statusCode, domain).toBe(422)
  for (const domain of ['localhost', '127.0.0.1', 'salone.proxy.fornitore.it'])
    expect(await detail(domain)).toMatch(/^422 Questo nome non si può usare/)
  const taken = '422 Questo dominio non si può aggiungere. Se è tuo, scrivi all’assistenza.'
  expect(await detail(theirs)).toBe(taken)
  expect(await detail(elsewhere.here.domain.replace('.example', '.it'))).toBe('201 ')
  expect((await add('caffè.it')).json().domains.at(-1)).toMatchObject({
    domain: 'xn--caff-8oa.it',
    shown: 'caffè.it (xn--caff-8oa.it)',
  })
  expect(await detail('CAFFÈ.it')).toBe('422 Questo dominio è già tra i tuoi.')
  await attach()
  while ((await list()).length < 10) await add(newName())
  expect(await detail(newName())).toBe('409 Hai già dieci domini: togline uno che non usi più.')
})

test('a claim is no obstacle to the owner of the domain, who alone can prove it', async () => {
  const squatter = await newBusiness()
  const owner = await newBusiness()
  const domain = newName()
  await squatter.add(domain)
  expect((await owner.add(domain)).statusCode).toBe(201)
  // Before the verification the domain leads here already.
  await owner.writeRecords(domain)

  expect((await squatter.verify(domain)).statusCode).toBe(409)
  expect(await visit(domain)).toBe(403)
  expect((await otherProcess.visit(domain).get('/client/configs')).statusCode).toBe(403)

  // Two tabs at once.
  const answers = await Promise.all([owner.verify(domain), owner.verify(domain)])

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await visit(domain)).toBe(200)
  await otherProcess.waitForInvalidations()
  expect((await otherProcess.visit(domain).get('/client/configs')).statusCode).toBe(200)
  expect(await listRecorded(owner.here)).toEqual([
    { action: 'tenant.domain_claimed', before: null, after: { domain } },
    { action: 'tenant.domain_added', before: null, after: { domain, canonical: false } },
  ])

  await squatter.writeRecords(domain)
  expect((await squatter.verify(domain)).json().detail).toMatch(/^Questo dominio non si può aggiungere/)
  expect((await squatter.remove(domain)).statusCode).toBe(204)
  expect(await visit(domain)).toBe(200)
})

test('the canonical domain is chosen, chosen back, and removed only after that', async () => {
  const { here, admin, choose, remove, attach, list, add } = await newBusiness()
  const domain = await attach()
  const findCanonicalHost = async (host: string) =>
    /<link rel="canonical" href="https:\/\/([^/"]+)/.exec((await server.visit(host).page('/client_service')).body)?.[1]

  expect(await findCanonicalHost(domain)).toBe(here.domain)
  expect((await choose(domain)).json().domains[0]).toMatchObject({ domain, is_canonical: true })
  expect((await choose(domain)).statusCode).toBe(200)
  expect(await findCanonicalHost(here.domain)).toBe(domain)
  expect(await visit(here.domain), 'for links in sent e-mails').toBe(200)

  expect((await remove(domain)).json().detail).toBe('È il dominio principale: prima scegline un altro.')
  expect((await remove(here.domain)).statusCode).toBe(409)
  await choose(here.domain)
  expect(await findCanonicalHost(domain)).toBe(here.domain)
  expect((await remove(here.domain)).statusCode).toBe(409)
  expect((await remove(domain)).statusCode).toBe(204)
  expect((await remove(domain)).statusCode).toBe(404)
  expect(await visit(domain)).toBe(403)
  expect((await list()).map((one) => one.domain)).toEqual([here.domain])

  // A claim cannot be the canonical domain.
  await add(domain)
  expect((await choose(domain)).statusCode).toBe(404)
  expect((await admin.put('/domains/altro.it/canonical', undefined)).statusCode).toBe(404)
  expect((await listRecorded(here)).slice(2)).toEqual([
    { action: 'tenant.domain_chosen', before: { canonical: here.domain }, after: { canonical: domain } },
    { action: 'tenant.domain_chosen', before: { canonical: domain }, after: { canonical: here.domain } },
    { action: 'tenant.domain_removed', before: { domain }, after: null },
    { action: 'tenant.domain_claimed', before: null, after: { domain } },
  ])
})

test('without the addresses of the provider no domain can be added', async () => {
  const { here, admin } = await newBusiness()
  const headers = { host: here.domain, authorization: `Bearer ${admin.token}` }
  const ask = (method: 'GET' | 'POST', payload?: object) =>
    otherProcess.app.inject({ method, url: '/api/domains', headers, ...(payload && { payload }) })

  expect((await ask('GET')).json()).toMatchObject({ can_add: false, host: null, domains: [{ domain: here.domain }] })
  expect((await ask('POST', { domain: newName() })).statusCode).toBe(409)
  expect((await (await here.as('editor')).get('/domains')).statusCode).toBe(404)
})

test('no business changes the domains of another one with the functions of the database', async () => {
  const here = await newBusiness()
  const domain = await (await newBusiness()).attach()
  const call = async (name: string) =>
    (await sql<{ done: boolean }>`select ${sql.raw(name)}(${domain}) as done`.execute(here.here.db)).rows[0]!.done

  expect(await call('detach_domain')).toBe(false)
  expect(await call('choose_canonical_domain')).toBe(false)
  expect(await visit(domain)).toBe(200)
})
