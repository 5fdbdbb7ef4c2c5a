import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { logInsAt, newDatabase } from '../../test/test-database.ts'
import { openWire } from '../../test/wire.ts'
import { openAppPool } from './connection.ts'

/** Milliseconds. */
const SILENCE = 100

/** A pool that reaches its database over a wire. */
async function poolOverWire(max: number) {
  const database = await newDatabase()
  const url = new URL(logInsAt(database.url).app)
  const wire = await openWire(Number(url.port))
  url.port = String(wire.port)
  const pool = openAppPool({ app: url.href }, { max, silence: SILENCE })
  onTestFinished(async () => {
    await pool.end()
    await wire.close()
    await database.drop()
  })
  return { pool, wire }
}

test('a connection that falls silent is given up, however long it had been idle before', async () => {
  const { pool, wire } = await poolOverWire(1)
  await pool.query('select 1')
  // Idleness is a silence, too, but nobody waits for its end.
  await sleep(3 * SILENCE)

  wire.silence()

  await expect(pool.query('select 1')).rejects.toThrow('The database is silent')
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
}, 10_000)

test('when one connection has fallen silent, nobody else has to find that out of an idle one', async () => {
  const { pool, wire } = await poolOverWire(4)
  await Promise.all(Array.from({ length: 4 }, () => pool.query('select pg_sleep(0.05)')))
  expect(pool.idleCount).toBe(4)

  wire.silence()

  await expect(pool.query('select 1')).rejects.toThrow('The database is silent')
  for (let i = 0; i < 4; i += 1) expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
}, 10_000)
