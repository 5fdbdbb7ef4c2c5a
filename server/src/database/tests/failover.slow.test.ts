import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@prenoto/postgres/embedded-postgres.ts'
import { startOwnPostgres } from '@prenoto/test-support/database/own-postgres.ts'
import { openTcpProxy } from '@prenoto/test-support/processes/tcp-proxy.ts'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openAppPool } from '../connection.ts'
import { createRoles } from '../roles.ts'

async function query(url: string, sql: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

/** Starts a database and a copy of it, which has been promoted, as after a failover. */
async function newPrimaries() {
  const folder = await mkdtemp(join(tmpdir(), 'prenoto-failover-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  // PostgreSQL refuses to run as root, so another user must be able to enter the folder.
  await chmod(folder, 0o755)
  const original = await startOwnPostgres(join(folder, 'former'))
  const logIns = await createRoles(original.url)
  await original.stop()
  execFileSync('cp', ['-a', join(folder, 'former'), join(folder, 'present')])
  await writeFile(join(folder, 'present/postgresql/cluster/standby.signal'), '')

  const [former, present] = await Promise.all(
    ['former', 'present'].map((name) => startEmbeddedPostgres(join(folder, name), { durable: false })),
  )
  onTestFinished(() => former!.stop())
  onTestFinished(() => present!.stop())
  await query(present!.url, 'select pg_promote()')

  const parsePort = ({ url }: { url: string }) => Number(new URL(url).port)
  return { app: logIns.app, former: parsePort(former!), present: parsePort(present!) }
}

test('after a failover no connection leads to the former primary, even if it comes back', async () => {
  const { app, former, present } = await newPrimaries()
  const proxy = await openTcpProxy(former)
  onTestFinished(() => proxy.close())
  const url = new URL(app)
  url.port = String(proxy.port)
  const pool = openAppPool({ app: url.href })
  onTestFinished(() => pool.end())
  const portInUse = async () => (await pool.query<{ port: number }>('select inet_server_port() as port')).rows[0]!.port
  const [busy, idle] = [await pool.connect(), await pool.connect()]
  idle.release()
  expect(await portInUse()).toBe(former)

  proxy.retarget(present)
  const [first, second] = [await pool.connect(), await pool.connect()]
  busy.release()
  first.release()
  second.release()
  await expect.poll(() => pool.totalCount).toBe(1)
  expect(await portInUse()).toBe(present)

  proxy.retarget(former)
  const heldClient = await pool.connect()
  await expect(pool.connect()).rejects.toThrow(/former primary: its timeline is 1, another one's was 2/)
  heldClient.release()
  expect(await portInUse()).toBe(present)

  proxy.retarget(present)
  const several = openAppPool({ app: url.href.replace(url.host, `${url.host},127.0.0.1:${former}`) })
  onTestFinished(() => several.end())
  await several.query('select')
  proxy.cut()
  const reason = () => several.query('select').catch((error: Error) => error.message)
  await expect.poll(reason).toMatch(/former primary: its timeline is 1, another one's was 2/)
})
