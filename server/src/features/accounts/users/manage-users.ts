import { UNDO_SECONDS } from '@prenoto/core/contract/undo.ts'
import type { UserInput } from '@prenoto/core/users/user-form-schema.ts'
import { VersionConflict } from '../../../lib/errors.ts'
import { queueMessage, queueMessages } from '../../../outbox/queue-message.ts'
import { type Context, type StaffContext, transaction } from '../../../tenants/context.ts'
import { countTotal } from '../../../tenants/count-rows.repository.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { lockExistingCalendars } from '../../calendars/calendars.repository.ts'
import { UnknownCalendar } from '../../calendars/errors.ts'
import { softDelete } from '../../undo/deletions.repository.ts'
import { undoDeletion } from '../../undo/undo-deletion.ts'
import { auditedUser, recordUserChange } from './audited-user.ts'
import { changeEmail, claimEmail, withFreeEmail } from './change-email.ts'
import { refuseCommonPassword } from './common-passwords.ts'
import {
  AdminRoleNotAssignable,
  ChangeOwnRole,
  DeleteOwnUser,
  DisableOwnUser,
  LastAdmin,
  NotInvited,
  OwnPasswordNotHere,
  UserLimitReached,
  UserNotFound,
} from './errors.ts'
import { hashPassword } from './passwords.ts'
import { deleteUserSessions, findUser, insertUser, lockActiveAdmins, lockUser, updateUser } from './users.repository.ts'

/** Users of a business that the provider does not trust yet: each invitation is an e-mail to any address. */
const MAX_USERS_UNTRUSTED = 10

async function limitUsers(ctx: Context) {
  if (ctx.tenant.is_trusted) return
  // Serialises additions.
  await lockActiveAdmins(ctx)
  const { total = 0 } = await countTotal(ctx, 'users', undefined)
  if (total >= MAX_USERS_UNTRUSTED) throw new UserLimitReached()
}

/**
 * Adds a user; without a password the user gets an e-mail with a link to choose one. Throws 422 for a taken address, 409 for
 * too many users.
 */
export async function addUser(ctx: StaffContext, { password, ...user }: UserInput) {
  if (user.role === 'admin') throw new AdminRoleNotAssignable('role')
  if (password) await refuseCommonPassword(ctx, 'password', password)
  const passwordHash = password ? await hashPassword(ctx, password) : null
  return withFreeEmail(
    transaction(ctx, async (ctx) => {
      await limitUsers(ctx)
      await requireOwnCalendar(ctx, user)
      const createdUser = await insertUser(ctx, user, passwordHash)
      await claimEmail(ctx, createdUser.id, createdUser.email)
      if (!passwordHash && !createdUser.is_disabled)
        await queueMessage(ctx, { kind: 'invitation', user_id: createdUser.id })
      await recordAudit(ctx, {
        action: 'user.created',
        subject: toSubject(createdUser.id),
        after: auditedUser(createdUser),
      })
      return createdUser
    }),
  )
}

/**
 * Changes a user. A new password or disabling ends their sessions; a trigger revokes their calendar feed. Throws as
 * `changeEmail` does, 404 for an unknown user, and 409 for a version conflict or a change that would lock out the caller or
 * the last administrator.
 */
export async function changeUser(ctx: StaffContext, id: number, { password, ...user }: UserInput, version?: number) {
  // Requires the current password, which the thief of a session does not know.
  if (id === ctx.user.id && password) throw new OwnPasswordNotHere('password')
  if (password) await refuseCommonPassword(ctx, 'password', password)
  const passwordHash = password ? await hashPassword(ctx, password) : undefined
  return withFreeEmail(
    transaction(ctx, async (ctx) => {
      const admins = await lockActiveAdmins(ctx)
      const previousUser = await lockUser(ctx, id)
      if (!previousUser) throw new UserNotFound()
      if (version !== undefined && version !== previousUser.version) throw new VersionConflict(previousUser)
      if (user.role === 'admin' && previousUser.role !== 'admin') throw new AdminRoleNotAssignable('role')

      if (id === ctx.user.id && user.is_disabled) throw new DisableOwnUser()
      if (id === ctx.user.id && user.role !== previousUser.role) throw new ChangeOwnRole()
      if (user.is_disabled || user.role !== 'admin') requireAnotherAdmin(admins, id)

      await requireOwnCalendar(ctx, user)
      if (user.is_disabled || passwordHash) await deleteUserSessions(ctx, id)
      await changeEmail(ctx, previousUser, user.email)
      const changed = await updateUser(ctx, id, { ...user, ...(passwordHash && { password_hash: passwordHash }) })
      await recordUserChange(ctx, previousUser, changed)
      if (passwordHash) await recordAudit(ctx, { action: 'password.changed', subject: toSubject(id) })
      return changed
    }),
  )
}

/**
 * Removes a user and ends their sessions; a job purges their data once the undo period is over. Throws 404, and 409 for the
 * caller and for the last administrator.
 */
export function removeUser(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    const admins = await lockActiveAdmins(ctx)
    const removedUser = await lockUser(ctx, id)
    if (!removedUser) throw new UserNotFound()
    if (id === ctx.user.id) throw new DeleteOwnUser()
    requireAnotherAdmin(admins, id)

    await deleteUserSessions(ctx, id)
    await softDelete(ctx, 'users', id)
    await recordAudit(ctx, { action: 'user.deleted', subject: toSubject(id), before: auditedUser(removedUser) })
    const removed = { user_id: id, deleted_at: ctx.now.toString() }
    await ctx.jobs.add(ctx, 'purge-user', removed, { startAfter: UNDO_SECONDS + 1 })
  })
}

/**
 * Undoes the removal of a user. A user without a password gets a new link, since the removal deleted the previous one.
 * Throws as `undoDeletion` does, 404, and 422 when another user has the address now.
 */
export async function restoreUser(ctx: StaffContext, id: number) {
  const isThere = await withFreeEmail(undoDeletion(ctx, { table: 'users', id }, (ctx) => afterRestore(ctx, id)))
  const user = isThere && (await findUser(ctx, id))
  if (!user) throw new UserNotFound()
  return user
}

async function afterRestore(ctx: Context, id: number) {
  const user = (await lockUser(ctx, id))!
  await claimEmail(ctx, id, user.email)
  if (user.is_invited && !user.is_disabled) await queueMessage(ctx, { kind: 'invitation', user_id: id })
  await recordAudit(ctx, { action: 'user.restored', subject: toSubject(id), after: auditedUser(user) })
}

const toSubject = (id: number) => ({ type: 'user' as const, id })

async function requireOwnCalendar(ctx: Context, { calendar_id }: Pick<UserInput, 'calendar_id'>) {
  if (calendar_id && (await lockExistingCalendars(ctx, [calendar_id])).length === 0)
    throw new UnknownCalendar('calendar_id')
}

function requireAnotherAdmin(admins: { id: number }[], id: number) {
  if (admins.length === 1 && admins[0]!.id === id) throw new LastAdmin()
}

/** Sends the invitation again, at most once an hour. Throws 404, and 409 for a user who is disabled or has a password. */
export function inviteAgain(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    const user = await lockUser(ctx, id)
    if (!user) throw new UserNotFound()
    if (!user.is_invited || user.is_disabled) throw new NotInvited()
    const hour = ctx.now.toString().slice(0, 'yyyy-mm-ddThh'.length)
    await queueMessages(ctx, [{ kind: 'invitation', record_id: id, about: hour }])
    await recordAudit(ctx, { action: 'user.invited', subject: toSubject(id) })
  })
}
