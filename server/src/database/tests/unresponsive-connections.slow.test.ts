import { setTimeout as sleep } from 'node:timers/promises'
import { newDatabase, roleUrlsAt } from '@prenoto/test-support/database/test-database.ts'
import { openTcpProxy } from '@prenoto/test-support/processes/tcp-proxy.ts'
import { expect, onTestFinished, test } from 'vitest'
import { openAppPool } from '../connection.ts'

/** Milliseconds. */
const SOCKET_TIMEOUT = 1_000

/** Two pools of one process that connect to the database through a proxy. */
async function poolsOverProxy(max: number) {
  const database = await newDatabase()
  const url = new URL(roleUrlsAt(database.url).app)
  const proxy = await openTcpProxy(Number(url.port))
  url.port = String(proxy.port)
  const urls = { app: url.href }
  const [pool, other] = [openAppPool(urls, { max, socketTimeout: SOCKET_TIMEOUT }), openAppPool(urls, { max })]
  onTestFinished(async () => {
    await Promise.all([pool.end(), other.end()])
    await proxy.close()
    await database.drop()
  })
  return { pool, other, proxy }
}

test('a connection that stops responding is closed, even after a long idle time', async () => {
  const { pool, proxy } = await poolsOverProxy(1)
  await pool.query('select 1')
  // An idle connection is silent, too, but no query waits on it.
  await sleep(1.5 * SOCKET_TIMEOUT)

  proxy.silence()

  await expect(pool.query('select 1')).rejects.toThrow('The database does not respond')
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('an unresponsive connection closes the idle ones too, so later queries do not wait for them', {
  tags: ['13.154'],
}, async () => {
  const { pool, other, proxy } = await poolsOverProxy(4)
  await Promise.all(
    [pool, other].flatMap((pool) => Array.from({ length: 4 }, () => pool.query('select pg_sleep(0.05)'))),
  )
  expect([pool.idleCount, other.idleCount]).toEqual([4, 4])

  proxy.silence()

  await expect(pool.query('select 1')).rejects.toThrow('The database does not respond')
  for (const next of Array.from({ length: 4 }, () => [pool, other]).flat())
    expect((await next.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
