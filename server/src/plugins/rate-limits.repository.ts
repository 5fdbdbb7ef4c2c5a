import type { Pool } from '../database/connection.ts'

/** Points so far, and milliseconds until the counter expires. */
export type Count = { consumedPoints: number; msBeforeNext: number }

/** The database's clock in epoch milliseconds, since clocks of processes may differ. */
const NOW = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

const COUNT = `points as "consumedPoints", greatest(expire - ${NOW}, 0) as "msBeforeNext"`

/** Adds a point. A new counter expires after `milliseconds`. */
export async function addPoint(pool: Pool, key: string, milliseconds: number): Promise<Count> {
  const { rows } = await pool.query<Count>(
    `insert into system.rate_limits as current (key, points, expire) values ($1, 1, ${NOW} + $2)
     on conflict (key) do update set
       points = case when current.expire > ${NOW} then current.points + 1 else 1 end,
       expire = case when current.expire > ${NOW} then current.expire else excluded.expire end
     returning ${COUNT}`,
    [key, milliseconds],
  )
  return rows[0]!
}

export async function subtractPoint(pool: Pool, key: string) {
  await pool.query(
    `update system.rate_limits set points = points - 1 where key = $1 and points > 0 and expire > ${NOW}`,
    [key],
  )
}

export async function deletePoints(pool: Pool, key: string) {
  await pool.query('delete from system.rate_limits where key = $1', [key])
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
