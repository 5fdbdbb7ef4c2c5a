import { sql } from 'kysely'

/** One of a list that is sent as one value: whatever its length, the statement is the same, and so is its plan. */
export const anyOf = (ids: number[]) => sql<number>`any(${ids}::bigint[])`

/** The same of texts. */
export const anyOfTexts = <T extends string>(texts: readonly T[]) => sql<T>`any(${texts}::text[])`
