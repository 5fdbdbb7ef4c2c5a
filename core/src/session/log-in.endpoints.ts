import { endpoint } from '../contract/endpoint.ts'
import { deviceHeaders } from './device.ts'
import { logInAnswer } from './log-in-answer.ts'
import { logInSchema, proofSchema } from './log-in-schema.ts'

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
