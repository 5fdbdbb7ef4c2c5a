import type { Context } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'

type Change = 'joined' | 'offered' | 'refused' | 'left' | 'removed' | 'restored'

/** Records a change of a waiting-list entry by the user, or by the person who waits if there is none. */
export const recordWaiting = (ctx: Context, change: Change, id: number) =>
  recordAudit(ctx, {
    action: `waiting_list.${change}`,
    subject: { type: 'waiting_list', id },
    ...(!ctx.user && { actor: 'Cliente' }),
  })
