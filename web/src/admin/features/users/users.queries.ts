import { ifMatchHeader } from '@prenoto/core/contract/version.ts'
import type { User, UserForm } from '@prenoto/core/users/user-schema.ts'
import { createUser, deleteUser, listUsers, restoreUser, updateUser } from '@prenoto/core/users/users.endpoints.ts'
import { api } from '../../../lib/api-client.ts'
import type { Crud } from '../../lib/crud-queries.ts'

export const users: Crud<User, UserForm> = {
  key: 'users',
  list: async (query) => {
    const { users: items, ...tail } = await api(listUsers, { query })
    return { items, ...tail }
  },
  create: (body) => api(createUser, { body }),
  update: (id, body, version) => api(updateUser, { params: { id }, headers: ifMatchHeader(version), body }),
  remove: (id) => api(deleteUser, { params: { id } }),
  restore: (id) => api(restoreUser, { params: { id } }),
  nameOf: (user) => `${user.name} ${user.surname}`,
}
