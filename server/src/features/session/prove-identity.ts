import type { StaffContext } from '../../tenants/context.ts'
import { ProofRequired, WrongPassword } from './errors.ts'
import { recordFailedLogIn } from './failed-log-in.ts'
import type { Caller } from './known-device.ts'
import type { LogInLimits } from './log-in-limits.ts'
import { hasProof, updateProof } from './sessions.repository.ts'
import { verifyOwnPassword } from './verify-own-password.ts'

type Proof = { password: string; caller: Caller; limits: LogInLimits }

/** Proves that the user of a session is present. Throws 422 for a wrong password, 429 after too many attempts. */
export async function proveIdentity(ctx: StaffContext, tokenHash: Buffer, { password, caller, limits }: Proof) {
  if (!(await verifyOwnPassword(ctx, password, caller, limits))) {
    await recordFailedLogIn(ctx, ctx.user, limits)
    throw new WrongPassword('password')
  }
  await updateProof(ctx, tokenHash)
}

/** For calls that need a proof only sometimes; others declare `proof` on their endpoint. Throws 428 without a recent one. */
export async function requireProof(ctx: StaffContext, tokenHash: Buffer) {
  if (!(await hasProof(ctx, tokenHash))) throw new ProofRequired()
}
