import { endpoint } from '../contract/endpoint.ts'
import { passkeyOptions, passkeyRequestSchema, secondStepSchema } from '../second-factor/second-factor-schema.ts'
import { deviceHeaders } from './device.ts'
import { accessToken } from './log-in-answer.ts'

export const completeLogIn = endpoint({
  method: 'POST',
  path: '/login/second-factor',
  summary: 'Completes a log-in with a code or a passkey and opens a session',
  access: 'visitor',
  status: 200,
  headers: deviceHeaders,
  body: secondStepSchema,
  response: accessToken,
})

export const startPasskeyLogIn = endpoint({
  method: 'POST',
  path: '/login/passkey',
  summary: 'Returns the options with which a browser asks for a passkey of this domain',
  access: 'visitor',
  status: 200,
  headers: deviceHeaders,
  body: passkeyRequestSchema,
  response: passkeyOptions,
})
