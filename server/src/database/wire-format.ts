import { sql } from 'kysely'

/** A date column as DD-MM-YYYY, '' where there is none. */
export const italianDate = (column: string) => sql<string>`coalesce(to_char(${sql.ref(column)}, 'DD-MM-YYYY'), '')`

/** A time column as HH:mm, '' where there is none. */
export const shortTime = (column: string) => sql<string>`coalesce(to_char(${sql.ref(column)}, 'HH24:MI'), '')`

/** A timestamp column as DD-MM-YYYY HH:mm, in the local time of a zone. */
export const inLocalTime = (column: string, timeZone: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone ${timeZone}, 'DD-MM-YYYY HH24:MI')`

/** A timestamp column as ISO 8601 in UTC, null where there is none. */
export const isoInstant = (column: string) =>
  sql<string | null>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
