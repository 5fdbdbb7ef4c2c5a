import { queueMessages } from '../../../outbox/queue-message.ts'
import { type Context, type StaffContext, transaction } from '../../../tenants/context.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { NotAppointable, UserNotFound } from './errors.ts'
import { lockActiveAdmins, lockUser, updateUser } from './users.repository.ts'

/** Makes an administrator of a user. Throws 404, and 409 for a user who is disabled or has not chosen a password. */
export function appointAdministrator(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    const admins = await lockActiveAdmins(ctx)
    const user = await lockUser(ctx, id)
    if (!user) throw new UserNotFound()
    if (user.is_disabled || user.is_invited) throw new NotAppointable()
    return giveAdminRole(ctx, user, admins)
  })
}

/** Records the new role and tells the present administrators, the caller included, whose session may be stolen. */
export async function giveAdminRole<User extends { id: number; role: string }>(
  ctx: Context,
  user: User,
  admins: { id: number }[],
  record: typeof recordAudit = recordAudit,
) {
  if (user.role === 'admin') return user
  const appointed = await updateUser(ctx, user.id, { role: 'admin' })
  const entry = await record(ctx, {
    action: 'user.appointed',
    subject: { type: 'user', id: user.id },
    before: { role: user.role },
    after: { role: 'admin' },
  })
  await queueMessages(
    ctx,
    admins.map(({ id }) => ({ kind: 'administrator-appointed', record_id: id, about: String(entry) })),
  )
  return appointed
}
