import type { EmailConflict, EmailConflictQuery } from '@prenoto/core/users/user-form-schema.ts'
import { violatesUnique } from '../../../database/postgres-errors.ts'
import { countRecentMessages } from '../../../outbox/messages.repository.ts'
import { queueMessage, queueMessages } from '../../../outbox/queue-message.ts'
import type { Context } from '../../../tenants/context.ts'
import { EMAIL_RESERVED, EMAIL_TAKEN, EmailChangeLimitReached, EmailReserved, EmailTaken } from './errors.ts'
import {
  deleteExpiredPreviousEmail,
  deletePreviousEmailsFrom,
  extendPreviousEmail,
  findFirstPreviousEmail,
  findLastPreviousEmail,
  insertPreviousEmail,
  isReservedForAnother,
} from './previous-emails.repository.ts'
import { EMAIL_INDEX, isEmailTaken, updateUser } from './users.repository.ts'

/** How long a previous address can be restored and is reserved for its user. */
const RESERVED_HOURS = 7 * 24

/** Limits the e-mails of changes: each change sends two. */
const MAX_CHANGES_PER_DAY = 5

/** Turns a violation of the unique e-mail index into 422 at the field `email`. */
export async function withFreeEmail<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (violatesUnique(error, EMAIL_INDEX)) throw new EmailTaken('email')
    throw error
  }
}

/**
 * Throws 422 if the address is reserved for another user. Call it after writing the address, when concurrent changes of the
 * same address have committed.
 */
export async function claimEmail(ctx: Context, userId: number, email: string) {
  if (await isReservedForAnother(ctx, userId, email)) throw new EmailReserved('email')
  await deleteExpiredPreviousEmail(ctx, userId, email)
}

/** Whether the address can be given to a new user, or to the user with `id`. */
export async function findEmailConflict(ctx: Context, { email, id = 0 }: EmailConflictQuery): Promise<EmailConflict> {
  if (await isEmailTaken(ctx, id, email)) return { conflict: EMAIL_TAKEN }
  return { conflict: (await isReservedForAnother(ctx, id, email)) ? EMAIL_RESERVED : null }
}

type EmailUser = { id: number; email: string; is_email_confirmed: boolean }

/**
 * Changes the log-in address of a user whose row is locked. Until the new address is confirmed, the previous one is notified,
 * gets password links and can be restored for a week, so a stolen session is not enough to take over the account.
 * Throws 422 when the address is taken, 429 after too many changes.
 */
export async function changeEmail(ctx: Context, user: EmailUser, email: string) {
  if (isSameEmail(user.email, email)) return
  const confirmed = user.is_email_confirmed ? undefined : await findLastPreviousEmail(ctx, user.id)
  if (confirmed && isSameEmail(confirmed.email, email)) return restorePreviousEmail(ctx, confirmed)

  await limitChanges(ctx, user)
  const reserved_until = ctx.now.add({ hours: RESERVED_HOURS })
  if (user.is_email_confirmed) await insertPreviousEmail(ctx, { user_id: user.id, email: user.email, reserved_until })
  else if (confirmed) await extendPreviousEmail(ctx, confirmed.id, reserved_until)
  await updateUser(ctx, user.id, { email, is_email_confirmed: false })
  await claimEmail(ctx, user.id, email)

  // A user whose first address was never confirmed has nothing to restore.
  const previous = await findLastPreviousEmail(ctx, user.id)
  if (!previous) return
  await queueMessages(ctx, [
    { kind: 'email-changed', record_id: previous.id, about: ctx.now.toString() },
    { kind: 'email-confirmation', record_id: user.id, about: ctx.now.toString() },
  ])
}

/** Restores a previous address and deletes the later ones. */
export async function restorePreviousEmail(ctx: Context, previous: { id: number; user_id: number; email: string }) {
  await updateUser(ctx, previous.user_id, { email: previous.email, is_email_confirmed: true })
  await deletePreviousEmailsFrom(ctx, previous)
}

/** Restores the address from before the changes since an instant. Returns it; undefined if there were none. */
export async function restoreEmailFrom(ctx: Context, userId: number, since: Temporal.Instant) {
  // Each change reserves the address before it anew.
  const previous = await findFirstPreviousEmail(ctx, userId, since.add({ hours: RESERVED_HOURS }))
  if (previous) await restorePreviousEmail(ctx, previous)
  return previous?.email
}

/**
 * Call after a log-in. Confirms the user's first address; a changed address needs its confirmation link, which is sent again
 * after it has expired.
 */
export async function confirmEmailOnLogIn(
  ctx: Context,
  { id, is_email_confirmed }: Pick<EmailUser, 'id' | 'is_email_confirmed'>,
) {
  if (is_email_confirmed) return
  if (!(await findLastPreviousEmail(ctx, id))) {
    await updateUser(ctx, id, { is_email_confirmed: true })
    return
  }
  const { count } = await countRecentMessages(ctx, { kind: 'email-confirmation', record_id: id }, 7)
  if (count === 0) await queueMessage(ctx, { kind: 'email-confirmation', user_id: id })
}

async function limitChanges(ctx: Context, { id }: EmailUser) {
  const { count, milliseconds_left } = await countRecentMessages(ctx, { kind: 'email-confirmation', record_id: id }, 1)
  if (count >= MAX_CHANGES_PER_DAY) throw new EmailChangeLimitReached(milliseconds_left)
}

export const isSameEmail = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
