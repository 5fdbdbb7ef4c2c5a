import { cutPage } from '@prenoto/core/contract/pagination.ts'
import * as secondFactors from '@prenoto/core/second-factor/second-factor.endpoints.ts'
import * as endpoints from '@prenoto/core/users/users.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../../plugins/endpoint-route.ts'
import { countTotal } from '../../../tenants/count-rows.repository.ts'
import { appointAdministrator } from './appoint-administrator.ts'
import { findEmailConflict } from './change-email.ts'
import { addUser, changeUser, inviteAgain, removeUser, restoreUser } from './manage-users.ts'
import { readStaffSecondFactors, requireSecondFactor, resetSecondFactor } from './staff-second-factors.ts'
import { listUsers } from './users.repository.ts'

export function userRoutes(app: FastifyInstance) {
  implement(app, endpoints.listUsers, async (ctx, { query: { per_page, last_id } }) => {
    const { items: users, ...tail } = cutPage(await listUsers(ctx, last_id, per_page + 1), per_page)
    return { users, ...tail, ...(await countTotal(ctx, 'users', last_id)) }
  })
  implement(app, endpoints.createUser, (ctx, { body }) => addUser(ctx, body))
  implement(app, endpoints.updateUser, (ctx, { params, headers, body }) =>
    changeUser(ctx, params.id, body, headers['if-match']),
  )
  implement(app, endpoints.deleteUser, (ctx, { params }) => removeUser(ctx, params.id))
  implement(app, endpoints.inviteUser, (ctx, { params }) => inviteAgain(ctx, params.id))
  implement(app, endpoints.appointAdministrator, (ctx, { params }) => appointAdministrator(ctx, params.id))
  implement(app, endpoints.readEmailConflict, (ctx, { body }) => findEmailConflict(ctx, body))
  implement(app, secondFactors.readStaffSecondFactors, (ctx) => readStaffSecondFactors(ctx))
  implement(app, secondFactors.requireSecondFactor, (ctx, { body }) => requireSecondFactor(ctx, body.is_required))
  implement(app, secondFactors.resetSecondFactor, (ctx, { params }) => resetSecondFactor(ctx, params.id))
  implement(app, endpoints.restoreUser, (ctx, { params }) => restoreUser(ctx, params.id))
}
