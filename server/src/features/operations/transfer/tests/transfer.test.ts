import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile as writeTo } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { countLockWaits } from '@prenoto/test-support/database/count-lock-waits.ts'
import { roleUrlsAt } from '@prenoto/test-support/database/test-database.ts'
import { smtpServer } from '@prenoto/test-support/mail/smtp-server.ts'
import { callCli } from '@prenoto/test-support/processes/call-cli.ts'
import { spawnCli } from '@prenoto/test-support/processes/cli-process.ts'
import { NOTE, newFullTenant } from '@prenoto/test-support/server/full-tenant.ts'
import { aBooking, type TestServer, testServer } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOwnerPool } from '../../../../database/connection.ts'
import { tenantDatabase } from '../../../../database/tenant-database.ts'
import { encryptionWith } from '../../../../lib/encryption.ts'
import { findTenant } from '../../../../tenants/tenants.repository.ts'
import { diskStore, type FileStore } from '../../../uploads/file-store.ts'
import { findTenantId } from '../../provider/provider.repository.ts'
import { SEALED_COLUMNS } from '../../secrets/sealed-columns.ts'
import { exportTenant } from '../export-tenant.ts'
import { importTenant } from '../import-tenant.ts'
import { deletePause } from '../pause.repository.ts'
import { pauseTenant } from '../pause-tenant.ts'
import { writeFile } from '../tenant-file.ts'
import { LEFT_OUT, listTenantTables } from '../tenant-tables.repository.ts'
import { signText } from './signed-file.ts'

/** Milliseconds for which domains are cached: these servers learn changes only by notification. */
const ONE_DAY = 24 * 3600 * 1000

const KEYS = { from: randomBytes(32), to: randomBytes(32), transfer: randomBytes(32) }

/** The mail server resolves `received` at an e-mail to this address, and accepts it only when `delivery` is resolved. */
const SLOW = 'slow@example.it'
const received = Promise.withResolvers<void>()
const delivery = Promise.withResolvers<void>()

/** Two installations with one mail server; `second` is another process of the source. */
let smtp: Awaited<ReturnType<typeof smtpServer>>
let source: TestServer
let second: TestServer
let target: TestServer
let folder: string
beforeAll(async () => {
  smtp = await smtpServer({
    refuse: async (to, at) => {
      if (at !== 'data' || to !== SLOW) return undefined
      received.resolve()
      await delivery.promise
    },
  })
  const common = { trustedFor: ONE_DAY, smtpUrl: smtp.url }
  source = await testServer({ ...common, work: true, encryption: encryptionWith([KEYS.from]) })
  second = await testServer({ ...common, url: source.url })
  target = await testServer({ ...common, work: true, encryption: encryptionWith([KEYS.to]) })
  folder = await mkdtemp(join(tmpdir(), 'prenoto-transfer-'))
})
afterAll(async () => {
  for (const server of [target, second, source]) await server.close()
  await smtp.close()
  await rm(folder, { recursive: true })
})

const secretKeys = (server: TestServer) => [server === target ? KEYS.to : KEYS.from]

const settingsFor = (server: TestServer) => ({
  DATABASE_URL: server.url,
  DATA_DIR: server.dataDir,
  SECRET_KEYS: secretKeys(server)[0]!.toString('hex'),
  TRANSFER_KEY: KEYS.transfer.toString('hex'),
})

const prenoto = (server: TestServer, ...words: string[]) => callCli(settingsFor(server), ...words)

const findTenantByDomain = async (server: TestServer, domain: string) => {
  const id = (await findTenantId(server.owner, domain))!
  return (await findTenant(tenantDatabase(server.owner, id, { evenPaused: true }), id))!
}

/** The file of a business. */
async function exportText(server: TestServer, domain: string) {
  const data = {
    urls: roleUrlsAt(server.url),
    tenant: await findTenantByDomain(server, domain),
    files: diskStore(server.uploads),
  }
  const keys = { encryption: encryptionWith(secretKeys(server)), transferKey: KEYS.transfer }
  return readText(writeFile(exportTenant(data, keys, expect.unreachable), KEYS.transfer))
}

type Import = { replace?: string; files?: FileStore; acceptUnverified?: boolean }

const importText = (
  server: TestServer,
  text: string,
  { replace: replaced, files = diskStore(server.uploads), acceptUnverified }: Import = {},
) =>
  importTenant(
    { owner: server.owner, files, keys: [...secretKeys(server), KEYS.transfer] },
    () => Readable.from([Buffer.from(text)]),
    { replaced, acceptUnverified },
  )

/** The values of the lines of a file by kind. */
function groupValues(text: string): Map<string, unknown[]> {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as [string, unknown])
  return new Map(
    [...Map.groupBy(lines, ([kind]) => kind)].map(([kind, kindLines]) => [kind, kindLines.map(([, value]) => value)]),
  )
}

/** Begins a transaction that may stay idle for more than our 30 seconds, since an import may be slow. */
const BEGIN_WITHOUT_TIMEOUT = 'begin; set local idle_in_transaction_session_timeout = 0'

const fullTenant = () => newFullTenant(source, encryptionWith([KEYS.from]))

const tenantsAt = async (server: TestServer) =>
  (await server.owner.query<{ id: number }>('select id from tenants order by id')).rows.map(({ id }) => id)

test('every table is exported or left out on purpose', async () => {
  const travelling = (await listTenantTables(source.owner)).map(({ name }) => name)
  const { rows } = await source.owner.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  )

  expect([...travelling, ...LEFT_OUT].sort()).toEqual(rows.map(({ name }) => name).sort())
  expect(travelling.toSorted()).toEqual([
    'after_visit_refusals',
    'api_keys',
    'audit_entries',
    'booking_history',
    'bookings',
    'busy_feeds',
    'calendar_days',
    'calendar_exceptions',
    'calendar_feeds',
    'calendars',
    'come_back_reminders',
    'configurations',
    'contact_requests',
    'customers',
    'domain_claims',
    'domains',
    'first_steps',
    'health_consents',
    'health_documents',
    'health_notes',
    'messages',
    'notifications',
    'passkeys',
    'previous_emails',
    'privacy_texts',
    'proposals',
    'push_preferences',
    'recovery_codes',
    'second_factor_requirements',
    'service_calendars',
    'services',
    'slot_holds',
    'tenants',
    'text_consents',
    'text_messages',
    'text_settings',
    'totp_factors',
    'uploads',
    'users',
    'waiting_list_entries',
    'webhooks',
  ])
})

test('an imported business equals the exported one, and both files contain no row of another', async () => {
  const here = await fullTenant()
  const stranger = await source.newTenant()
  const strange = await stranger.newService({ name: 'Servizio di altri' })
  await stranger.book(strange.id, { name: 'Estranea', surname: 'Planted', email: 'planted@example.it' })
  await target.newTenant()

  const before = await exportText(source, here.domain)
  const id = await importText(target, before)
  const after = await exportText(target, here.domain)

  expect(before).toContain(aBooking.email)
  expect(before).not.toMatch(/planted|Planted|di altri/)
  const [one, other] = [groupValues(before), groupValues(after)]
  const sealed = SEALED_COLUMNS.map(({ table }) => table as string)
  const changing = ['header', 'tenants', 'audit_entries', 'messages', 'text_messages', 'end', ...sealed]
  expect([...other.keys()]).toEqual([...one.keys()])
  for (const [kind, values] of one) {
    expect([kind, other.get(kind)?.length ?? 0]).toEqual([kind, values.length])
    if (!changing.includes(kind)) expect([kind, other.get(kind)]).toEqual([kind, values])
  }

  const there = target.visit(here.domain)
  expect((await there.get(here.picture.replace(/^\/api/, ''))).statusCode).toBe(200)
  expect((await there.get(here.feed)).statusCode).toBe(200)
  const { rows } = await target.owner.query('select id, ciphertext from health_notes where tenant_id = $1', [id])
  const { toPurpose } = SEALED_COLUMNS.find(({ column }) => column === 'ciphertext')!
  const text = encryptionWith([KEYS.to]).decrypt(toPurpose({ tenant: { id } }, rows[0].id), rows[0].ciphertext)
  expect(text.toString()).toBe(NOTE)

  await expect(importText(target, before)).rejects.toThrow(
    /^The domain \S+ already belongs to a business\. .+--replace/,
  )
  // Ids that the imported business has are not given to its new rows.
  expect((await there.book((one.get('services')![0] as { id: number }).id, { visit_hour: '11:00' })).statusCode).toBe(
    201,
  )
})

test('a business moves between two installations while visitors book: nothing is lost, doubled or sent twice', async () => {
  const here = await source.newTenant()
  const service = await here.newService({ duration: 5 })
  const elsewhere = await target.newTenant()
  const { available_slots } = (await here.get(`/client/services/${service.id}`)).json()
  const slots = (available_slots as { date: string; slots: string[] }[])
    .slice(1)
    .flatMap(({ date, slots }) => slots.map((visit_hour) => ({ visit_day: date, visit_hour })))
  const bookingsByEmail = new Map<string, { hidden_id: string; cancelled: boolean }>()
  let server = source
  let ended = false

  /** Repeats a request that is refused as unavailable, as browsers do. */
  async function persistently(send: () => Promise<{ statusCode: number; json(): never }>) {
    for (;;) {
      const answer = await send()
      if (answer.statusCode !== 503) return answer
      await sleep(20)
    }
  }
  const visitors = [0, 1, 2].map(async (first) => {
    for (let i = first; !ended; i += 3) {
      const email = `v${i}@example.it`
      const key = { 'idempotency-key': `visitor-number-${i}-of-the-move` }
      const booked = await persistently(() => server.visit(here.domain).book(service.id, { ...slots[i], email }, key))
      expect(booked.statusCode).toBe(201)
      const { hidden_id } = booked.json() as { hidden_id: string }
      bookingsByEmail.set(email, { hidden_id, cancelled: false })
      // A steady load; a heavier one proves no more.
      await sleep(20)
      if (i % 5 > 0) continue
      const cancelled = await persistently(() =>
        server.visit(here.domain).delete(`/client/bookings/delete/${hidden_id}`),
      )
      expect(cancelled.statusCode).toBe(204)
      bookingsByEmail.get(email)!.cancelled = true
    }
  })

  await expect.poll(() => bookingsByEmail.size, { interval: 10 }).toBeGreaterThan(5)
  await pauseTenant(source.owner, here.id)
  const text = await exportText(source, here.domain)
  const id = await importText(target, text)
  const madeBefore = bookingsByEmail.size
  server = target
  await expect.poll(() => bookingsByEmail.size, { interval: 10 }).toBeGreaterThan(madeBefore + 5)
  ended = true
  await Promise.all(visitors)

  const { rows } = await target.owner.query(
    'select email, hidden_id, deleted_at is not null as cancelled from bookings where tenant_id = $1',
    [id],
  )
  const asMade = [...bookingsByEmail].map(([email, booking]) => ({ email, ...booking }))
  expect(Map.groupBy(rows, ({ email }) => email).size).toBe(rows.length)
  expect(rows.sort((a, b) => (a.email < b.email ? -1 : 1))).toEqual(asMade.sort((a, b) => (a.email < b.email ? -1 : 1)))
  type Row = { hidden_id: string; deleted_at: string | null }
  const early = (groupValues(text).get('bookings') as Row[]).find(({ deleted_at }) => deleted_at === null)
  expect((await target.visit(here.domain).get(`/client/bookings/${early!.hidden_id}`)).statusCode).toBe(200)
  expect((await here.get('/client/configs')).statusCode).toBe(503)
  expect((await elsewhere.get('/client/configs')).statusCode).toBe(200)

  await waitForJobs(target, { id }, { dueOnly: true })
  const recipients = smtp.recipients().filter((to) => /^v\d+@/.test(to))
  const activeBookings = asMade.filter(({ cancelled }) => !cancelled)
  for (const { email } of activeBookings)
    expect([email, recipients.filter((to) => to === email).length]).toEqual([email, 1])
})

test('a pause waits for begun transactions, then every process answers 503 until it ends', async () => {
  const here = await source.newTenant()
  const service = await here.newService()
  const statuses = () => Promise.all([source, second].map(async (one) => one.visit(here.domain).get('/client/configs')))
  await statuses()

  const { promise: written, resolve: write } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const late = here.db.inTransaction(async (db) => {
    await db.selectFrom('users').select('id').limit(1).execute()
    begin()
    await written
    await db
      .insertInto('audit_entries')
      .values({ ...anEntry, tenant_id: here.id })
      .execute()
  })
  await begun
  let isPaused = false
  const pause = pauseTenant(source.owner, here.id).then(() => {
    isPaused = true
  })
  await expect.poll(async () => (await here.get('/client/configs')).statusCode).toBe(503)
  for (let i = 0; i < 10; i += 1)
    expect([(await here.get('/client/configs')).statusCode, isPaused]).toEqual([503, false])
  write()
  await Promise.all([late, pause])
  const paused = [...(await statuses()), await here.book(service.id)]
  const page = await here.page('/client_service')

  for (const { statusCode, headers } of paused)
    expect([statusCode, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)])
  expect(page.statusCode).toBe(503)
  await deletePause(source.owner, here.id)
  expect((await statuses()).map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await here.book(service.id)).statusCode).toBe(201)
})

test('a pause waits for an e-mail that is being sent, so that it is not sent again elsewhere', async () => {
  const here = await source.newTenant()
  await here.book((await here.newService()).id, { email: SLOW })
  const readConfirmation = async () => {
    const { rows } = await source.owner.query(
      `select sent_at is not null as is_sent, leased_until >= now() as is_leased
       from messages where tenant_id = $1 and kind = 'confirmation'`,
      [here.id],
    )
    return rows[0]
  }
  // Not at the lease: a message that is not yet composed then waits for the end of the pause.
  await received.promise
  expect(await readConfirmation()).toEqual({ is_sent: false, is_leased: true })

  let isPaused = false
  const pause = pauseTenant(source.owner, here.id).then(() => {
    isPaused = true
  })
  await expect.poll(async () => (await here.get('/client/configs')).statusCode).toBe(503)
  expect(isPaused).toBe(false)
  delivery.resolve()
  await pause

  expect(await readConfirmation()).toMatchObject({ is_sent: true })
})

/** A file with a change that its author has signed. */
const signedWith = (change: (text: string) => string) => (text: string) => signText(change(text), KEYS.transfer)

test.for<[string, (text: string) => string | Promise<string>, RegExp]>([
  ['a changed letter', (text) => text.replace('Taglio', 'Taglia'), /checksum differs/],
  ['a missing line', (text) => text.replace(/\["customers".+\n/, ''), /checksum differs/],
  ['a line after its end', (text) => `${text}["bookings",{}]\n`, /is damaged in line \d+/],
  [
    'a line that is no JSON',
    signedWith((text) => text.replace('["bookings",{', '["bookings",[')),
    /is damaged in line/,
  ],
  ['an unknown table', signedWith((text) => text.replace('["bookings"', '["pg_class"')), /is damaged in line \d+/],
  ['a second tenant', signedWith((text) => text.replace(/(\["tenants".+\n)/, '$1$1')), /is damaged in line \d+/],
  ['no configuration', signedWith((text) => text.replace(/\["configurations".+\n/, '')), /is damaged in line \d+/],
  [
    'a file that leaves its folder',
    signedWith((text) => text.replace('["file",{"key":"', '["file",{"key":"../../')),
    /is damaged in line \d+/,
  ],
  [
    'a picture of another type',
    signedWith((text) => text.replace(/(\["file",.+"content":")[^"]{4}/, '$1PHN2')),
    /^Line \d+: file is not what Prenoto writes/,
  ],
  ['a missing end', (text) => text.slice(0, text.lastIndexOf('["end"')), /is incomplete/],
  ['half of the file', (text) => text.slice(0, text.length / 2), /is incomplete/],
  ['nothing', () => '', /not a file of `prenoto tenant export`/],
  ['another schema', signedWith((text) => text.replace(/"schema":"[^"]+"/, '"schema":"0001-other"')), /0001-other/],
  ['no signature', (text) => signText(text, undefined), /^No key of this installation has signed the file/],
  ['a signature by another key', (text) => signText(text, randomBytes(32)), /^No key of this installation has signed/],
])('refuses %s and writes nothing', async ([, change, sentence]) => {
  const { text } = await wholeBusiness()
  const [tenants, folders] = [await tenantsAt(target), await readdir(target.uploads).catch(() => [])]

  await expect(importText(target, await change(text))).rejects.toThrow(sentence)

  expect(await tenantsAt(target)).toEqual(tenants)
  expect(await readdir(target.uploads).catch(() => [])).toEqual(folders)
})

test('a file without a signature is imported only if the provider accepts it', async () => {
  const here = await source.newTenant()
  const text = await signText(await exportText(source, here.domain), undefined)

  await expect(importText(target, text)).rejects.toThrow(/--accept-unverified/)
  const id = await importText(target, text, { acceptUnverified: true })

  expect(await findTenantId(target.owner, here.domain)).toBe(id)
  // The provider has to say again that it trusts the business.
  expect(await findTenantByDomain(target, here.domain)).toMatchObject({ is_trusted: false })
})

/** One business and its file for all tests that leave it as it is. */
let whole: Promise<{ here: Awaited<ReturnType<typeof fullTenant>>; text: string }> | undefined
function wholeBusiness() {
  whole ??= fullTenant().then(async (here) => ({ here, text: await exportText(source, here.domain) }))
  return whole
}

test('a full disk leaves nothing behind and gives one sentence', async () => {
  const { text } = await wholeBusiness()
  const tenants = await tenantsAt(target)
  const store = diskStore(target.uploads)
  const full = { ...store, put: () => Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })) }

  await expect(importText(target, text, { files: full })).rejects.toThrow(
    'There is no space left: nothing was imported.',
  )

  expect(await tenantsAt(target)).toEqual(tenants)
})

test('a business is put back to its exported state on every process at once, and others stay as they are', async () => {
  const [here, other] = [await source.newTenant(), await source.newTenant()]
  const service = await here.newService()
  const activeBookings = (await here.book(service.id, { email: 'kept@example.it' })).json()
  await other.book((await other.newService()).id)
  for (const tenant of [here, other]) await waitForJobs(source, tenant)
  const before = await exportText(source, here.domain)
  const others = await exportText(source, other.domain)
  await here.db
    .insertInto('audit_entries')
    .values({ ...anEntry, tenant_id: here.id })
    .execute()
  const late = (await here.book(service.id, { visit_hour: '11:00', email: 'late@example.it' })).json()
  const hours = () =>
    Promise.all(
      [source, second].map(async (process) => {
        const { available_slots } = (await process.visit(here.domain).get(`/client/services/${service.id}`)).json()
        const monday = (available_slots as { date: string; slots: string[] }[]).find(
          ({ date }) => date === '2026-11-23',
        )
        return ['09:00:00', '11:00:00'].filter((hour) => monday!.slots.includes(hour))
      }),
    )
  await expect.poll(hours).toEqual([[], []])

  const id = await importText(source, before, { replace: here.domain })

  await expect.poll(hours).toEqual([['11:00:00'], ['11:00:00']])
  const status = async (hiddenId: string) => (await here.get(`/client/bookings/${hiddenId}`)).statusCode
  expect([await status(activeBookings.hidden_id), await status(late.hidden_id)]).toEqual([200, 404])
  expect(groupValues(await exportText(source, other.domain)).get('bookings')).toEqual(
    groupValues(others).get('bookings'),
  )
  expect(await tenantsAt(source)).not.toContain(here.id)
  const { rows } = await source.owner.query('select action from audit_entries where tenant_id = $1', [id])
  expect(rows).toContainEqual({ action: anEntry.action })
  await waitForJobs(source, { id })
  expect(smtp.recipients().filter((to) => to === 'kept@example.it')).toHaveLength(1)

  await expect(importText(source, before, { replace: other.domain })).rejects.toThrow(/^The file is of the business of/)
})

test('the pause of an import ends by itself if its process is killed, and its pictures are removed', async () => {
  const { here, text } = await wholeBusiness()
  const locked = await source.owner.connect()
  await locked.query(BEGIN_WITHOUT_TIMEOUT)
  await locked.query('select from tenants where id = $1 for update', [here.id])
  const before = await readdir(source.uploads)
  const newFolders = async () => (await readdir(source.uploads)).filter((name) => !before.includes(name))

  const child = spawnCli(settingsFor(source), 'tenant', 'import', '-', '--replace', here.domain)
  child.stdin.end(text)
  await expect.poll(newFolders, { timeout: 60_000 }).toHaveLength(1)
  expect((await here.get('/client/configs')).statusCode).toBe(503)
  child.kill('SIGKILL')
  await once(child, 'close')
  await locked.query('rollback')
  locked.release()

  const { rows } = await source.owner.query(
    `update system.paused_tenants set until = until - interval '1 hour'
     where until < clock_timestamp() + interval '31 seconds' returning tenant_id`,
  )
  expect(rows.map(({ tenant_id }) => tenant_id)).toContain(here.id)
  expect((await here.get('/client/configs')).statusCode).toBe(200)
  await expect.poll(() => here.book(here.serviceId, { visit_hour: '16:00' })).toMatchObject({ statusCode: 201 })
  await source.deleteExpired()
  expect(await newFolders()).toEqual([])
  expect((await here.get(here.picture.replace(/^\/api/, ''))).statusCode).toBe(200)
})

test('an import that stood still until its pause ended is refused, and the business keeps its bookings', async () => {
  const here = await source.newTenant()
  const service = await here.newService()
  const text = await exportText(source, here.domain)
  const owner = openOwnerPool(source.url)
  const locked = await owner.connect()
  await locked.query(BEGIN_WITHOUT_TIMEOUT)
  // The import waits for it before it deletes the old rows.
  await locked.query('lock table audit_entries in share mode')

  const importing = importText(source, text, { replace: here.domain })
  importing.catch(() => {})
  const endPause = () =>
    owner.query(`update system.paused_tenants set until = now() - interval '1 minute' where tenant_id = $1`, [here.id])
  // Others may wait for the lock as well, before the import has paused the business.
  await expect.poll(() => countLockWaits(owner)).toBeGreaterThan(0)
  await expect.poll(endPause).toMatchObject({ rowCount: 1 })
  const late = await here.book(service.id)
  await locked.query('rollback')
  locked.release()

  await expect(importing).rejects.toThrow(/^The import stood still/)
  expect(late.statusCode).toBe(201)
  expect((await here.get(`/client/bookings/${late.json().hidden_id}`)).statusCode).toBe(200)
  await owner.end()
})

test('the command line pauses, exports, imports and writes CSV files', async () => {
  const here = await fullTenant()
  await here.db.updateTable('customers').set({ name: '=1+1' }).where('tenant_id', '=', here.id).execute()
  const csv = join(folder, 'csv')
  const job = { event: 'contact-requested', contact_request_id: 1 } as const
  await source.jobs.add(here.ctx(), 'notify', job, { startAfter: 3600 })

  const pause = await prenoto(source, 'tenant', 'pause', here.domain)
  const file = await prenoto(source, 'tenant', 'export', here.domain)
  const path = join(folder, 'business.jsonl')
  await writeTo(path, file.stdout)
  const tables = await prenoto(source, 'tenant', 'export', here.domain, '--csv', csv)
  const imported = await prenoto(target, 'tenant', 'import', path)
  const nothing = await prenoto(target, 'tenant', 'import', join(folder, 'nothing'))
  const resumed = await prenoto(source, 'tenant', 'resume', here.domain)

  expect(pause).toMatchObject({ code: 0, stdout: expect.stringContaining('is paused: its domains answer 503.') })
  expect(file).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Salone \d+ is exported\.\n$/) })
  expect(imported).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(/^Salone \d+ is open on /) })
  const jobs = await target.owner.query(
    `select data, name, start_after > now() + interval '50 minutes' as is_later from pgboss.job
     where data ->> 'tenant_id' = $1::text and data -> 'data' ->> 'event' = 'contact-requested'`,
    [await findTenantId(target.owner, here.domain)],
  )
  expect(jobs.rows).toContainEqual({
    data: { tenant_id: expect.any(Number), data: job },
    name: 'notify',
    is_later: true,
  })
  expect(nothing).toMatchObject({ code: 1, stderr: expect.stringMatching(/nothing cannot be read \(ENOENT\)\.$/m) })
  expect([resumed.code, (await here.get('/client/configs')).statusCode]).toEqual([0, 200])
  expect(tables.stdout).toMatch(/is written to .+: \d+ tables/)
  const names = await readdir(csv)
  expect(names).toEqual(
    expect.arrayContaining(['bookings.csv', 'customers.csv', 'health_documents', 'uploads', 'users.csv']),
  )
  expect(names.join()).not.toMatch(/totp|passkeys|sessions/)
  const read = (name: string) => readFile(join(csv, name), 'utf8')
  expect(await read('health_notes.csv')).toContain(NOTE)
  expect(await read('customers.csv')).toContain(`"'=1+1"`)
  expect(await read('users.csv')).not.toContain('password_hash')
  const actions = async (server: TestServer) => {
    const id = await findTenantId(server.owner, here.domain)
    const { rows } = await server.owner.query(
      `select action from audit_entries where tenant_id = $1 and actor = 'Fornitore' order by id`,
      [id],
    )
    return rows.map(({ action }) => action)
  }
  expect(await actions(source)).toEqual(['tenant.paused', 'tenant.exported', 'tenant.exported', 'tenant.resumed'])
  expect(await actions(target)).toEqual(['tenant.paused', 'tenant.exported', 'tenant.imported'])
})

const anEntry = { happened_at: '2026-11-21T08:00:00Z', actor: 'Ada', action: 'password.changed' } as const
