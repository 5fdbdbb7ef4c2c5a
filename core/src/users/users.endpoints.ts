import * as z from 'zod/mini'
import { listEndpoint, restoreEndpoint } from '../contract/crud-endpoints.ts'
import { endpoint } from '../contract/endpoint.ts'
import { countedTail, idParams, pageQuery } from '../contract/pagination.ts'
import { changeHeaders } from '../contract/version.ts'
import { emailConflict, emailConflictQuery, userSchema } from './user-form-schema.ts'
import { listedUser } from './user-schema.ts'

const userPage = z.object({ users: z.array(listedUser), ...countedTail })

const users = { path: '/users', read: 'users', change: 'users' } as const

export const listUsers = listEndpoint(users, 'Lists the users of the business', {
  query: pageQuery,
  response: userPage,
})

export const createUser = endpoint({
  method: 'POST',
  path: '/users',
  summary: 'Creates a user; sends a link to set a password if none is given',
  access: 'admin',
  right: 'users',
  proof: true,
  status: 201,
  body: userSchema,
  response: listedUser,
})

export const updateUser = endpoint({
  method: 'PUT',
  path: '/users/:id',
  summary: 'Updates a user; an empty password keeps the current one',
  access: 'admin',
  right: 'users',
  proof: true,
  status: 200,
  params: idParams,
  headers: changeHeaders,
  body: userSchema,
  response: listedUser,
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  summary: 'Deletes a user and ends their sessions',
  access: 'admin',
  right: 'users',
  proof: true,
  status: 204,
  params: idParams,
})

export const restoreUser = restoreEndpoint(
  users,
  'Restores a deleted user within ten seconds; the user has to log in again',
  listedUser,
)

export const inviteUser = endpoint({
  method: 'POST',
  path: '/users/:id/invitation',
  summary: 'Sends the link to set a password again, at most once an hour',
  access: 'admin',
  right: 'users',
  status: 204,
  params: idParams,
})

export const appointAdministrator = endpoint({
  method: 'POST',
  path: '/users/:id/administrator',
  summary: 'Gives a user the role of administrator and tells the administrators by e-mail',
  access: 'admin',
  right: 'users',
  proof: true,
  status: 200,
  params: idParams,
  response: listedUser,
})

export const readEmailConflict = endpoint({
  method: 'POST',
  path: '/users/email-conflict',
  summary: 'Returns the reason why a user cannot have an e-mail address',
  access: 'admin',
  right: 'users',
  status: 200,
  body: emailConflictQuery,
  response: emailConflict,
})
