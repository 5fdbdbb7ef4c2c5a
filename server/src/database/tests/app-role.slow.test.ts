import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EmbeddedPostgres } from '@prenoto/postgres/embedded-postgres.ts'
import { databaseUrl } from '@prenoto/test-support/database/global-setup.ts'
import { startOwnPostgres } from '@prenoto/test-support/database/own-postgres.ts'
import { callCli } from '@prenoto/test-support/processes/call-cli.ts'
import { spawnServer } from '@prenoto/test-support/processes/server-process.ts'
import pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { appRoleState } from '../app-role.ts'
import { openAppPool } from '../connection.ts'
import { externalDatabase } from '../external-database.ts'
import { isMigrated, prepareDatabase } from '../migrate.ts'

// A separate PostgreSQL without the application role, since roles belong to the whole server.
let folder: string
let postgres: EmbeddedPostgres
let superuser: pg.Client
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prenoto-roles-'))
  postgres = await startOwnPostgres(folder)
  superuser = new pg.Client(postgres.url)
  await superuser.connect()
})
afterEach(async () => {
  for (const name of databases.splice(0)) await superuser.query(`drop database ${name} with (force)`)
  await superuser.query('drop role if exists prenoto_app')
})
afterAll(async () => {
  await superuser.end()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

const databases: string[] = []

/** The connection string of a new user who owns a new, empty database. */
async function newOwner(options = '') {
  const name = `owner_${randomBytes(4).toString('hex')}`
  await superuser.query(`create role ${name} login password 'first' ${options}`)
  await superuser.query(`create database ${name} owner ${name}`)
  databases.push(name)
  const url = new URL(databaseUrl(postgres.url, name))
  url.username = name
  url.password = 'first'
  return { name, url: url.href }
}

const BUSINESS = ['--domain', 'salone.example', '--name', 'Salone', '--admin-email', 'ada@example.it']

test('an owner without createrole gets a message with the SQL to run, and that SQL is sufficient; a password changed while the server runs leads to 503, and the log names the cause', {
  tags: ['10.12', '10.14', '10.15'],
}, async () => {
  const { name, url } = await newOwner()
  const sql = `    create role prenoto_app nologin;\n    grant prenoto_app to "${name}";\n`

  const { code, stderr } = await callCli({ DATABASE_URL: url }, 'tenant', 'create', ...BUSINESS)
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^DATABASE_URL: the role prenoto_app is/) })
  expect(stderr).toContain(sql)
  expect(stderr).not.toMatch(/ at |Error/)
  const listed = await callCli({ DATABASE_URL: url }, 'tenant', 'list')
  expect(listed.stderr).toMatch(/^There is no Prenoto database at DATABASE_URL yet/)

  await superuser.query('create role prenoto_app nologin')
  const denied = await callCli({ DATABASE_URL: url }, 'tenant', 'create', ...BUSINESS)
  expect(denied.stderr).toContain(`again:\n\n    grant prenoto_app to "${name}";`)

  await superuser.query(`grant prenoto_app to ${name}`)
  const server = spawnServer({ DATABASE_URL: url })
  try {
    await server.ready()
    expect(await server.callUntilServed({ host: 'unknown.example', path: '/client/configs' })).toMatchObject({
      status: 403,
    })
    const app = openAppPool({ app: url, owner: url }, { max: 1 })
    const { rows } = await app.query(`select current_user as role, row_security_active('bookings') as secured`)
    await app.end()
    expect(rows).toEqual([{ role: 'prenoto_app', secured: true }])

    await superuser.query(`alter role ${name} password 'second'`)
    await superuser.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = $1', [name])
    // The first request uses the terminated connection, which logs nothing.
    await expect.poll(() => server.visit('localhost', '/readyz')).toMatchObject({ status: 503 })

    const answers = []
    for (let i = 0; i < 5; i += 1)
      answers.push(await server.call({ host: `new-${i}.example`, path: '/client/configs' }))
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503])
  } finally {
    await server.end('SIGINT')
  }
  const { output } = await server.exited
  const lines = output
    .split('\n')
    .filter((line) => line.includes('the database refuses the credentials of this process'))
  expect(JSON.parse(lines[0]!).err.message).toBe(`password authentication failed for user "${name}"`)
})

test('an owner with createrole creates the role', { tags: ['10.14'] }, async () => {
  const { url } = await newOwner('createrole')

  await externalDatabase({ databaseUrl: url, createIfMissing: true })

  expect(await appRoleState(url)).toBe('usable')
})

test('concurrent starts create the role as a superuser and migrate an empty database', {
  tags: ['10.14'],
}, async () => {
  const { name } = await newOwner()
  const start = async () => {
    const urls = await externalDatabase({ databaseUrl: databaseUrl(postgres.url, name), createIfMissing: true })
    await prepareDatabase(urls, { log: pino({ enabled: false }) })
    return urls
  }

  const [urls] = await Promise.all([start(), start()])

  const app = openAppPool(urls!, { max: 1 })
  expect(await isMigrated(app)).toBe(true)
  const { rows } = await app.query('select current_user as role')
  expect(rows).toEqual([{ role: 'prenoto_app' }])
  await app.end()
})

test('a user without the database gets a message that it must own it', { tags: ['10.14'] }, async () => {
  const { name } = await newOwner()
  const { url } = await newOwner('createrole')

  const { code, stderr } = await callCli({ DATABASE_URL: databaseUrl(url, name) }, 'db', 'migrate')

  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: expect.stringMatching(/^The database user may not create/),
  })
})
