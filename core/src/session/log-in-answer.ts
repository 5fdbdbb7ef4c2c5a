import * as z from 'zod/mini'
import { logInChallenge } from '../second-factor/log-in-challenge.ts'

/** The Bearer token of every call; browsers keep it in local storage. */
export const accessToken = z.object({ access_token: z.string() })

/** A session, or the challenge of a user with a second factor. */
export const logInAnswer = z.union([accessToken, logInChallenge])
export type LogInAnswer = z.infer<typeof logInAnswer>
