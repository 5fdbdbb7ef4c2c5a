import type { TestServer } from './test-server.ts'

/** Sets counters of rate limits ('log-in-day:7/3'), which then last for a number of seconds. */
export const setPoints = ({ owner }: Pick<TestServer, 'owner'>, points: Record<string, number>, seconds = 600) =>
  owner.query(
    `insert into system.rate_limits (key, points, expire)
     select key, points, (extract(epoch from clock_timestamp()) * 1000)::bigint + $3
     from unnest($1::text[], $2::integer[]) counter (key, points)
     on conflict (key) do update set points = excluded.points, expire = excluded.expire`,
    [Object.keys(points), Object.values(points), seconds * 1000],
  )
