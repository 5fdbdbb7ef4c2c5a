import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { domainToASCII } from 'node:url'
import { emptyDatabase, newDatabase } from '@prenoto/test-support/database/test-database.ts'
import { PASSWORD, PASSWORD_HASH } from '@prenoto/test-support/fixtures/password.ts'
import { totpCode } from '@prenoto/test-support/http/totp-code.ts'
import { callCli } from '@prenoto/test-support/processes/call-cli.ts'
import { populatedTenant } from '@prenoto/test-support/server/populated-tenant.ts'
import { type TestServer, type TestTenant, testServer } from '@prenoto/test-support/server/test-server.ts'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import packageJson from '../../../../package.json' with { type: 'json' }
import { openOwnerPool } from '../../database/connection.ts'

/** Milliseconds for which domains are cached: these servers learn changes only by notification. */
const ONE_DAY = 24 * 3600 * 1000

/** Two servers on one database. */
let server: TestServer
let second: TestServer
let here: TestTenant
beforeAll(async () => {
  server = await testServer({ trustedFor: ONE_DAY })
  second = await testServer({ url: server.url, trustedFor: ONE_DAY })
})
beforeEach(async () => {
  here = await server.newTenant()
})
afterAll(async () => {
  await second.close()
  await server.close()
})

const settings = () => ({ DATABASE_URL: server.url, DATA_DIR: server.dataDir })
const prenoto = (...words: string[]) => callCli(settings(), ...words)

const requestStatuses = (domain: string) =>
  Promise.all([server, second].map(async (process) => (await process.visit(domain).get('/client/configs')).statusCode))

const becomes = (domain: string, status: number) => expect.poll(() => requestStatuses(domain)).toEqual([status, status])

/** Expects an error of one sentence without a stack trace, and no output. */
function expectRefusal({ code, stdout, stderr }: Awaited<ReturnType<typeof callCli>>, sentence: RegExp) {
  expect(stderr).toMatch(sentence)
  expect(stderr).not.toMatch(/\n +at |node_modules|\.ts/)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
}

const aPicture = async () =>
  (await sharp({ create: { width: 9, height: 9, channels: 3, background: '#1d4ed8' } })
    .png()
    .toBuffer()) as never

/** Expects these entries of the provider to be the audit trail of a business. */
async function expectTrail(tenantId: number, entries: object[]) {
  const { rows } = await server.owner.query(
    `select action, subject_id, before, after, actor, user_id, client_address from audit_entries
     where tenant_id = $1 order by id`,
    [tenantId],
  )
  const common = { subject_id: null, before: null, after: null, user_id: null, client_address: null }
  expect(rows).toEqual(entries.map((entry) => ({ ...common, actor: 'Fornitore', ...entry })))
}

const linkIn = (stdout: string) => /^(https?:\/\/\S+)\/set_password#([\w-]{43})$/m.exec(stdout)!

const setPassword = (domain: string, token: string) =>
  server
    .visit(domain)
    .post('/client/set-password', { token, new_password: 'Nuova-2026!', confirm_password: 'Nuova-2026!' })

describe('tenant create', () => {
  test('opens the business on every server at once and prints a link for its owner, whose address the first log-in confirms', {
    tags: ['10.1'],
  }, async () => {
    const domain = `salone-${Date.now()}.example`
    expect(await requestStatuses(domain)).toEqual([403, 403])

    const creation = await prenoto(
      'tenant',
      'create',
      '--domain',
      domain,
      '--name',
      'Sole',
      '--admin-email',
      'o@sole.it',
    )

    expect(creation).toMatchObject({ code: 0, stderr: '' })
    const [, origin, token] = linkIn(creation.stdout)
    expect(origin).toBe(`https://${domain}`)
    await becomes(domain, 200)
    const { access_token } = (await setPassword(domain, token!)).json()
    const visitor = server.visit(domain, { authorization: `Bearer ${access_token}` })
    expect((await visitor.get('/user/userInfo')).json()).toMatchObject({ email: 'o@sole.it', role: 'admin' })
    expect((await visitor.get('/client/configs')).json()).toMatchObject({ app_name: 'Sole', app_primary_color: '' })
    expect((await setPassword(domain, token!)).statusCode).toBe(404)

    const profile = (email: string) => ({ name: 'Ugo', surname: 'Sole', email, phone: '' })
    const previousEmails = async () => {
      const { rows } = await server.owner.query(
        'select email from previous_emails join domains using (tenant_id) where domain = $1',
        [domain],
      )
      return rows
    }
    expect((await visitor.get('/user/userInfo')).json()).toMatchObject({ is_email_confirmed: true })
    await visitor.put('/user/update', profile('ugo@sole.it'))
    expect(await previousEmails()).toEqual([])
    const logIn = { email: 'ugo@sole.it', password: 'Nuova-2026!' }
    expect((await server.visit(domain).post('/login', logIn)).statusCode).toBe(200)
    await visitor.put('/user/update', profile('ladro@altrove.it'))
    expect(await previousEmails()).toEqual([{ email: 'ugo@sole.it' }])
  })

  test('requires a free domain, a valid time zone, name and e-mail address', async () => {
    const create = (domain: string, ...more: string[]) =>
      prenoto('tenant', 'create', '--domain', domain, '--name', 'Sole', '--admin-email', 'o@sole.it', ...more)

    expectRefusal(await create(here.domain.toUpperCase()), /^The domain \S+ already belongs to a business\.$/m)
    expectRefusal(await create('due.example', '--time-zone', 'Roma'), /^Roma is not a time zone/)
    expectRefusal(await create('https://due.example'), /Use a domain such as salone\.it/)
    expectRefusal(await create('due.example', '--admin-email', 'o'), /Use an e-mail address/)
    expectRefusal(await prenoto('tenant', 'create'), /required option '--domain <domain>' not specified/)
    for (const name of ['   ', 'due\nrighe', 'evil.example/win'])
      expectRefusal(
        await create('due.example', '--name', name),
        /Use a name of 1 to 100 characters, on one line, without a web address\./,
      )
    expect(await requestStatuses('due.example')).toEqual([403, 403])
  })

  test('trims the name and accepts an internationalised domain, which every command accepts and prints in both forms', async () => {
    const letters = `caffè-${Date.now()}.example`
    const ascii = domainToASCII(letters)
    const both = `${letters} (${ascii})`
    const typed = letters.toUpperCase()

    const creation = await prenoto(
      'tenant',
      'create',
      '--domain',
      typed,
      '--name',
      '  Caffè  ',
      '--admin-email',
      'o@sole.it',
    )
    expect(creation.stdout).toContain(`Caffè is open on ${both}.`)
    expect(linkIn(creation.stdout)[1]).toBe(`https://${ascii}`)
    const { rows } = await server.owner.query(
      'select name, app_name from tenants join configurations on tenant_id = id order by id desc limit 1',
    )
    expect(rows).toEqual([{ name: 'Caffè', app_name: 'Caffè' }])
    await becomes(ascii, 200)

    const added = await prenoto('tenant', 'add-domain', ascii, `www.${typed}`)
    expect(added.stdout).toBe(`The business of ${both} also answers on www.${letters} (www.${ascii}).\n`)
    await becomes(`www.${ascii}`, 200)
    expect((await prenoto('tenant', 'list')).stdout).toContain(`\t${both}, www.${letters} (www.${ascii})\t`)
  })
})

describe('a command that does not create', () => {
  const commands = [
    ['jobs', 'list'],
    ['tenant', 'suspend', 'salone.it'],
  ]

  test('creates no database; others do, also for a local domain', async () => {
    const empty = await emptyDatabase()
    const run = (...words: string[]) => callCli({ DATABASE_URL: empty.url, PORT: '8080' }, ...words)
    const owner = openOwnerPool(empty.url)
    try {
      for (const words of commands)
        expectRefusal(
          await run(...words),
          /^There is no Prenoto database at DATABASE_URL yet: `prenoto tenant create` creates one, or `prenoto db migrate`\.$/m,
        )
      const { rows } = await owner.query(
        `select nspname from pg_namespace where nspname !~ '^pg_|^information_schema$'`,
      )
      expect(rows).toEqual([{ nspname: 'public' }])

      expect((await run('db', 'migrate')).stdout).toBe('The database is up to date.\n')
      expect((await run('tenant', 'list')).stdout).toBe('There is no business yet.\n')
      const created = ['tenant', 'create', '--domain', 'sole.localhost', '--name', 'Sole', '--admin-email', 'o@sole.it']
      expect(linkIn((await run(...created)).stdout)[1]).toBe('http://sole.localhost:8080')
      expect((await run('tenant', 'list')).stdout).toBe('1\tSole\tsole.localhost\t0 bookings\n')
    } finally {
      await owner.end()
      await empty.drop()
    }
  })

  test('creates neither DATA_DIR nor files in it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'prenoto-none-'))
    try {
      for (const dataDir of [folder, join(folder, 'not-there')])
        expectRefusal(
          await callCli({ DATA_DIR: dataDir }, 'tenant', 'list'),
          new RegExp(`^There is no Prenoto database in DATA_DIR ${dataDir} yet: `, 'm'),
        )
      expect(await readdir(folder)).toEqual([])
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('does not migrate an older database', async () => {
    const older = await newDatabase()
    const owner = openOwnerPool(older.url)
    try {
      await owner.query('delete from migrations.kysely_migration')

      expectRefusal(
        await callCli({ DATABASE_URL: older.url }, 'tenant', 'list'),
        /^The database is older than this version of Prenoto: migrate it with `prenoto db migrate` or start a server\.$/m,
      )

      expect((await owner.query('select from migrations.kysely_migration')).rowCount).toBe(0)
    } finally {
      await owner.end()
      await older.drop()
    }
  })
})

test('suspends and resumes a business on every server at once', { tags: ['10.6'] }, async () => {
  expect(await requestStatuses(here.domain)).toEqual([200, 200])

  expect(await prenoto('tenant', 'suspend', here.domain)).toMatchObject({ code: 0 })
  await becomes(here.domain, 403)
  expect((await prenoto('tenant', 'list')).stdout).toMatch(
    new RegExp(`\\t${here.domain}\\t0 bookings\\tsuspended$`, 'm'),
  )

  expect(await prenoto('tenant', 'resume', here.domain)).toMatchObject({ code: 0 })
  await becomes(here.domain, 200)
  await expectTrail(here.id, [{ action: 'tenant.suspended' }, { action: 'tenant.resumed' }])
})

test('adds and removes domains on every server at once, and links have the canonical one', {
  tags: ['10.6'],
}, async () => {
  const added = `www.${here.domain}`
  const canonical = async () => {
    const page = await second.app.inject({ url: '/client_service', headers: { host: here.domain } })
    return /<link rel="canonical" href="https?:\/\/([^/]+)/.exec(page.body)?.[1]
  }
  expect(await requestStatuses(added)).toEqual([403, 403])

  expect(await prenoto('tenant', 'add-domain', here.domain, added)).toMatchObject({ code: 0 })
  await becomes(added, 200)
  // The requested address is the canonical one.
  const requestedPage = (await second.app.inject({ url: '/client_service', headers: { host: here.domain } })).body
  expect(requestedPage).toContain(`${here.domain}/client_service`)
  expect(requestedPage).not.toContain(added)

  expect(await prenoto('tenant', 'add-domain', here.domain, added, '--canonical')).toMatchObject({ code: 0 })
  await expect.poll(canonical).toBe(added)
  expect((await prenoto('tenant', 'list')).stdout).toContain(`\t${added}, ${here.domain}\t`)

  expect(await prenoto('tenant', 'remove-domain', added)).toMatchObject({ code: 0 })
  await becomes(added, 403)
  expect(await requestStatuses(here.domain)).toEqual([200, 200])
  const { rows } = await server.owner.query('select domain, is_canonical from domains where tenant_id = $1', [here.id])
  expect(rows).toEqual([{ domain: here.domain, is_canonical: true }])
  expectRefusal(await prenoto('tenant', 'remove-domain', here.domain), /is the last domain of/)
  await expectTrail(here.id, [
    ...[false, true].map((canonical) => ({ action: 'tenant.domain_added', after: { domain: added, canonical } })),
    { action: 'tenant.domain_removed', before: { domain: added } },
  ])
})

test('rejects a domain of another business', async () => {
  const elsewhere = await server.newTenant()

  const refusal = await prenoto('tenant', 'add-domain', here.domain, elsewhere.domain, '--canonical')

  expectRefusal(refusal, /already belongs to another business\.$/m)
  const { rows } = await server.owner.query('select tenant_id from domains where domain = $1', [elsewhere.domain])
  expect(rows).toEqual([{ tenant_id: elsewhere.id }])
})

test('a command about a business rejects an unknown domain', async () => {
  for (const words of [
    ['tenant', 'delete', 'nessuno.example', '--confirm', 'nessuno.example'],
    ['tenant', 'stats', 'nessuno.example'],
    ['user', 'list', 'nessuno.example'],
  ])
    expectRefusal(await prenoto(...words), /^No business has the domain nessuno\.example\.$/m)
})

describe('tenant delete', () => {
  const remaining = async (tenantId: number) => {
    const { rows: tables } = await server.owner.query<{ name: string }>(
      `select relname as name from pg_attribute join pg_class on pg_class.oid = attrelid
       where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'tenant_id'`,
    )
    const counts = [
      ...tables.map(({ name }) => `select '${name}' as name, count(*) as rows from ${name} where tenant_id = $1`),
      'select $$tenants$$, count(*) from tenants where id = $1',
      `select 'jobs', count(*) from pgboss.job where data ->> 'tenant_id' = $1::text`,
      `select 'counters', count(*) from system.rate_limits where key like '%:' || $1 || '/%'`,
    ]
    const { rows } = await server.owner.query<{ name: string; rows: number }>(counts.join(' union all '), [tenantId])
    return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]))
  }

  const withFiles = async () => {
    const business = await populatedTenant(server)
    const form = new FormData()
    form.append('file', new Blob([await aPicture()], { type: 'image/png' }), 'a.png')
    const editor = business.withToken(await business.newSession(business.userId))
    expect((await editor.post('/upload', form)).statusCode).toBe(201)
    await business.post('/login', { email: 'nobody@salone.it', password: 'x' })
    return business
  }

  const listFiles = (tenantId: number) => readdir(join(server.uploads, String(tenantId))).catch(() => [])

  test('deletes all data of the business and none of another, once the domain is confirmed', {
    tags: ['10.8'],
  }, async () => {
    const [gone, other] = [await withFiles(), await withFiles()]
    const before = { rows: await remaining(other.id), files: await listFiles(other.id) }
    for (const [name, rows] of Object.entries(await remaining(gone.id))) expect([name, rows > 0]).toEqual([name, true])
    expect(before.files).toHaveLength(1)
    for (const confirmation of [[], ['--confirm', `www.${gone.domain}`]])
      expectRefusal(
        await prenoto('tenant', 'delete', gone.domain, ...confirmation),
        new RegExp(`^This would delete .+ for good: .*bookings: 2, .*uploads: 2, .*--confirm ${gone.domain}$`, 'm'),
      )
    expect(await requestStatuses(gone.domain)).toEqual([200, 200])

    const deletion = await prenoto('tenant', 'delete', gone.domain, '--confirm', gone.domain)

    expect(deletion).toEqual({ code: 0, stderr: '', stdout: expect.any(String) })
    await becomes(gone.domain, 403)
    for (const [name, rows] of Object.entries(await remaining(gone.id))) expect([name, rows]).toEqual([name, 0])
    expect(await listFiles(gone.id)).toEqual([])
    expect({ rows: await remaining(other.id), files: await listFiles(other.id) }).toEqual(before)
    expect(await requestStatuses(other.domain)).toEqual([200, 200])
  })

  test('resolves a deadlock with a concurrent booking', { tags: ['10.8'] }, async () => {
    const business = await server.newTenant()
    await business.book((await business.newService()).id)
    const booking = new pg.Client(server.superuserUrl)
    await booking.connect()
    try {
      // The other session detects the deadlock first, since this one has a longer timeout.
      await booking.query(`set deadlock_timeout = '5s'; begin`)
      const { rows } = await booking.query('select pg_backend_pid() as pid')
      await booking.query('update calendar_days set version = version + 1 where tenant_id = $1', [business.id])
      const deletion = prenoto('tenant', 'delete', business.domain, '--confirm', business.domain)
      const waiting = 'select from pg_stat_activity where $1 = any (pg_blocking_pids(pid))'
      await expect
        .poll(async () => (await server.owner.query(waiting, [rows[0].pid])).rowCount, { interval: 20 })
        .toBe(1)

      await booking.query(
        `insert into customers (tenant_id, identity, name, surname, email, telephone) values ($1, '', '', '', '', '')`,
        [business.id],
      )
      await booking.query('commit')

      expect(await deletion).toMatchObject({ code: 0, stderr: '' })
    } finally {
      await booking.end()
    }
    for (const [name, rows] of Object.entries(await remaining(business.id))) expect([name, rows]).toEqual([name, 0])
  })

  test('leaves no rows or files behind while visitors book', async () => {
    const business = await server.newTenant()
    const service = await business.newService({ duration: 5 })
    const slots = (await business.get(`/client/services/${service.id}`)).json().available_slots[1]
    const statuses = new Set<number>()
    let ended = false
    const visitors = [0, 1, 2].map(async (offset) => {
      for (let i = offset; !ended; i += 3) {
        const visit = { visit_day: slots.date, visit_hour: slots.slots[i % slots.slots.length] }
        statuses.add((await business.book(service.id, visit)).statusCode)
        // A steady load; a heavier one proves no more.
        await sleep(10)
      }
    })
    await expect.poll(() => [...statuses], { interval: 5 }).toContain(201)

    const deletion = await prenoto('tenant', 'delete', business.domain, '--confirm', business.domain)
    await expect.poll(() => [...statuses], { interval: 5 }).toContain(403)
    ended = true
    await Promise.all(visitors)

    expect(deletion).toEqual({ code: 0, stderr: '', stdout: expect.any(String) })
    for (const [name, rows] of Object.entries(await remaining(business.id))) expect([name, rows]).toEqual([name, 0])
  })
})

describe('a user who cannot log in', () => {
  test('gets a link from the provider, and the old password is valid until the link is used', {
    tags: ['10.9'],
  }, async () => {
    const ada = await here.newUser({ email: 'ada.b@salone.it' })

    const { stdout } = await prenoto('user', 'reset-password', here.domain, 'ADA.B@salone.it')

    await expectTrail(here.id, [{ action: 'password.link_created', subject_id: ada.id }])
    const session = await here.newSession(ada.id)
    expect((await here.withToken(session).get('/user/userInfo')).statusCode).toBe(200)
    const answer = await setPassword(here.domain, linkIn(stdout)[2]!)
    expect(answer.statusCode).toBe(200)
    expect((await here.withToken(session).get('/user/userInfo')).statusCode).toBe(401)
  })

  test('is rejected if unknown or disabled', async () => {
    await here.newUser({ email: 'off@salone.it', is_disabled: true })
    const reset = (email: string) => prenoto('user', 'reset-password', here.domain, email)

    expectRefusal(await reset('nessuno@salone.it'), /^No user of .+ has the e-mail address nessuno@salone\.it\.$/m)
    expectRefusal(await reset('off@salone.it'), /^off@salone\.it is disabled/)
  })

  test('can be replaced by an administrator whom the provider appoints', { tags: ['10.9'] }, async () => {
    const editor = await here.as('editor', { email: 'lia@salone.it' })
    expect((await editor.get('/users')).statusCode).toBe(404)

    expect(await prenoto('user', 'appoint-admin', here.domain, 'lia@salone.it')).toMatchObject({ code: 0 })

    expect((await editor.get('/users')).statusCode).toBe(200)
    const change = { before: { role: 'editor' }, after: { role: 'admin' } }
    await expectTrail(here.id, [{ action: 'user.appointed', subject_id: editor.id, ...change }])
  })
})

test('user reset-second-factor lets a user log in with the password alone and ends their sessions', async () => {
  const here = await server.newTenant()
  const lia = await here.as('editor', { email: 'lia@salone.it', password_hash: PASSWORD_HASH })
  const { secret } = (await lia.post('/user/second-factor/totp', undefined)).json()
  const code = totpCode(secret, server.clock.now)
  expect((await lia.post('/user/second-factor/totp/confirm', { code })).statusCode).toBe(200)
  const logIn = () => here.post('/login', { email: 'lia@salone.it', password: PASSWORD })
  expect((await logIn()).json()).not.toHaveProperty('access_token')

  const answer = await prenoto('user', 'reset-second-factor', here.domain, 'lia@salone.it')

  expect(answer).toMatchObject({ code: 0 })
  expect((await lia.get('/user/userInfo')).statusCode).toBe(401)
  expect((await logIn()).json()).toHaveProperty('access_token')
  const { rows } = await server.owner.query(
    `select kind, (select count(*)::int from pgboss.job where name = 'send-email' and data @> jsonb_build_object(
       'tenant_id', messages.tenant_id, 'data', jsonb_build_object('message_id', messages.id))) as jobs
     from messages where tenant_id = $1 and record_id = $2 order by id desc limit 1`,
    [here.id, lia.id],
  )
  expect(rows).toEqual([{ kind: 'second-factor-reset', jobs: 1 }])
  const trail = await server.owner.query(
    `select actor, subject_id from audit_entries where tenant_id = $1 and action = 'second_factor.reset'`,
    [here.id],
  )
  expect(trail.rows).toEqual([{ actor: 'Fornitore', subject_id: lia.id }])
})

test.for([[], ['tenant'], ['tenant', 'create'], ['tenant', 'delete'], ['user'], ['user', 'appoint-admin'], ['demo']])(
  'prenoto %s prints its usage',
  async (words) => {
    const { code, stdout } = await prenoto(...words, '--help')
    expect(code).toBe(0)
    expect(stdout).toContain(`Usage: prenoto ${words.join(' ')}`.trim())
  },
)

test('prenoto --version prints the release', async () => {
  expect(await prenoto('--version')).toEqual({ code: 0, stdout: `${packageJson.version}\n`, stderr: '' })
})

test('a missing database gives a one-sentence error', async () => {
  const refusal = await callCli({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }, 'tenant', 'list')
  expectRefusal(refusal, /^DATABASE_URL: the database cannot be reached/)
})
