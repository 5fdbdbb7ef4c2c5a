import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { countLockWaits } from '@prenoto/test-support/database/count-lock-waits.ts'
import { roleUrlsAt } from '@prenoto/test-support/database/test-database.ts'
import { PASSWORD, PASSWORD_HASH } from '@prenoto/test-support/fixtures/password.ts'
import { NOTE, newFullTenant } from '@prenoto/test-support/server/full-tenant.ts'
import { NOW, sharedServer, type TestServer, type TestTenant } from '@prenoto/test-support/server/test-server.ts'
import { waitForJobs } from '@prenoto/test-support/server/wait-for-jobs.ts'
import pino from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { fromBuffer } from 'yauzl'
import { tenantDatabase } from '../../database/tenant-database.ts'
import { encryptionWith } from '../../lib/encryption.ts'
import type { StaffContext } from '../../tenants/context.ts'
import { findTenant } from '../../tenants/tenants.repository.ts'
import { makePasswordLink } from '../accounts/session/passwords/make-password-link.ts'
import { deleteTenantAndFiles } from '../operations/provider/delete-tenant.ts'
import { setSuspended } from '../operations/provider/provider.repository.ts'
import { SEALED_COLUMNS } from '../operations/secrets/sealed-columns.ts'
import { exportTenant } from '../operations/transfer/export-tenant.ts'
import { importTenant } from '../operations/transfer/import-tenant.ts'
import { writeFile } from '../operations/transfer/tenant-file.ts'
import { diskStore, type FileStore } from '../uploads/file-store.ts'
import { downloadCopy } from './download-copy.ts'
import { makeCopies } from './make-copies.ts'

const KEYS = { source: randomBytes(32), idle: randomBytes(32) }
const encryption = encryptionWith([KEYS.source])

/** An installation with workers, and another one whose jobs only start when a test calls them. */
const source = await sharedServer({ work: true, encryption, signingKey: KEYS.source })
const idle = await sharedServer({ encryption: encryptionWith([KEYS.idle]) })
beforeEach(() => {
  for (const server of [source, idle]) server.clock.now = NOW
})

type Admin = Awaited<ReturnType<TestTenant['as']>>

const readCopy = async (admin: Pick<Admin, 'get'>) => (await admin.get('/data_copies')).json().copy

async function makeCopy(admin: Pick<Admin, 'get' | 'post'>) {
  const requested = await admin.post('/data_copies', undefined)
  expect([requested.statusCode, requested.json().state]).toEqual([201, expect.stringMatching(/^(requested|making)$/)])
  await expect.poll(async () => (await readCopy(admin)).state).toBe('ready')
  return readCopy(admin)
}

const download = (admin: Pick<Admin, 'get'>, { id }: { id: number }) => admin.get(`/data_copies/${id}/file`)

/** The files of a ZIP by name. */
async function unzip(content: Buffer): Promise<Map<string, Buffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Map<string, Buffer>>()
  fromBuffer(content, { lazyEntries: true }, (error, zip) => {
    if (error) return reject(error)
    const files = new Map<string, Buffer>()
    zip.on('error', reject).on('end', () => resolve(files))
    zip.on('entry', (entry) =>
      zip.openReadStream(entry, async (error, stream) => {
        if (error) return reject(error)
        files.set(entry.fileName, await buffer(stream))
        zip.readEntry()
      }),
    )
    zip.readEntry()
  })
  return promise
}

const downloadFiles = async (admin: Pick<Admin, 'get'>, copy: { id: number }) => {
  const { statusCode, rawPayload } = await download(admin, copy)
  expect(statusCode).toBe(200)
  return unzip(rawPayload)
}

/** The values of the lines of a business's file by kind. */
function groupValues(text: string): Map<string, Record<string, unknown>[]> {
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as [string, Record<string, unknown>])
  return new Map(
    [...Map.groupBy(lines, ([kind]) => kind)].map(([kind, kindLines]) => [kind, kindLines.map(([, value]) => value)]),
  )
}

/** All that an installation has of a business, as the provider exports it. */
async function readBusiness(server: TestServer, tenantId: number) {
  const tenant = (await findTenant(tenantDatabase(server.owner, tenantId), tenantId))!
  const data = { urls: roleUrlsAt(server.url), tenant, files: diskStore(server.uploads) }
  const sections = exportTenant(data, { encryption: encryptionWith([]) }, expect.unreachable)
  return groupValues(await text(writeFile(sections, undefined)))
}

/** A business with rows in every table, and an admin of it who has a second factor, password and every other secret. */
async function aBusiness(server: TestServer) {
  const here = await newFullTenant(server, encryption)
  const secrets = {
    password: PASSWORD_HASH,
    credential: randomBytes(16).toString('base64url'),
    endpoint: `https://push.example/${randomBytes(16).toString('base64url')}`,
    feed: createHash('sha256')
      .update(/([\w-]{43})\.ics/.exec(here.feed)![1]!)
      .digest(),
    recovery: randomBytes(32),
    session: randomBytes(32),
    device: randomBytes(32),
    link: randomBytes(32),
  }
  const set = (table: string, column: string, value: unknown) =>
    server.owner.query(`update ${table} set ${column} = $2 where tenant_id = $1`, [here.id, value])
  await server.owner.query(`update users set role = 'admin' where tenant_id = $1 and id = $2`, [here.id, here.userId])
  await set('users', 'password_hash', secrets.password)
  await set('passkeys', 'credential_id', secrets.credential)
  await set('push_subscriptions', 'endpoint', secrets.endpoint)
  await set('recovery_codes', 'code_hash', secrets.recovery)
  await server.owner.query(`update sessions set token_hash = $2 where tenant_id = $1 and token_hash = 'x'`, [
    here.id,
    secrets.session,
  ])
  await set('known_devices', 'device_hash', secrets.device)
  await set('password_links', 'token_hash', secrets.link)
  const { rows } = await server.owner.query('select secret from totp_factors where tenant_id = $1', [here.id])
  const token = await here.newSession(here.userId)
  const admin = here.withToken(token)
  // A changed password has revoked the earlier one.
  const { path } = (await admin.post('/user/calendar-feed', undefined)).json() as { path: string }
  const feed = /([\w-]{43})\.ics/.exec(path)![1]!
  const feedHash = createHash('sha256').update(feed).digest()
  return { ...here, admin, secrets: { ...secrets, totp: rows[0].secret as Buffer, token, feed, feedHash } }
}

test('another installation imports the copy of a business, which contains no secret, and has the same rows, except for those that log in', async () => {
  const here = await aBusiness(source)
  await waitForJobs(source, here, { dueOnly: true })
  const copy = await makeCopy(here.admin)
  const before = await readBusiness(source, here.id)

  const answer = await download(here.admin, copy)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="prenoto-${here.domain}-2026-11-21.zip"`,
    'cache-control': 'no-store',
  })
  expect(copy).toMatchObject({
    made_at: '21-11-2026 09:45',
    expires_at: '22-11-2026 09:45',
    size: answer.rawPayload.length,
  })
  const files = await unzip(answer.rawPayload)
  const pictures = await readdir(join(source.uploads, String(here.id)))
  expect([...files.keys()]).toEqual([
    'LEGGIMI.txt',
    'attivita.jsonl',
    'csv/clienti.csv',
    'csv/prenotazioni.csv',
    'csv/registro-attivita.csv',
    ...pictures.filter((name) => name !== 'copies').map(() => expect.stringMatching(/^immagini\/.+\.webp$/)),
  ])
  expect(files.get('LEGGIMI.txt')!.toString()).toMatch(/^UNA COPIA DEI DATI DI SALONE \d+\r\n/)
  expect(files.get('csv/clienti.csv')!.toString()).toContain('"giulia.verdi@example.it"')
  expect(files.get('csv/prenotazioni.csv')!.toString()).toContain('"23/11/2026";"09:00"')
  expect(files.get('csv/registro-attivita.csv')!.toString()).toContain('"Copia dei dati chiesta"')
  for (const [name, content] of files)
    if (name.startsWith('immagini/'))
      expect(content).toEqual(await diskStore(source.uploads).get(`${here.id}/${name.slice('immagini/'.length)}`))

  expect(files.get('attivita.jsonl')!.toString()).toContain('"password_hash":null')
  expect(findLeaks(files, here.secrets)).toEqual([])

  const open = () => Readable.from([files.get('attivita.jsonl')!])
  const into = { owner: idle.owner, files: diskStore(idle.uploads), keys: [KEYS.idle] }
  await expect(importTenant(into, open)).rejects.toThrow(/--accept-unverified/)
  const id = await importTenant(into, open, { acceptUnverified: true })
  const after = await readBusiness(idle, id)

  const leftOut = [...before.keys()].filter((kind) => !after.has(kind))
  expect(leftOut).toEqual(
    ['api_keys', 'busy_feeds', 'webhooks', 'totp_factors', 'passkeys', 'recovery_codes', 'calendar_feeds'].toSorted(
      byPlaceIn(before),
    ),
  )
  expect([...after.keys()].filter((kind) => !before.has(kind))).toEqual([])
  const differing = [...after].filter(([kind, rows]) => !isSame(rows, before.get(kind)!)).map(([kind]) => kind)
  const sealed = ['health_documents', 'health_notes']
  // An import of a business that was served drops waiting messages, and the provider has to say again that it is trusted.
  expect(differing.sort()).toEqual(['end', 'header', ...sealed, 'messages', 'tenants', 'text_messages', 'users'].sort())
  const without = (rows: Record<string, unknown>[], ...columns: string[]) =>
    rows.map((row) => Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column))))
  const columns: Record<string, string[]> = {
    users: ['password_hash'],
    tenants: ['is_trusted', 'revision'],
    messages: ['drop_reason'],
    text_messages: ['state', 'reason', 'changed_at'],
    health_notes: ['ciphertext'],
    health_documents: ['name', 'content'],
  }
  for (const [kind, changed] of Object.entries(columns))
    expect([kind, without(after.get(kind)!, ...changed)]).toEqual([kind, without(before.get(kind)!, ...changed)])
  expect(after.get('users')!.map(({ password_hash }) => password_hash)).toEqual(after.get('users')!.map(() => null))

  for (const { table, id: idColumn, column, toPurpose } of SEALED_COLUMNS.filter(({ table }) =>
    sealed.includes(table),
  )) {
    const { rows } = await idle.owner.query(
      `select ${idColumn} as id, ${column} as value from ${table} where tenant_id = $1`,
      [id],
    )
    expect(rows).not.toEqual([])
    for (const row of rows)
      expect(
        encryptionWith([KEYS.idle])
          .decrypt(toPurpose({ tenant: { id } }, row.id), row.value)
          .toString(),
      ).toBe(NOTE)
  }
})

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const byPlaceIn = (kinds: Map<string, unknown>) => (one: string, other: string) =>
  [...kinds.keys()].indexOf(one) - [...kinds.keys()].indexOf(other)

/** The secrets that files contain, in any form. */
function findLeaks(files: Map<string, Buffer>, secrets: Record<string, Buffer | string>) {
  const forms = (secret: Buffer | string) =>
    typeof secret === 'string'
      ? [Buffer.from(secret)]
      : [secret, ...(['hex', 'base64', 'base64url'] as const).map((form) => Buffer.from(secret.toString(form)))]
  return [...files].flatMap(([name, content]) =>
    Object.entries(secrets)
      .filter(([, secret]) => forms(secret).some((form) => content.includes(form)))
      .map(([secret]) => `${secret} in ${name}`),
  )
}

test('the installation that made a copy imports it without being told to trust it, and users then choose a password', async () => {
  const here = await aBusiness(source)
  const files = await downloadFiles(here.admin, await makeCopy(here.admin))

  const into = { owner: source.owner, files: diskStore(source.uploads), keys: [KEYS.source] }
  const open = () => Readable.from([files.get('attivita.jsonl')!])
  const id = await importTenant(into, open, { replaced: here.domain })
  await source.waitForInvalidations()

  const db = tenantDatabase(source.owner, id)
  const { email } = await db.selectFrom('users').select('email').where('id', '=', here.userId).executeTakeFirstOrThrow()
  const there = source.visit(here.domain)
  const password = PASSWORD
  expect((await there.post('/login', { email, password })).statusCode).toBe(401)
  expect((await there.post('/client/forgot-password', { email })).statusCode).toBe(204)
  const tenant = (await findTenant(db, id))!
  const link = await makePasswordLink({ ...here.ctx(), db, tenant }, here.userId, { isMailed: true })
  const token = link!.split('#')[1]
  const chosen = await there.post('/client/set-password', { token, new_password: password, confirm_password: password })
  expect([chosen.statusCode, chosen.json()]).toEqual([
    200,
    expect.objectContaining({ access_token: expect.any(String) }),
  ])
  // Its admins require a second factor, which this one has to add again.
  const session = source.visit(here.domain, { authorization: `Bearer ${chosen.json().access_token}` })
  expect((await session.get('/user/userInfo')).json()).toMatchObject({ email, must_add_second_factor: true })
  // The copies of the replaced business are gone with it.
  expect(await readdir(source.uploads)).not.toContain(String(here.id))
})

test('two admins at once get one copy, and a business a few of them a day', async () => {
  const here = await idle.newTenant()
  const admins = [await here.as('admin'), await here.as('admin'), await here.as('admin')]
  expect(await readCopy(admins[0]!)).toBeNull()

  const answers = await Promise.all(admins.map((admin) => admin.post('/data_copies', undefined)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  const ids = new Set(answers.map((answer) => answer.json().id))
  expect(ids.size).toBe(1)
  const { rows } = await idle.owner.query(
    `select from pgboss.job where name = 'make-data-copy' and data ->> 'tenant_id' = $1::text`,
    [here.id],
  )
  expect(rows).toHaveLength(1)
  expect((await here.db.selectFrom('audit_entries').select('action').execute()).map(({ action }) => action)).toEqual([
    'data_copy.requested',
  ])

  const proved = async () => here.withToken(await here.newSession(admins[0]!.id))
  await here.db.updateTable('data_copies').set({ state: 'ready' }).execute()
  for (let i = 0; i < 2; i += 1) {
    idle.clock.now = idle.clock.now.add({ hours: 1 })
    expect((await (await proved()).post('/data_copies', undefined)).statusCode).toBe(201)
    await here.db.updateTable('data_copies').set({ state: 'ready' }).execute()
  }
  const refused = await (await proved()).post('/data_copies', undefined)
  expect([refused.statusCode, refused.json().detail]).toEqual([
    429,
    'Oggi hai già chiesto troppe copie: riprova tra 22 ore.',
  ])
  idle.clock.now = NOW.add({ hours: 25 })
  expect((await (await proved()).post('/data_copies', undefined)).statusCode).toBe(201)
})

test('only admins of the business who have just proved who they are get a copy', async () => {
  const [here, elsewhere] = [await source.newTenant(), await source.newTenant()]
  const admin = await here.as('admin')
  const copy = await makeCopy(admin)
  const calls = (who: Pick<Admin, 'get' | 'post'>) =>
    Promise.all([who.get('/data_copies'), who.post('/data_copies', undefined), download(who, copy)])
  const statuses = async (who: Pick<Admin, 'get' | 'post'>) => (await calls(who)).map(({ statusCode }) => statusCode)

  for (const role of ['operator', 'editor'] as const)
    expect(await statuses(await here.as(role))).toEqual([404, 404, 404])
  expect(await statuses(here)).toEqual([401, 401, 401])
  const other = await elsewhere.as('admin')
  expect((await download(other, copy)).json().detail).toBe('Questa copia non c’è più: chiedine un’altra.')
  expect(await readCopy(other)).toBeNull()

  source.clock.now = NOW.add({ minutes: 16 })
  expect(await statuses(admin)).toEqual([200, 428, 428])
  source.clock.now = NOW
  expect((await download(admin, copy)).statusCode).toBe(200)
  const { entries } = (await admin.get('/audit?per_page=10')).json()
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    'data_copy.downloaded',
    'data_copy.requested',
  ])

  await setSuspended(source.owner, here.id, true)
  await expect.poll(() => statuses(admin)).toEqual([403, 403, 403])
})

const listFolders = async (server: TestServer, { id }: { id: number }) =>
  (await readdir(join(server.uploads, String(id), 'copies')).catch(() => [])).sort()

test('a copy is gone after a day, when a newer one is ready, and with its business', async () => {
  const here = await source.newTenant()
  const admin = await here.as('admin')
  const first = await makeCopy(admin)
  const [folder] = await listFolders(source, here)
  const second = await makeCopy(admin)

  expect((await download(admin, first)).statusCode).toBe(404)
  await expect.poll(() => listFolders(source, here)).toEqual([expect.not.stringContaining(folder!)])
  const [key] = await readdir(join(source.uploads, String(here.id), 'copies', (await listFolders(source, here))[0]!))
  for (const path of ['uploads', 'client/pictures', 'client/logos', 'client/icons'])
    for (const file of [`copies/${folder}/${key}`, `copies%2F${folder}%2F${key}`, `..%2F${here.id}%2Fcopies`])
      expect((await admin.get(`/${path}/${file}`)).statusCode).toBe(404)

  source.clock.now = NOW.add({ hours: 24 })
  const nextDay = here.withToken(await here.newSession(admin.id))
  expect(await readCopy(nextDay)).toBeNull()
  expect((await download(nextDay, second)).statusCode).toBe(404)
  await source.deleteExpired()
  expect(await listFolders(source, here)).toEqual([])
  expect(await here.db.selectFrom('data_copies').select('id').execute()).toEqual([])

  await makeCopy(nextDay)
  expect(await listFolders(source, here)).toHaveLength(1)
  await deleteTenantAndFiles(source.owner, diskStore(source.uploads), here.id)
  expect(await listFolders(source, here)).toEqual([])
})

/** The parts that make copies, with another file store. */
const maker = (files: FileStore) => ({
  urls: roleUrlsAt(idle.url),
  files,
  encryption: encryptionWith([KEYS.idle]),
  signingKey: undefined,
  log: pino({ level: 'silent' }),
})

async function aRequest() {
  const here = await idle.newTenant()
  await here.book((await here.newService()).id)
  const admin = await here.as('admin')
  const requested = await admin.post('/data_copies', undefined)
  const copy = requested.json()
  expect([requested.statusCode, copy]).toEqual([201, expect.objectContaining({ state: 'requested' })])
  return { here, admin, copy, make: (files: FileStore) => makeCopies(here.ctx(), [{ copy_id: copy.id }], maker(files)) }
}

test('an attempt that fails leaves no file, and when its job is given up the user can ask again', async () => {
  const { here, admin, copy, make } = await aRequest()
  const full = { ...diskStore(idle.uploads), put: () => Promise.reject(new Error('There is no space left')) }

  expect(await make(full)).toMatchObject([{ status: 'rejected', reason: { message: 'There is no space left' } }])
  expect(await listFolders(idle, here)).toEqual([])
  expect(await readCopy(admin)).toMatchObject({ id: copy.id, state: 'making', size: null })
  expect((await download(admin, copy)).statusCode).toBe(404)

  await idle.owner.query(`update pgboss.job set state = 'failed' where data ->> 'tenant_id' = $1::text`, [here.id])
  expect(await readCopy(admin)).toMatchObject({ state: 'failed', made_at: null })
  const again = (await admin.post('/data_copies', undefined)).json()
  expect(again).toMatchObject({ state: 'requested' })
  expect(again.id).not.toBe(copy.id)
  // The lost job of the first one does nothing.
  await make(diskStore(idle.uploads))
  expect(await readCopy(admin)).toEqual(again)
})

test('an attempt that stood still while the job ran again offers nothing', async () => {
  const { here, admin, copy, make } = await aRequest()
  const disk = diskStore(idle.uploads)
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
  const { promise: stands, resolve: stand } = Promise.withResolvers<void>()
  const standing: FileStore = {
    ...disk,
    async put(...file) {
      stand()
      await isFree
      return disk.put(...file)
    },
  }
  const first = make(standing)
  await stands
  expect(await make(disk)).toMatchObject([{ status: 'fulfilled' }])
  const folders = await listFolders(idle, here)
  free()
  await first

  expect(await listFolders(idle, here)).toEqual(folders)
  expect(await readCopy(admin)).toMatchObject({ id: copy.id, state: 'ready' })
  expect((await downloadFiles(admin, copy)).has('attivita.jsonl')).toBe(true)
})

test('a copy during which the database is gone is made by the next attempt', async () => {
  const { here, admin, copy, make } = await aRequest()
  const locked = await idle.owner.connect()
  await locked.query('begin')
  // The export stands still before it reads the last tables.
  await locked.query('lock table audit_entries')
  const cut = make(diskStore(idle.uploads))
  await expect.poll(() => countLockWaits(idle.owner)).toBeGreaterThan(0)
  await idle.owner.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'prenoto export'`,
  )
  expect(await cut).toMatchObject([{ status: 'rejected' }])
  await locked.query('rollback')
  locked.release()
  expect(await listFolders(idle, here)).toEqual([])

  expect(await make(diskStore(idle.uploads))).toMatchObject([{ status: 'fulfilled' }])
  expect((await downloadFiles(admin, copy)).has('attivita.jsonl')).toBe(true)
})

test('a copy is stored in parts that only the database can decrypt', async () => {
  const files = diskStore(idle.uploads)
  const { here, copy, make } = await aRequest()
  const content = randomBytes(1_200_000)
  const storage_key = `${'A'.repeat(22)}.webp`
  await files.put(`${here.id}/${storage_key}`, content, 'image/webp')
  await here.db
    .insertInto('uploads')
    .values({
      tenant_id: here.id,
      storage_key,
      purpose: 'image',
      content_type: 'image/webp',
      bytes: content.length,
      is_stored: true,
    })
    .execute()

  expect(await make(files)).toMatchObject([{ status: 'fulfilled' }])
  const parts = (await files.list(`${here.id}/copies`)).filter((key) => !key.endsWith('/'))
  expect(parts.length).toBeGreaterThan(1)
  for (const key of parts) expect((await files.get(key))!.includes('attivita.jsonl')).toBe(false)
  const user = { id: 1, name: 'Ada', surname: 'Bianchi' } as StaffContext['user']
  const file = await downloadCopy({ ...here.ctx(), user }, files, copy.id)
  const unzipped = await unzip(await buffer(file.content))
  expect(unzipped.get(`immagini/${storage_key}`)!.equals(content)).toBe(true)

  await files.remove(parts.find((key) => key.endsWith('/1'))!)
  const broken = await downloadCopy({ ...here.ctx(), user }, files, copy.id)
  await expect(buffer(broken.content)).rejects.toThrow(/Part 1 .+ is missing/)
})
