import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { deviceHeaders } from './device.ts'
import { logInAnswer } from './log-in.endpoints.ts'
import { linkRequestSchema, passwordLinkSchema, passwordSettingSchema } from './password-link-schema.ts'

export const requestPasswordLink = endpoint({
  method: 'POST',
  path: '/client/forgot-password',
  summary: 'Sends a password link if a user has the e-mail address; the answer is always the same',
  access: 'visitor',
  status: 204,
  headers: deviceHeaders,
  body: linkRequestSchema,
})

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
