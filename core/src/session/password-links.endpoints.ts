import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { deviceHeaders } from './device.ts'
import { logInAnswer } from './log-in-answer.ts'
import { passwordLinkSchema, passwordSettingSchema } from './password-link-schema.ts'

export const readPasswordLink = endpoint({
  method: 'POST',
  path: '/client/password-link',
  summary: 'Returns the user of a one-time password link without using the link',
  access: 'visitor',
  status: 200,
  body: passwordLinkSchema,
  response: z.object({ name: z.string(), email: z.string() }),
})

export const setPassword = endpoint({
  method: 'POST',
  path: '/client/set-password',
  summary: 'Sets a password through a one-time link, ends all sessions and logs in like POST /login',
  access: 'visitor',
  status: 200,
  headers: deviceHeaders,
  body: passwordSettingSchema,
  response: logInAnswer,
})
