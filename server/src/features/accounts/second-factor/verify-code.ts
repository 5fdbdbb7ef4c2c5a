import { RECOVERY_CODE } from '@prenoto/core/second-factor/second-factor-schema.ts'
import type { Encryption } from '../../../lib/encryption.ts'
import { queueMessage } from '../../../outbox/queue-message.ts'
import type { Context } from '../../../tenants/context.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { takeRecoveryCode } from './recovery-codes.repository.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { findTotp, updateTotpSecret, useStep } from './totp.repository.ts'
import { decryptTotp, encryptTotp, stepOfCode } from './totp.ts'

type User = { id: number; name: string; surname: string }

/** Uses a verified proof up in the transaction of the log-in. Returns false if another request was faster. */
export type Acceptance = (ctx: Context) => Promise<boolean>

/** Verifies a code of the app or a recovery code, outside of transactions. Undefined for a wrong one. */
export const verifyCode = async (
  ctx: Context,
  user: User,
  code: string,
  encryption: Encryption,
): Promise<Acceptance | undefined> =>
  RECOVERY_CODE.test(code) ? takingRecoveryCode(user, code) : verifyTotpCode(ctx, user.id, code, encryption)

function takingRecoveryCode(user: User, code: string): Acceptance {
  return async (ctx) => {
    if (!(await takeRecoveryCode(ctx, user.id, hashRecoveryCode(code)))) return false
    await recordAudit(ctx, {
      action: 'second_factor.recovery_code_used',
      subject: { type: 'user', id: user.id },
      actor: user,
    })
    await queueMessage(ctx, { kind: 'recovery-code-used', user_id: user.id })
    return true
  }
}

async function verifyTotpCode(ctx: Context, userId: number, code: string, encryption: Encryption) {
  const totp = await findTotp(ctx, userId)
  if (!totp?.confirmed_at) return undefined
  const secret = decryptTotp(ctx, userId, totp.secret, encryption)
  const step = stepOfCode(secret, code, ctx.now)
  if (step === undefined) return undefined
  const isOutdated = encryption.isOutdated(totp.secret)
  return async (ctx: Context) => {
    if (isOutdated) await updateTotpSecret(ctx, userId, encryptTotp(ctx, userId, secret, encryption))
    return useStep(ctx, userId, step)
  }
}
