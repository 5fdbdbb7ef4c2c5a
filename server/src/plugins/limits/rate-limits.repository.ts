import type { Pool } from '../../database/connection.ts'
import { type FairSemaphore, fairSemaphore } from '../../lib/fair-semaphore.ts'

/** Points so far, and milliseconds until the counter expires. */
export type Count = { consumedPoints: number; msBeforeNext: number }

/** The database's clock in epoch milliseconds, since clocks of processes may differ. */
const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

const COUNT = `points as "consumedPoints", greatest(expire - ${NOW}, 0) as "msBeforeNext"`

/** A counter that expires `milliseconds` after its first point, and the points to add: one by default. */
type Addition = { key: string; milliseconds: number; points?: number }

const semaphores = new WeakMap<Pool, FairSemaphore>()

/** Leaves a connection to the others during a rush on one business. `key`: 'log-in-day:7/…' is a counter of business 7. */
async function fairly<T>(pool: Pool, key: string, query: () => Promise<T>): Promise<T> {
  const { max } = pool.options
  const semaphore =
    semaphores.get(pool) ??
    fairSemaphore({ perKey: Math.max(1, max - 1), total: max, maxQueuedPerKey: 500, timeout: 6_000 })
  semaphores.set(pool, semaphore)
  const release = await semaphore.acquire(Number(/:(\d+)\//.exec(key)?.[1] ?? 0))
  return query().finally(release)
}

/** Adds points to counters of different keys, and returns their counts in the same order. */
export async function addPoints(pool: Pool, additions: Addition[]): Promise<Count[]> {
  const add = () =>
    pool.query<Count & { key: string }>(
      // In the order of keys, so that concurrent requests cannot deadlock.
      `insert into system.rate_limits as current (key, points, expire)
     select key, points, ${NOW} + milliseconds
     from unnest($1::text[], $2::integer[], $3::bigint[]) added (key, points, milliseconds) order by key
     on conflict (key) do update set
       points = case when current.expire > ${NOW} then current.points + excluded.points else excluded.points end,
       expire = case when current.expire > ${NOW} then current.expire else excluded.expire end
     returning key, ${COUNT}`,
      [
        additions.map(({ key }) => key),
        additions.map(({ points = 1 }) => points),
        additions.map(({ milliseconds }) => milliseconds),
      ],
    )
  const { rows } = await fairly(pool, additions[0]!.key, add)
  return additions.map(({ key }) => rows.find((row) => row.key === key)!)
}

export async function subtractPoint(pool: Pool, key: string) {
  const subtract = () =>
    pool.query(`update system.rate_limits set points = points - 1 where key = $1 and points > 0 and expire > ${NOW}`, [
      key,
    ])
  await fairly(pool, key, subtract)
}

export async function deletePoints(pool: Pool, key: string) {
  await fairly(pool, key, () => pool.query('delete from system.rate_limits where key = $1', [key]))
}

/** Deletes at most `limit` expired counters. Returns their number. */
export async function deleteExpiredPoints(pool: Pool, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from system.rate_limits where key in (
       select key from system.rate_limits where expire <= ${NOW} limit $1 for update skip locked
     )`,
    [limit],
  )
  return rowCount ?? 0
}
