import { endpoint } from '../contract/endpoint.ts'
import { deviceHeaders } from './device.ts'
import { logInAnswer } from './log-in-answer.ts'
import { logInSchema } from './log-in-schema.ts'

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
