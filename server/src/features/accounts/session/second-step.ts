import type { LogInChallenge, Method } from '@prenoto/core/second-factor/log-in-challenge.ts'
import type { SecondStep } from '@prenoto/core/second-factor/second-factor-schema.ts'
import type { LogInAnswer } from '@prenoto/core/session/log-in-answer.ts'
import type { Encryption } from '../../../lib/encryption.ts'
import { unauthorizedError } from '../../../lib/errors.ts'
import { type Context, transaction } from '../../../tenants/context.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { PasskeyRefused, WrongCode } from '../second-factor/errors.ts'
import { findMethods } from '../second-factor/second-factor.repository.ts'
import { verifyCode } from '../second-factor/verify-code.ts'
import { passkeyRequestOptions, verifyPasskey } from '../second-factor/verify-passkey.ts'
import { confirmEmailOnLogIn } from '../users/change-email.ts'
import { hashToken, newToken } from './access-token.ts'
import { recordFailedLogIn } from './failed-log-in.ts'
import { type Caller, hashDevice, newAttempt } from './known-device.ts'
import { deleteChallenge, findChallengedUser, insertChallenge, takeAttempt } from './log-in-challenges.repository.ts'
import type { LogInLimits } from './log-in-limits.ts'
import { openSession } from './open-session.ts'

const VALID_MINUTES = 5

const expiredStepError = () => unauthorizedError('La verifica è scaduta: accedi di nuovo.')

/** Opens a session for a user who gave the password, or a challenge if they have a second factor. Call it in a transaction. */
export async function openSessionOrChallenge(ctx: Context, userId: number, caller: Caller): Promise<LogInAnswer> {
  const methods = await findMethods(ctx, userId, caller.site.domain)
  return methods ? openChallenge(ctx, userId, caller, methods) : openSession(ctx, userId, caller)
}

async function openChallenge(ctx: Context, userId: number, caller: Caller, methods: Method[]): Promise<LogInChallenge> {
  const challenge = newToken()
  await insertChallenge(
    ctx,
    { user_id: userId, token_hash: hashToken(challenge), device_hash: hashDevice(caller) },
    ctx.now.add({ minutes: VALID_MINUTES }),
  )
  return { second_factor: methods, challenge }
}

const findUser = (ctx: Context, challenge: string, caller: Caller) =>
  findChallengedUser(ctx, { tokenHash: hashToken(challenge), deviceHash: hashDevice(caller) })

/** Options with which the browser asks for a passkey. Throws 401 for an invalid challenge. */
export async function startPasskeyLogIn(ctx: Context, challenge: string, caller: Caller) {
  const user = await findUser(ctx, challenge, caller)
  if (!user) throw expiredStepError()
  return passkeyRequestOptions(ctx, { userId: user.id, purpose: 'log-in' }, caller.site)
}

type Rules = { limits: LogInLimits; encryption: Encryption }

/**
 * Opens the session of a challenge that a code or passkey answers. Throws 401 for an invalid challenge, also after five attempts,
 * 422 for a wrong code or passkey, 429 after too many attempts.
 */
export async function completeLogIn(
  ctx: Context,
  { challenge, code, assertion }: SecondStep,
  caller: Caller,
  { limits, encryption }: Rules,
) {
  const user = await findUser(ctx, challenge, caller)
  if (!user) throw expiredStepError()
  // Counted apart from passwords, since a new challenge only needs the password.
  const attempt = await newAttempt(ctx, user, user.email, caller)
  const { refund } = await limits.take(ctx, { ...attempt, account: `${attempt.account}/second` })
  const tokenHash = hashToken(challenge)
  const attemptsLeft = await takeAttempt(ctx, tokenHash)
  if (attemptsLeft === undefined) throw expiredStepError()

  const accept = assertion
    ? await verifyPasskey(ctx, { userId: user.id, purpose: 'log-in', assertion }, caller.site)
    : await verifyCode(ctx, user, code!, encryption)
  const session =
    accept &&
    (await transaction(ctx, async (ctx) => {
      if (!(await deleteChallenge(ctx, tokenHash))) throw expiredStepError()
      if (!(await accept(ctx))) throw assertion ? new PasskeyRefused('assertion') : new WrongCode('code')
      await confirmEmailOnLogIn(ctx, user)
      await recordAudit(ctx, { action: 'session.log_in', actor: user })
      return openSession(ctx, user.id, caller)
    }))
  if (!session) {
    await recordFailedLogIn(ctx, user, limits)
    if (attemptsLeft === 0) throw expiredStepError()
    throw assertion ? new PasskeyRefused('assertion') : new WrongCode('code')
  }
  await refund()
  return session
}
