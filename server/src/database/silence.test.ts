import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { logInsAt, newDatabase } from '../../test/test-database.ts'
import { openWire } from '../../test/wire.ts'
import { openAppPool } from './connection.ts'

/** Milliseconds. */
const SILENCE = 100

test('a connection that falls silent is given up, however long it had been idle before', async () => {
  const database = await newDatabase()
  const url = new URL(logInsAt(database.url).app)
  const wire = await openWire(Number(url.port))
  url.port = String(wire.port)
  const pool = openAppPool({ app: url.href }, { max: 1, silence: SILENCE })
  try {
    await pool.query('select 1')
    // Idleness is a silence, too, but nobody waits for its end.
    await sleep(3 * SILENCE)

    wire.silence()

    await expect(pool.query('select 1')).rejects.toThrow('The database is silent')
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  } finally {
    await pool.end()
    await wire.close()
    await database.drop()
  }
}, 10_000)
