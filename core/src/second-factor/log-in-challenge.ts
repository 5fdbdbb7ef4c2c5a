import * as z from 'zod/mini'

export const methods = ['totp', 'passkey'] as const
export type Method = (typeof methods)[number]

/** The answer to a right password of a user with a second factor; `challenge` is a token for the second step. */
export const logInChallenge = z.object({
  /** The methods that work on this domain; recovery codes always do. */
  second_factor: z.array(z.enum(methods)),
  challenge: z.string(),
})
export type LogInChallenge = z.infer<typeof logInChallenge>
