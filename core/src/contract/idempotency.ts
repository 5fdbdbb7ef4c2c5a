import * as z from 'zod/mini'

/** A key that the caller chooses: calls with the same key create one record. */
const idempotencyKey = z.optional(
  z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/, 'La chiave di idempotenza non è valida.')),
)

export const idempotencyHeader = (key: string) => ({ 'idempotency-key': key })

/** The headers of a creation that clients may retry after a lost answer. */
export const creationHeaders = z.object({ 'idempotency-key': idempotencyKey })
