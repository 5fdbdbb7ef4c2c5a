import type { Assertion } from '@prenoto/core/second-factor/second-factor-schema.ts'
import type { Proof } from '@prenoto/core/session/proof-schema.ts'
import { ProofRequired } from '../../../lib/errors.ts'
import { type StaffContext, transaction } from '../../../tenants/context.ts'
import { PasskeyRefused } from '../second-factor/errors.ts'
import { verifyPasskey } from '../second-factor/verify-passkey.ts'
import { WrongPassword } from './errors.ts'
import { recordFailedLogIn } from './failed-log-in.ts'
import type { Caller } from './known-device.ts'
import type { LogInLimits } from './log-in-limits.ts'
import { hasProof, updateProof } from './sessions.repository.ts'
import { takeOwnAttempt, verifyOwnPassword } from './verify-own-password.ts'

type ProofOfCaller = Proof & { caller: Caller; limits: LogInLimits }

/** Proves that the user of a session is present. Throws 422 for a wrong password or passkey, 429 after too many attempts. */
export async function proveIdentity(ctx: StaffContext, tokenHash: Buffer, proof: ProofOfCaller) {
  const { password, assertion, caller, limits } = proof
  const isProved = assertion
    ? await verifyOwnPasskey(ctx, assertion, caller, limits)
    : await verifyOwnPassword(ctx, password!, caller, limits)
  if (!isProved) {
    await recordFailedLogIn(ctx, ctx.user, limits)
    throw assertion ? new PasskeyRefused('assertion') : new WrongPassword('password')
  }
  await updateProof(ctx, tokenHash)
}

async function verifyOwnPasskey(ctx: StaffContext, assertion: Assertion, caller: Caller, limits: LogInLimits) {
  const { refund } = await takeOwnAttempt(ctx, caller, limits)
  const accept = await verifyPasskey(ctx, { userId: ctx.user.id, purpose: 'proof', assertion }, caller.site)
  if (!accept || !(await transaction(ctx, accept))) return false
  await refund()
  return true
}

/** For calls that need a proof only sometimes; others declare `proof` on their endpoint. Throws 428 without a recent one. */
export async function requireProof(ctx: StaffContext, tokenHash: Buffer) {
  if (!(await hasProof(ctx, tokenHash))) throw new ProofRequired()
}
