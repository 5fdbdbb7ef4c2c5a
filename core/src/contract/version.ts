import * as z from 'zod/mini'

/** Which state of a record this is: the number grows with every change, whoever makes it. */
export const version = z.int()

/** '"3"' is 3; what stands between us may have marked it as weak. */
const ifMatch = z.pipe(
  z.string().check(z.regex(/^(W\/)?"?\d{1,9}"?$/, 'La versione non è valida.')),
  z.transform((tag) => Number(tag.replace(/\D/g, ''))),
)

/**
 * The header of a change: the version that it was made to. Whoever changed that meanwhile is not overwritten: the answer is
 * 409 with the present state. Without the header whatever stands there is replaced.
 */
export const changeHeaders = z.object({ 'if-match': z.optional(ifMatch) })

/** The header of a change that was made to this version. */
export const ifMatchHeader = (known: number | undefined) => (known === undefined ? {} : { 'if-match': `"${known}"` })
