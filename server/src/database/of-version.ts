import { sql } from 'kysely'

/** Holds for a row of this version; for any when none is named. */
export const ofVersion = (version: number | undefined) =>
  version === undefined ? sql<boolean>`true` : sql<boolean>`version = ${version}`
