import * as z from 'zod/mini'
import { deletionBlocker } from '../contract/deletion-blocker.ts'
import { endpoint } from '../contract/endpoint.ts'
import { countedTail, idParams, pageQuery } from '../contract/pagination.ts'
import { changeHeaders } from '../contract/version.ts'
import { emailConflictSchema, user, userSchema } from './user-schema.ts'

export const userPage = z.object({ users: z.array(user), ...countedTail })
export type UserPage = z.infer<typeof userPage>

export const listUsers = endpoint({
  method: 'GET',
  path: '/users',
  summary: 'The people who work there',
  access: 'admin',
  status: 200,
  query: pageQuery,
  response: userPage,
})

export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  summary: 'Adds somebody; without a password they are sent a link to choose one',
  access: 'admin',
  status: 201,
  body: userSchema,
  response: user,
})

export const updateUser = endpoint({
  method: 'PUT',
  path: '/users/:id',
  summary: 'Changes somebody; an empty password leaves it as it is',
  access: 'admin',
  status: 200,
  params: idParams,
  headers: changeHeaders,
  body: userSchema,
  response: user,
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  summary: 'Removes somebody and ends their sessions',
  access: 'admin',
  status: 204,
  params: idParams,
})

export const restoreUser = endpoint({
  method: 'POST',
  path: '/users/:id/restore',
  summary: 'Undoes that somebody was removed, within ten seconds; they log in again',
  access: 'admin',
  status: 200,
  params: idParams,
  response: user,
})

export const readEmailConflict = endpoint({
  method: 'POST',
  path: '/users/email-conflict',
  summary: 'What keeps somebody from having an e-mail address',
  access: 'admin',
  status: 200,
  body: emailConflictSchema,
  response: deletionBlocker,
})
