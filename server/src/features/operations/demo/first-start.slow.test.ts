import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  databaseSettings,
  emptyDatabase,
  newDatabase,
  type TestDatabase,
} from '@prenoto/test-support/database/test-database.ts'
import { callCli } from '@prenoto/test-support/processes/call-cli.ts'
import { type ServerProcess, spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openOwnerPool } from '../../../database/connection.ts'
import { readSettings } from '../../../settings/settings.ts'
import { prepareContents } from './prepare-contents.ts'

let folder: string
let dataDir: string
let database: TestDatabase
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prenoto-start-'))
  dataDir = join(folder, 'data')
})
afterEach(async () => {
  await database.drop()
  await rm(folder, { recursive: true })
})

/** Starts a server, runs `visit`, stops it and returns its output. */
async function start(settings: Record<string, string>, visit?: (server: ServerProcess) => Promise<void>) {
  const server = spawnServer({ RATE_LIMITS: 'on', DATA_DIR: dataDir, ...databaseSettings(database.url), ...settings })
  try {
    await server.ready()
    await visit?.(server)
  } finally {
    await server.end('SIGINT')
  }
  return (await server.exited).output
}

const logInWith = (server: ServerProcess, password: string) =>
  server.callUntilServed({
    host: 'localhost',
    method: 'POST',
    path: '/login',
    payload: { email: 'admin@demo.it', password },
  })

const PROXY = { TRUST_PROXY: 'on' }
const PUBLISHED = 'Prenota-2026!'

/** The permissions of DATA_DIR and of everything in it, without duplicates. */
async function modesIn(path: string) {
  const names = await readdir(path, { recursive: true })
  const stats = await Promise.all(['', ...names].map((name) => stat(join(path, name))))
  return [...new Set(stats.map(({ mode }) => (mode & 0o777).toString(8)))].sort()
}

test('behind a proxy the first start prints random passwords of the demo once; other users of the machine cannot read the files', {
  tags: ['10.13', '10.16'],
}, async () => {
  database = await emptyDatabase()
  const output = await start({ ...PROXY, DEMO: 'on' }, async (server) => {
    expect(await logInWith(server, PUBLISHED)).toMatchObject({ status: 401 })
  })
  const password = /admin@demo\.it +(\S+)/.exec(output)![1]!
  expect(output).not.toContain(PUBLISHED)
  expect(await modesIn(dataDir)).toEqual(['600', '700'])

  // A folder of an earlier version.
  await chmod(join(dataDir, 'uploads'), 0o755)
  const second = await start({ ...PROXY, DEMO: 'on' }, async (server) => {
    expect(await logInWith(server, password)).toMatchObject({ status: 200 })
  })
  expect(second).not.toContain(password)
  expect(second).not.toContain('set-up code')
  expect(second).toContain('npx prenoto user reset-password localhost admin@demo.it')
  expect(await modesIn(dataDir)).toEqual(['600', '700'])
})

test('the published password is rejected when the server is reachable by others', { tags: ['10.13'] }, async () => {
  database = await newDatabase()
  const { stdout } = await callCli({ ...databaseSettings(database.url), HOST: '127.0.0.1', DATA_DIR: dataDir }, 'demo')
  expect(stdout).toContain(`the password of every log-in is ${PUBLISHED}`)

  const output = await start(PROXY, async (server) => {
    expect(await logInWith(server, PUBLISHED)).toMatchObject({ status: 401 })
  })
  expect(output).toContain(`The published demo password ${PUBLISHED} is refused`)
})

test('the first start without a tenant prints the code of the set-up page, a later one how to get another', {
  tags: ['10.13'],
}, async () => {
  database = await newDatabase()
  const call = (...words: string[]) => callCli(databaseSettings(database.url), ...words)
  expect(await start({})).toMatch(/set-up code, valid for an hour: ([0-9A-Z]{4}-){2}[0-9A-Z]{4}\n/)
  expect(await start({})).toContain('An earlier start has printed the set-up code; `npx prenoto setup-code` prints')
  expect(await call('setup-code')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Set-up code, valid for an hour: \S{14}\n$/),
  })

  const words = ['--domain', 'salone.example', '--name', 'Salone', '--admin-email', 'ada@example.it']
  expect(await call('tenant', 'create', ...words)).toMatchObject({ code: 0 })
  expect(await call('setup-code')).toMatchObject({ code: 1, stdout: '' })
  const owner = openOwnerPool(database.url)
  const contents = await prepareContents(owner, readSettings({})).finally(() => owner.end())
  // Then a start prints neither a set-up code nor the users of the demo.
  expect(contents).toEqual({ isEmpty: false })
})
