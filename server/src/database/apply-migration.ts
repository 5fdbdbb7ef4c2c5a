import { setTimeout as sleep } from 'node:timers/promises'
import { PlainFailure } from '@prenoto/core/plain-failure.ts'
import pg from 'pg'
import type { Migration } from './migration-files.ts'

/** How long a statement waits for its lock: whoever comes after it waits for both. Then others have their turn, and it tries again. */
const LOCK_TIMEOUT = '2s'
const PAUSE = 1_000
const ATTEMPTS = 60

const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Applies a migration and remembers it: in one transaction, or step by step where its first line says so. Throws a
 * PlainFailure when it never gets its lock; whatever stops it, it may be begun again.
 */
export async function applyMigration(client: pg.PoolClient, { name, sql, checksum }: Migration) {
  const remember = () =>
    client.query('insert into migrations.applied (name, checksum) values ($1, $2)', [name, checksum])
  const steps = stepsOf(sql)
  if (steps) {
    for (const step of steps) await takeStep(client, name, step)
    await remember()
  } else {
    await untilItHasItsLock(name, () =>
      inTransaction(client, async () => {
        await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
        await client.query(sql)
        await remember()
      }),
    )
  }
}

const STEP_BY_STEP = /^-- Step by step\b/

/**
 * The paragraphs of a migration whose first line says that it goes step by step, each one statement outside any
 * transaction; undefined for every other migration.
 */
export function stepsOf(sql: string): string[] | undefined {
  if (!STEP_BY_STEP.test(sql)) return undefined
  return sql
    .split(/\r?\n(?:\r?\n)+/)
    .map((paragraph) => paragraph.replaceAll(/^--.*$/gm, '').trim())
    .filter((step) => step !== '')
}

/** What changes rows is repeated until none is left: each time for as many as its limit says. */
async function takeStep(client: pg.PoolClient, name: string, step: string) {
  // An index that is built beside the work of others waits for their transactions, and nobody waits for it.
  const standsInTheWay = !/\bconcurrently\b/i.test(step)
  await client.query(`set lock_timeout = '${standsInTheWay ? LOCK_TIMEOUT : 0}'`)
  try {
    const take = () => untilItHasItsLock(name, () => client.query(step))
    let { rowCount } = await take()
    if (/^(update|delete|with)\b/i.test(step)) while (rowCount) ({ rowCount } = await take())
  } finally {
    await client.query('reset lock_timeout')
  }
}

async function untilItHasItsLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error
      if (attempt === ATTEMPTS)
        throw new PlainFailure(
          `The migration ${name} waited for minutes for a lock that another transaction holds. End that one, and start again.`,
        )
      await sleep(PAUSE)
    }
  }
}

async function inTransaction(client: pg.PoolClient, work: () => Promise<void>) {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
