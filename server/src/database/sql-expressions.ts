import type { Interval } from '@prenoto/core/availability/intervals.ts'
import { type RawBuilder, sql } from 'kysely'

/** Matches any of a list that is sent as one parameter, so the statement and its plan do not depend on the list's length. */
export const anyId = (ids: number[]) => sql<number>`any(${ids}::bigint[])`

/** `anyId` for texts. */
export const anyOfTexts = <T extends string>(texts: readonly T[]) => sql<T>`any(${texts}::text[])`

/** Optimistic locking: true for a row with this version; always true without a version. */
export const hasVersion = (version: number | undefined) =>
  version === undefined ? sql<boolean>`true` : sql<boolean>`version = ${version}`

/** A date column as DD-MM-YYYY; '' for null. */
export const italianDate = (column: string) => sql<string>`coalesce(to_char(${sql.ref(column)}, 'DD-MM-YYYY'), '')`

/** A time column as HH:mm; '' for null. */
export const shortTime = (column: string) => sql<string>`coalesce(to_char(${sql.ref(column)}, 'HH24:MI'), '')`

/** A timestamp column as DD-MM-YYYY HH:mm in a time zone. */
export const localDateTime = (column: string, timeZone: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone ${timeZone}, 'DD-MM-YYYY HH24:MI')`

/** A timestamp column as ISO 8601 in UTC; null for null. */
export const isoInstant = (column: string) =>
  sql<string | null>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

export type InstantRange = { from: Temporal.Instant; to: Temporal.Instant }

/** A `tstzmultirange` of ranges without their ends; null for none. */
export const toMultirange = (ranges: InstantRange[]) =>
  ranges.length === 0 ? null : `{${ranges.map(({ from, to }) => `[${from},${to})`).join(',')}}`

/** The ranges of a `tstzmultirange` in whole minutes since an instant; none for null. */
export const rangesInMinutes = (ranges: RawBuilder<unknown>, since: RawBuilder<unknown>) => {
  const minutes = (moment: RawBuilder<unknown>) => sql`(extract(epoch from ${moment} - ${since}) / 60)::integer`
  return sql<Interval[]>`(
    select coalesce(jsonb_agg(
      jsonb_build_object('from', ${minutes(sql`lower(part)`)}, 'to', ${minutes(sql`upper(part)`)}) order by part), '[]')
    from unnest(${ranges}) part
  )`
}
