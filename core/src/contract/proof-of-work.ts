import * as z from 'zod/mini'

/** Reason of the 429 that asks a browser to solve the problem's `challenge` and to repeat the request. */
export const PROOF_OF_WORK_REQUIRED = 'proof-of-work-required'

/** An ALTCHA challenge (version 2): which of the keys derived from its nonce has this prefix? */
export const challengeSchema = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.optional(z.string()),
    expiresAt: z.optional(z.int()),
    data: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  }),
  signature: z.optional(z.string()),
})
export type Challenge = z.infer<typeof challengeSchema>

/** A challenge with its solution, sent in a header as JSON. */
export const proofSchema = z.object({
  challenge: challengeSchema,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
})
export type Proof = z.infer<typeof proofSchema>

/** The header of forms that anyone can send. */
export const proofHeaders = z.object({ 'proof-of-work': z.optional(z.string()) })
