import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { account } from './account-schema.ts'
import { deviceHeaders } from './device.ts'
import { logInSchema, proofSchema } from './log-in-schema.ts'

/** The Bearer token of every call; browsers keep it in local storage. */
export const accessToken = z.object({ access_token: z.string() })

export const logIn = endpoint({
  method: 'POST',
  path: '/login',
  summary: 'Logs in and opens a session',
  access: 'visitor',
  status: 200,
  headers: deviceHeaders,
  body: logInSchema,
  response: accessToken,
})

export const logOut = endpoint({
  method: 'POST',
  path: '/logout',
  summary: 'Ends the session and invalidates its token',
  access: 'operator',
  status: 204,
})

export const proveIdentity = endpoint({
  method: 'POST',
  path: '/session/proof',
  summary: 'Proves with the password that the user is present; sensitive calls of the session need it every 15 minutes',
  access: 'operator',
  status: 204,
  headers: deviceHeaders,
  body: proofSchema,
})

export const readUserInfo = endpoint({
  method: 'GET',
  path: '/user/userInfo',
  summary: 'Returns the current user',
  access: 'operator',
  status: 200,
  response: account,
})
