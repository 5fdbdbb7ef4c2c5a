import type { RightChange } from '@prenoto/core/rights/rights-schema.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { lockWithdrawnRights, updateWithdrawnRights } from './rights.repository.ts'

/** Withdraws a right from operators or gives it back, and records it. */
export function changeRight(ctx: StaffContext, { right, is_granted }: RightChange) {
  return transaction(ctx, async (ctx) => {
    const withdrawn = await lockWithdrawnRights(ctx)
    const wasGranted = !withdrawn.includes(right)
    if (wasGranted === is_granted) return
    await updateWithdrawnRights(ctx, is_granted ? withdrawn.filter((one) => one !== right) : [...withdrawn, right])
    await recordAudit(ctx, {
      action: 'rights.updated',
      before: { [`operators_${right}`]: wasGranted },
      after: { [`operators_${right}`]: is_granted },
    })
  })
}
