import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { logInChallenge } from '../second-factor/log-in-challenge.ts'
import { deviceHeaders } from './device.ts'
import { logInSchema, proofSchema } from './log-in-schema.ts'
import { accessToken } from './session.endpoints.ts'

/** A session, or the challenge of a user with a second factor. */
export const logInAnswer = z.union([accessToken, logInChallenge])
export type LogInAnswer = z.infer<typeof logInAnswer>

export const logIn = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Logs in and opens a session; a user with a second factor gets a challenge instead',
  access: 'visitor',
  status: 200,
  headers: deviceHeaders,
  body: logInSchema,
  response: logInAnswer,
})

export const proveIdentity = endpoint({
  method: 'POST',
  path: '/session/proof',
  summary: 'Proves with the password that the user is present; sensitive calls of the session need it every 15 minutes',
  access: 'operator',
  isForSetUp: true,
  status: 204,
  headers: deviceHeaders,
  body: proofSchema,
})
