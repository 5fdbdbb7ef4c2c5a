import type { StaffSecondFactors } from '@prenoto/core/second-factor/second-factor-schema.ts'
import { queueMessage } from '../../../outbox/queue-message.ts'
import { type StaffContext, transaction } from '../../../tenants/context.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { OwnSecondFactorMissing, ResetOwnSecondFactor } from '../second-factor/errors.ts'
import {
  deleteSecondFactors,
  hasSecondFactor,
  isSecondFactorRequired,
  listUsersWithSecondFactor,
  setRequirement,
} from '../second-factor/second-factor.repository.ts'
import { UserNotFound } from './errors.ts'
import { deleteUserSessions, lockUser } from './users.repository.ts'

export const readStaffSecondFactors = async (ctx: StaffContext): Promise<StaffSecondFactors> => ({
  is_required: await isSecondFactorRequired(ctx),
  user_ids: await listUsersWithSecondFactor(ctx),
})

/** Throws 409 for an administrator who requires a second factor without having one. */
export const requireSecondFactor = (ctx: StaffContext, isRequired: boolean) =>
  transaction(ctx, async (ctx) => {
    await lockUser(ctx, ctx.user.id)
    if (isRequired && !(await hasSecondFactor(ctx, ctx.user.id))) throw new OwnSecondFactorMissing()
    if (await setRequirement(ctx, isRequired))
      await recordAudit(ctx, { action: isRequired ? 'second_factor.required' : 'second_factor.optional' })
    return readStaffSecondFactors(ctx)
  })

/**
 * Removes the second factors of another user and ends their sessions. Throws 404, and 409 for the caller, whose stolen session
 * must not remove them.
 */
export const resetSecondFactor = (ctx: StaffContext, id: number) =>
  transaction(ctx, async (ctx) => {
    if (!(await lockUser(ctx, id))) throw new UserNotFound()
    if (id === ctx.user.id) throw new ResetOwnSecondFactor()
    if (!(await deleteSecondFactors(ctx, id))) return
    await deleteUserSessions(ctx, id)
    await recordAudit(ctx, { action: 'second_factor.reset', subject: { type: 'user', id } })
    await queueMessage(ctx, { kind: 'second-factor-reset', user_id: id })
  })
