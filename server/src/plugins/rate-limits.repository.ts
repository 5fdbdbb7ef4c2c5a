import type { Pool } from '../database/connection.ts'

/** Points counted so far, and the milliseconds until they are forgotten. */
export type Count = { consumedPoints: number; msBeforeNext: number }

/** The database's clock, in epoch milliseconds: the processes that share a counter need not agree on the time. */
const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

const COUNT = `points as "consumedPoints", greatest(expire - ${NOW}, 0) as "msBeforeNext"`

/** Adds a point to what is counted under a key, or begins to count, for so many milliseconds. */
export async function addPoint(pool: Pool, key: string, milliseconds: number): Promise<Count> {
  const { rows } = await pool.query<Count>(
    `insert into system.rate_limits as kept (key, points, expire) values ($1, 1, ${NOW} + $2)
     on conflict (key) do update set
       points = case when kept.expire > ${NOW} then kept.points + 1 else 1 end,
       expire = case when kept.expire > ${NOW} then kept.expire else excluded.expire end
     returning ${COUNT}`,
    [key, milliseconds],
  )
  return rows[0]!
}

/** Takes a point back. */
export async function subtractPoint(pool: Pool, key: string) {
  await pool.query(
    `update system.rate_limits set points = points - 1 where key = $1 and points > 0 and expire > ${NOW}`,
    [key],
  )
}

export async function deletePoints(pool: Pool, key: string) {
  await pool.query('delete from system.rate_limits where key = $1', [key])
}

/** Deletes counters that no longer count, at most so many. Returns how many. */
export async function deleteExpiredPoints(pool: Pool, most: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from system.rate_limits where key in (
       select key from system.rate_limits where expire <= ${NOW} limit $1 for update skip locked
     )`,
    [most],
  )
  return rowCount ?? 0
}
