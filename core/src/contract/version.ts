import * as z from 'zod/mini'

/** The version of a record for optimistic locking; every change increments it. */
export const version = z.int()

/** '"3"' is 3; a proxy may have marked the tag as weak. */
const ifMatch = z.pipe(
  z.string().check(z.regex(/^(W\/)?"?\d{1,9}"?$/, 'La versione non è valida.')),
  z.transform((tag) => Number(tag.replace(/\D/g, ''))),
)

/**
 * The header of a change: the version that the change is based on. The answer is 409 with the current state when the
 * record has another version. Without the header the change overwrites the record.
 */
export const changeHeaders = z.object({ 'if-match': z.optional(ifMatch) })

/** The header of a change to a known version; none without one. */
export const ifMatchHeader = (knownVersion: number | undefined) =>
  knownVersion === undefined ? {} : { 'if-match': `"${knownVersion}"` }
