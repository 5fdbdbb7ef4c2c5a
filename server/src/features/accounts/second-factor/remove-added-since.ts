import type { LockOutEffect } from '@prenoto/core/session/lock-out-effects.ts'
import type { Context } from '../../../tenants/context.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { deletePasskeysSince } from './passkeys.repository.ts'
import { deleteRecoveryCodes, deleteRecoveryCodesSince } from './recovery-codes.repository.ts'
import { hasSecondFactor, hasSecondFactorFromBefore } from './second-factor.repository.ts'
import { deleteTotpSince } from './totp.repository.ts'

type User = { id: number; name: string; surname: string }
type Since = { since: Temporal.Instant; hadSecondFactor: boolean }

/**
 * Removes the second factors that a user has added since an instant. Call it with the user locked. A user who had one then and
 * has replaced it keeps it, so that the mailbox alone never gets past a second factor.
 */
export async function removeAddedSince(ctx: Context, user: User, { since, hadSecondFactor }: Since) {
  if (hadSecondFactor && !(await hasSecondFactorFromBefore(ctx, user.id, since)))
    return (await hasSecondFactor(ctx, user.id)) ? (['second_factor_kept'] satisfies LockOutEffect[]) : []

  const record = (what: Record<string, string>) =>
    recordAudit(ctx, {
      action: 'second_factor.removed',
      actor: user,
      subject: { type: 'user', id: user.id },
      before: what,
    })
  const effects: LockOutEffect[] = []
  if (await deleteTotpSince(ctx, user.id, since)) {
    effects.push('totp')
    await record({ method: 'totp' })
  }
  const passkeys = await deletePasskeysSince(ctx, user.id, since)
  if (passkeys.length > 0) effects.push('passkeys')
  for (const { name, domain } of passkeys) await record({ method: 'passkey', name, domain })
  if (await deleteRecoveryCodesSince(ctx, user.id, since)) {
    effects.push('recovery_codes')
    await record({ method: 'recovery_codes' })
  }
  if (!(await hasSecondFactor(ctx, user.id))) await deleteRecoveryCodes(ctx, user.id)
  return effects
}
