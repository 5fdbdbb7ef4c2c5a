import type { DeletionBlocker } from '@prenoto/core/contract/deletion-blocker.ts'
import type { EmailQuestion } from '@prenoto/core/users/user-schema.ts'
import { violatesUnique } from '../../database/postgres-errors.ts'
import { invalid, tooMany } from '../../lib/errors.ts'
import { countRecentMessages } from '../../outbox/messages.repository.ts'
import { queueMessage, queueMessages } from '../../outbox/queue-message.ts'
import type { Context } from '../../tenants/context.ts'
import {
  deleteExpiredPreviousEmail,
  deletePreviousEmailsFrom,
  extendPreviousEmail,
  findLastPreviousEmail,
  insertPreviousEmail,
  isReservedForAnother,
} from './previous-emails.repository.ts'
import { EMAIL_INDEX, hasAnother, updateUser } from './users.repository.ts'

/** For how long a previous address can be taken back, and becomes nobody else's. */
const KEPT_HOURS = 7 * 24

/** Each change writes to two addresses. */
const CHANGES_A_DAY = 5

const TAKEN = 'Esiste già un utente con questa email.'
const KEPT = 'Fino a pochi giorni fa questa email era di un altro utente: per ora non può essere usata.'
const TOO_OFTEN = 'L’email è già stata cambiata più volte: riprova domani.'

/** Says at the right field that an e-mail address is taken. */
export async function withFreeEmail<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (violatesUnique(error, EMAIL_INDEX)) throw invalid('email', TAKEN)
    throw error
  }
}

/**
 * Makes sure that an address which was just written is its user's to have. Only after that: who was changing it at the same
 * time has committed by then. Throws 422.
 */
export async function claimEmail(ctx: Context, userId: number, email: string) {
  if (await isReservedForAnother(ctx, userId, email)) throw invalid('email', KEPT)
  await deleteExpiredPreviousEmail(ctx, userId, email)
}

/** What would be answered to who gave a user this address now: a new one, or the one with the id. */
export async function findEmailConflict(ctx: Context, { email, id = 0 }: EmailQuestion): Promise<DeletionBlocker> {
  if (await hasAnother(ctx, id, email)) return { deletionBlocker: TAKEN }
  return { deletionBlocker: (await isReservedForAnother(ctx, id, email)) ? KEPT : null }
}

type Known = { id: number; email: string; is_email_confirmed: boolean }

/**
 * Gives a user whose row is locked another address. It is the one to log in with from here on; until it is confirmed the
 * previous one is believed, which is told and can take it back for a week. So whoever came by somebody's session has not come
 * by their account. Throws 422 when the address is not free, 429 after too many changes.
 */
export async function changeEmail(ctx: Context, user: Known, email: string) {
  if (isSame(user.email, email)) return
  const believed = user.is_email_confirmed ? undefined : await findLastPreviousEmail(ctx, user.id)
  if (believed && isSame(believed.email, email)) return restorePreviousEmail(ctx, believed)

  await limitChanges(ctx, user)
  const reserved_until = ctx.now.add({ hours: KEPT_HOURS })
  if (user.is_email_confirmed) await insertPreviousEmail(ctx, { user_id: user.id, email: user.email, reserved_until })
  else if (believed) await extendPreviousEmail(ctx, believed.id, reserved_until)
  await updateUser(ctx, user.id, { email, is_email_confirmed: false })
  await claimEmail(ctx, user.id, email)

  // A first address that turned out to be mistyped was never anybody's to take back.
  const previous = await findLastPreviousEmail(ctx, user.id)
  if (!previous) return
  await queueMessages(ctx, [
    { kind: 'email-changed', record_id: previous.id, about: ctx.now.toString() },
    { kind: 'email-confirmation', record_id: user.id, about: ctx.now.toString() },
  ])
}

/** Makes a previous address the present one again, as if it had never changed. */
export async function restorePreviousEmail(ctx: Context, previous: { id: number; user_id: number; email: string }) {
  await updateUser(ctx, previous.user_id, { email: previous.email, is_email_confirmed: true })
  await deletePreviousEmailsFrom(ctx, previous)
}

/**
 * Somebody has come in as a user. Is their address the first they have here, that confirms it. A later one is confirmed by the link
 * that was sent there alone; once that has expired another is sent.
 */
export async function confirmEmailOnLogIn(
  ctx: Context,
  { id, is_email_confirmed }: Pick<Known, 'id' | 'is_email_confirmed'>,
) {
  if (is_email_confirmed) return
  if (!(await findLastPreviousEmail(ctx, id))) {
    await updateUser(ctx, id, { is_email_confirmed: true })
    return
  }
  const { count } = await countRecentMessages(ctx, { kind: 'email-confirmation', record_id: id }, 7)
  if (count === 0) await queueMessage(ctx, { kind: 'email-confirmation', user_id: id })
}

async function limitChanges(ctx: Context, { id }: Known) {
  const { count, milliseconds_left } = await countRecentMessages(ctx, { kind: 'email-confirmation', record_id: id }, 1)
  if (count >= CHANGES_A_DAY) throw tooMany(TOO_OFTEN, milliseconds_left)
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
