import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { user } from '../users/user-schema.ts'
import { logInSchema } from './log-in-schema.ts'

export const logIn = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Somebody of the staff logs in',
  access: 'visitor',
  status: 200,
  body: logInSchema,
  response: z.object({ access_token: z.string() }),
})

export const readUserInfo = endpoint({
  method: 'GET',
  path: '/user/userInfo',
  summary: 'Who is logged in',
  access: 'operator',
  status: 200,
  response: user,
})
