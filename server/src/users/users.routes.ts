import { cutPage } from '@prenoto/core/page.ts'
import * as endpoints from '@prenoto/core/users/users.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../http/endpoint-route.ts'
import { discardImages } from '../uploads/keep-images.ts'
import type { Uploads } from '../uploads/open-uploads.ts'
import { addUser, changeUser, removeUser } from './manage-users.ts'
import { listUsers } from './users.repository.ts'

export function userRoutes(app: FastifyInstance, uploads: Uploads) {
  implement(app, endpoints.listUsers, async (ctx, { query: { per_page, last_id } }) => {
    const { items: users, ...tail } = cutPage(await listUsers(ctx, last_id, per_page + 1), per_page)
    return { users, ...tail }
  })
  implement(app, endpoints.createUser, (ctx, { body }) => addUser(ctx, body))
  implement(app, endpoints.updateUser, (ctx, { params, headers, body }) =>
    changeUser(ctx, params.id, body, headers['if-match']),
  )
  implement(app, endpoints.deleteUser, async (ctx, { params }) =>
    discardImages(ctx, uploads, await removeUser(ctx, params.id)),
  )
}
