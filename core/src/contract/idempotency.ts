import * as z from 'zod/mini'

/** A key of the caller's choice: calls with the same key make one record between them. */
const idempotencyKey = z.optional(
  z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/, 'La chiave di idempotenza non è valida.')),
)

/** The header that names a creation, so that repeating it creates nothing more. */
export const idempotencyHeader = (key: string) => ({ 'idempotency-key': key })

/** The headers of a creation that may be repeated, since its answer can get lost. */
export const creationHeaders = z.object({ 'idempotency-key': idempotencyKey })
