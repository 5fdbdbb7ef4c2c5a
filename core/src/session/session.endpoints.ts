import { endpoint } from '../contract/endpoint.ts'
import { account } from './account-schema.ts'

export const logOut = endpoint({
  method: 'POST',
  path: '/logout',
  summary: 'Ends the session and invalidates its token',
  access: 'operator',
  right: 'account',
  isForSetUp: true,
  status: 204,
})

export const readUserInfo = endpoint({
  method: 'GET',
  path: '/user/userInfo',
  summary: 'Returns the current user',
  access: 'operator',
  right: 'account',
  isForSetUp: true,
  status: 200,
  response: account,
})
