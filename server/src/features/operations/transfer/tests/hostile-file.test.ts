import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { text as readText } from 'node:stream/consumers'
import { roleUrlsAt } from '@prenoto/test-support/database/test-database.ts'
import { newFullTenant } from '@prenoto/test-support/server/full-tenant.ts'
import { sharedServer } from '@prenoto/test-support/server/test-server.ts'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { encryptionWith } from '../../../../lib/encryption.ts'
import { findTenant } from '../../../../tenants/tenants.repository.ts'
import { diskStore } from '../../../uploads/file-store.ts'
import { exportTenant } from '../export-tenant.ts'
import { importTenant } from '../import-tenant.ts'
import { findBadColumn } from '../row-rules.ts'
import { writeFile } from '../tenant-file.ts'
import { signText } from './signed-file.ts'

/**
 * Each file is signed with the key of the installation, so that only the checks of its values protect the other businesses.
 * `FUZZ_SEED=new FUZZ_RUNS=10` tries new and more values.
 */
const { FUZZ_SEED = '20261121', FUZZ_RUNS = '1' } = process.env
const SEED = FUZZ_SEED === 'new' ? Date.now() % 2 ** 31 : Number(FUZZ_SEED)
if (FUZZ_SEED === 'new') process.stdout.write(`FUZZ_SEED=${SEED}\n`)

const KEY = randomBytes(32)
const server = await sharedServer({ encryption: encryptionWith([KEY]) })

type Line = [kind: string, value: Record<string, unknown>]

let lines: Line[]
let other: Awaited<ReturnType<typeof server.newTenant>>
let service: { id: number }
beforeAll(async () => {
  const here = await newFullTenant(server, encryptionWith([KEY]))
  const source = { urls: roleUrlsAt(server.url), tenant: (await findTenant(here.db, here.id))!, files: files() }
  const sections = exportTenant(source, { encryption: encryptionWith([KEY]) }, expect.unreachable)
  const text = await readText(writeFile(sections, KEY))
  lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  // The domain belongs to the exported business, too.
  await server.owner.query(`update domains set domain = 'moved.example' where tenant_id = $1`, [here.id])
  other = await server.newTenant()
  service = await other.newService()
})

const files = () => diskStore(server.uploads)

/** Numbers that JavaScript cannot write. */
const RAW = '@raw@'
const toText = (lines: Line[]) =>
  lines.map((line) => `${JSON.stringify(line).replaceAll(new RegExp(`"${RAW}([^"]*)"`, 'g'), '$1')}\n`).join('')

/** The data that others share with the imported business: it must be as before. */
async function readShared() {
  const { rows: sequences } = await server.owner.query(
    `select schemaname, sequencename, last_value from pg_sequences where sequencename <> 'tenants_id_seq' order by 1, 2`,
  )
  const { rows: tenants } = await server.owner.query('select id, time_zone from tenants order by id')
  const { rows: pauses } = await server.owner.query('select tenant_id from system.paused_tenants')
  return { sequences, tenants, pauses, folders: await readdir(server.uploads) }
}

/** Imports the file with a changed line. Returns the sentence of the refusal. */
async function importRefusal(changed: Line[]) {
  const text = await signText(toText(changed), KEY)
  const before = await readShared()
  const error = await importTenant({ owner: server.owner, files: files(), keys: [KEY] }, () =>
    Readable.from([Buffer.from(text)]),
  ).then(
    (id) => new Error(`the file was imported as ${id}`),
    (error: Error) => error,
  )
  expect(await readShared()).toEqual(before)
  return `${error.constructor.name}: ${error.message}`
}

const withValue = (at: number, column: string, value: unknown) =>
  lines.map((line, i): Line => (i === at ? [line[0], { ...line[1], [column]: value }] : line))

const findFirst = (kind: string) => lines.findIndex((line) => line[0] === kind)

const ONE_SENTENCE = /^StartupError: [^\n]{20,300}nothing was imported[^\n]{0,60}$/

test.for<[string, string, unknown]>([
  ['tenants', 'time_zone', 'Mars/Olympus'],
  ['tenants', 'time_zone', 'XYZ+3'],
  ['tenants', 'reminders_planned_on', 'infinity'],
  ['users', 'password_hash', `$argon2id$v=19$m=1048576,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`],
  ['users', 'password_hash', `$2b$12$${'A'.repeat(53)}`],
  ['users', 'email', 'ada@example.it\r\nBcc: all@example.it'],
  ['bookings', 'id', 2 ** 41],
  ['bookings', 'id', -1],
  ['bookings', 'hidden_id', 'short'],
  ['bookings', 'visit_day', '9999-12-31'],
  ['bookings', 'starts_at', '294276-12-31T23:59:59+00:00'],
  ['bookings', 'service_price', 'NaN'],
  ['uploads', 'storage_key', '../1/aaaaaaaaaaaaaaaaaaaaaa.webp'],
  ['uploads', 'content_type', 'text/html'],
  ['configurations', 'facebook', 'javascript:alert(1)'],
  ['configurations', 'app_primary_color', 'red;background:url(//example.it)'],
  ['configurations', 'app_cover', 'https://example.it/a.webp'],
  ['configurations', 'app_embed_origins', "'unsafe-inline'"],
  ['domains', 'domain', 'salone.it/a'],
  ['services', 'duration', 0],
  ['services', 'variants', [{ id: 1 }]],
  ['messages', 'kind', 'spam'],
])('the rules of rows refuse hostile %s.%s: case %#', ([kind, column, value]) => {
  const [, row] = lines[findFirst(kind)]!

  expect(findBadColumn(kind, row)).toBeUndefined()
  expect(findBadColumn(kind, { ...row, [column]: value })).toBe(column)
})

test.for<[string, string, unknown]>([
  ['users', 'role', 'owner'],
  ['tenants', 'revision', `${RAW}9223372036854775807`],
  ['bookings', 'id', `${RAW}9223372036854775807`],
  ['bookings', 'id', `${RAW}9007199254740993`],
  ['bookings', 'service_price', `${RAW}1e999`],
  ['calendar_days', 'version', `${RAW}9223372036854775807`],
  ['audit_entries', 'after', `${RAW}${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['job', 'priority', 2 ** 31 - 1],
])('an import refuses hostile %s.%s: case %#', async ([kind, column, value]) => {
  const at = findFirst(kind)
  const changed =
    at < 0 ? [...lines.slice(0, -1), [kind, { ...aJob, [column]: value }] as Line] : withValue(at, column, value)

  expect(await importRefusal(changed)).toMatch(ONE_SENTENCE)
})

const aJob = { queue: 'notify', priority: 0, start_after: null, data: {} }

/** Values that no column has. */
const HOSTILE = [
  { a: 1 },
  [[[]]],
  `${RAW}9223372036854775807`,
  `${RAW}-1e400`,
  'a\u0000b',
  '\ud800',
  'x'.repeat(200_000),
  '\u202e\u0007',
]

test('every column of every table refuses what no program of ours writes', () => {
  const rows = new Map(lines.filter(([kind]) => !['header', 'end', 'file', 'job'].includes(kind)))
  expect(rows.size).toBeGreaterThan(30)

  const accepted: string[] = []
  for (const [table, row] of rows) {
    expect([table, findBadColumn(table, row)]).toEqual([table, undefined])
    expect(findBadColumn(table, { ...row, more: 1 })).toBe('')
    for (const column of Object.keys(row)) {
      const { [column]: _, ...others } = row
      for (const value of [{ a: [{}] }, -1, 2 ** 53, 'a\u0000b', '\ud800', 'x'.repeat(200_000)])
        if (findBadColumn(table, { ...row, [column]: value }) === undefined)
          accepted.push(`${table}.${column} ${JSON.stringify(value).slice(0, 20)}`)
      if (findBadColumn(table, others) === undefined) accepted.push(`${table} without ${column}`)
    }
  }
  // The values before and after a change are of any kind.
  expect(accepted.filter((what) => !/^audit_entries\.(before|after) \{/.test(what))).toEqual([])
})

test('a file with a hostile value anywhere is refused with one sentence and leaves the others unharmed', async () => {
  const at = fc.integer({ min: 0, max: lines.length - 2 })
  await fc.assert(
    fc.asyncProperty(at, fc.nat(), fc.constantFrom(...HOSTILE), async (at, nth, value) => {
      const columns = Object.keys(lines[at]![1]).filter((name) => !['name', 'exported_at'].includes(name))
      const column = columns[nth % columns.length]!
      fc.pre(!(lines[at]![0] === 'audit_entries' && ['before', 'after'].includes(column)))
      expect(await importRefusal(withValue(at, column, value))).toMatch(/^StartupError: [^\n]{20,400}$/)
    }),
    { seed: SEED, numRuns: 15 * Number(FUZZ_RUNS), endOnFailure: true },
  )

  expect((await other.book(service.id)).statusCode).toBe(201)
  expect((await (await other.as('editor')).get('/bookings?per_page=10')).statusCode).toBe(200)
})
