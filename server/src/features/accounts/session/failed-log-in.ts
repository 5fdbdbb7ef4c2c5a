import type { Context } from '../../../tenants/context.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { LogInLimits } from './log-in-limits.ts'

/**
 * Records a failed log-in without the typed address. `limits` decides which, since a stranger must not fill the audit
 * trail.
 */
export async function recordFailedLogIn(ctx: Context, user: { id: number } | undefined, limits: LogInLimits) {
  const attempts = await limits.countFailure(ctx, user)
  if (attempts === undefined) return
  await recordAudit(ctx, {
    action: 'session.log_in_failed',
    subject: user && { type: 'user', id: user.id },
    after: { attempts },
  })
}
