import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseSettings, newDatabase, type TestDatabase } from '@prenoto/test-support/database/test-database.ts'
import { callCli } from '@prenoto/test-support/processes/call-cli.ts'
import { spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import { testServer } from '@prenoto/test-support/server/test-server.ts'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { closeFolders } from '../../../data-dir.ts'
import { openOwnerPool, type Pool } from '../../../database/connection.ts'
import { readSettings } from '../../../settings/settings.ts'
import { welcome } from '../../../welcome.ts'
import { verifyAtOnce } from '../../accounts/users/passwords.ts'
import { makeCodeIfNone } from '../../set-up/set-up-code.ts'
import { prepareContents } from './prepare-contents.ts'

let folder: string
let dataDir: string
let database: TestDatabase
let owner: Pool
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prenoto-start-'))
  dataDir = join(folder, 'data')
  database = await newDatabase()
  owner = openOwnerPool(database.url)
})
afterEach(async () => {
  await owner.end()
  await database.drop()
  await rm(folder, { recursive: true })
})

function start(settings: Record<string, string>) {
  const server = spawnServer({
    RATE_LIMITS: 'on',
    DATA_DIR: dataDir,
    ...databaseSettings(database.url),
    ...settings,
  })
  onTestFinished(async () => void (await server.end('SIGINT')))
  return server
}

/** Returns what a start prints, in this process. */
async function printStart(env: Record<string, string> = {}) {
  const settings = readSettings({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...env })
  const contents = await prepareContents(owner, settings)
  const setUpCode = contents.isEmpty ? await makeCodeIfNone(owner) : undefined
  let output = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += text
    return true
  })
  try {
    welcome('http://127.0.0.1:3000', { ...settings, contents, setUpCode })
  } finally {
    spy.mockRestore()
  }
  return output
}

const toLogIn = (password: string) => ({ email: 'admin@demo.it', password })

const PROXY = { TRUST_PROXY: 'on' }
const PUBLISHED = 'Prenota-2026!'

/** The permissions of DATA_DIR and of everything in it, without duplicates. */
async function modesIn(path: string) {
  const names = await readdir(path, { recursive: true })
  const stats = await Promise.all(['', ...names].map((name) => stat(join(path, name))))
  return [...new Set(stats.map(({ mode }) => (mode & 0o777).toString(8)))].sort()
}

test('behind a proxy the first start prints random passwords of the demo once', {
  tags: ['10.13'],
}, async () => {
  const first = await printStart({ ...PROXY, DEMO: 'on' })
  const password = /admin@demo\.it +(\S+)/.exec(first)![1]!
  expect(first).not.toContain(PUBLISHED)
  const { rows } = await owner.query("select password_hash from users where email = 'admin@demo.it'")
  expect(await verifyAtOnce(rows[0].password_hash, password)).toBe(true)

  const second = await printStart({ ...PROXY, DEMO: 'on' })
  expect(second).not.toContain(password)
  expect(second).not.toContain('set-up code')
  expect(second).toContain('npx prenoto user reset-password localhost admin@demo.it')
})

test('the published password is rejected when the server is reachable by others; the command that adds the demo prints it', {
  tags: ['10.13'],
}, async () => {
  const local = { ...databaseSettings(database.url), DATA_DIR: dataDir, HOST: '127.0.0.1' }
  const { stdout } = await callCli(local, 'demo')
  expect(stdout).toContain(`the password of every log-in is ${PUBLISHED}`)
  const reachable = await testServer({ url: database.url, trustProxy: 1 })
  onTestFinished(() => reachable.close())

  expect(await reachable.visit('localhost').post('/login', toLogIn(PUBLISHED))).toMatchObject({ statusCode: 401 })
  expect(await printStart(PROXY)).toContain(`The published demo password ${PUBLISHED} is refused`)
})

test('the first start without a tenant warns of settings and prints the code of the set-up page, a later one how to get another; the server runs until its terminal is closed, and other users of the machine cannot read its files', {
  tags: ['10.13', '10.16'],
}, async () => {
  const call = (...words: string[]) => callCli(databaseSettings(database.url), ...words)
  const server = start({
    SMPT_URL: 'smtp://user:parola@mail.example',
    PROVIDER_EMAIL: 'assistenza@prenotazioni-aurora.it',
  })
  await server.ready()
  // As when its terminal is closed.
  const { code, output } = await server.end('SIGHUP')
  expect(code).toBe(0)
  expect(output).toMatch(/set-up code, valid for an hour: ([0-9A-Z]{4}-){2}[0-9A-Z]{4}\n/)
  const warnings = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    // The job queue of a slow machine may connect late.
    .filter(({ err }) => !err?.message.startsWith('timeout exceeded when trying to connect'))
  expect(warnings).toMatchObject([
    { level: 40, msg: 'SMTP_URL is not set: e-mails are written to files and not sent' },
    { level: 40, msg: 'SMPT_URL is not a setting: do you mean SMTP_URL?' },
  ])
  expect(output).not.toContain('parola')
  expect(await modesIn(dataDir)).toEqual(['600', '700'])
  // A folder of an earlier version.
  await mkdir(join(dataDir, 'uploads'), { recursive: true })
  await chmod(join(dataDir, 'uploads'), 0o755)
  await closeFolders({ dataDir })
  expect(await modesIn(dataDir)).toEqual(['600', '700'])

  expect(await printStart()).toContain('An earlier start has printed the set-up code; `npx prenoto setup-code` prints')
  expect(await call('setup-code')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Set-up code, valid for an hour: \S{14}\n$/),
  })

  const words = ['--domain', 'salone.example', '--name', 'Salone', '--admin-email', 'ada@example.it']
  expect(await call('tenant', 'create', ...words)).toMatchObject({ code: 0 })
  expect(await call('setup-code')).toMatchObject({ code: 1, stdout: '' })
  // Then a start prints neither a set-up code nor the users of the demo.
  expect(await prepareContents(owner, readSettings({}))).toEqual({ isEmpty: false })
})
