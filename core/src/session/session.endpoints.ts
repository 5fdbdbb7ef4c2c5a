import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { account } from './account-schema.ts'
import { deviceHeaders } from './device.ts'
import { logInSchema } from './log-in-schema.ts'

/** What is kept in the browser and sent as the Bearer of every call. */
export const accessToken = z.object({ access_token: z.string() })

export const logIn = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Opens a session',
  access: 'visitor',
  status: 200,
  headers: deviceHeaders,
  body: logInSchema,
  response: accessToken,
})

export const logOut = endpoint({
  method: 'POST',
  path: '/logout',
  summary: 'Ends the session; its token is worth nothing from here on',
  access: 'operator',
  status: 204,
})

export const readUserInfo = endpoint({
  method: 'GET',
  path: '/user/userInfo',
  summary: 'Who is logged in',
  access: 'operator',
  status: 200,
  response: account,
})
