import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { spawnServer } from '../../test/server-process.ts'
import { emptyDatabase, logInsAt } from '../../test/test-database.ts'
import { openAppPool, openOwnerPool, type Pool } from './connection.ts'
import { isMigrated, migrate } from './migrate.ts'

let database: Awaited<ReturnType<typeof emptyDatabase>>
let owners: Pool[]
beforeEach(async () => {
  database = await emptyDatabase()
  owners = Array.from({ length: 5 }, () => openOwnerPool(database.url))
})
afterEach(async () => {
  await Promise.all(owners.map((owner) => owner.end()))
  await database.drop()
})

const all = (await readdir(join(import.meta.dirname, 'migrations'))).sort()

test('of several processes that migrate an empty database at once, one does the work and all go on', async () => {
  const applied = await Promise.all(owners.map((owner) => migrate(owner)))

  expect(applied.filter((names) => names.length > 0)).toEqual([all])
  const { rows } = await owners[0]!.query('select name from migrations.applied order by name')
  expect(rows.map((row) => row.name)).toEqual(all)
})

test('a database that is up to date stays as it is', async () => {
  await migrate(owners[0]!)

  expect(await migrate(owners[1]!)).toEqual([])
})

test('a user who owns the database and may take on the role of requests can do everything, and needs no more', async () => {
  const superuser = openOwnerPool(database.superuser)
  const name = `provider_${randomBytes(4).toString('hex')}`
  const url = new URL(database.url)
  await superuser.query(`create role ${name} login password 'x'; grant prenoto_app to ${name}`)
  await superuser.query(`alter database ${url.pathname.slice(1)} owner to ${name}`)
  url.username = name
  url.password = 'x'
  try {
    const owner = openOwnerPool(url.href)
    expect(await migrate(owner)).toEqual(all)
    expect(await migrate(owner)).toEqual([])
    await owner.end()

    const app = openAppPool({ app: url.href, owner: url.href }, { max: 1 })
    const { rows } = await app.query(`select current_user as role, row_security_active('bookings') as secured`)
    await app.end()
    expect(rows).toEqual([{ role: 'prenoto_app', secured: true }])
  } finally {
    await superuser.query(`reassign owned by ${name} to current_user; drop owned by ${name}; drop role ${name}`)
    await superuser.end()
  }
})

test('a migration that fails leaves nothing of itself, and the next start does it again', async () => {
  const [owner] = owners as [Pool]
  await owner.query('create table uploads ()')

  await expect(migrate(owner)).rejects.toThrow('already exists')
  const { rows } = await owner.query(`select tablename from pg_tables where schemaname = 'public'`)
  expect(rows).toEqual([{ tablename: 'uploads' }])

  await owner.query('drop table uploads')
  expect(await migrate(owner)).toEqual(all)
})

test('a server is ready once nothing is missing', async () => {
  await migrate(owners[0]!)
  const app = openAppPool(logInsAt(database.url), { max: 1 })

  expect(await isMigrated(app)).toBe(true)
  await owners[0]!.query(`insert into migrations.applied (name) values ('9999-of-a-newer-version.sql')`)
  expect(await isMigrated(app)).toBe(true)
  await owners[0]!.query('delete from migrations.applied')
  expect(await isMigrated(app)).toBe(false)
  await app.end()
})

test('three servers that are started at once on an empty database all come up', async () => {
  const servers = [1, 2, 3].map(() => spawnServer({ DATABASE_URL: database.url }))
  await Promise.all(servers.map((server) => server.ready()))

  const answers = await Promise.all(
    servers.map((server) => server.call({ host: 'unknown.example', path: '/client/configs' })),
  )
  const ends = await Promise.all(servers.map((server) => server.end('SIGTERM')))

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403])
  expect(ends.map(({ code }) => code)).toEqual([0, 0, 0])
})
