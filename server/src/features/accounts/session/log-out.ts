import { type StaffContext, transaction } from '../../../tenants/context.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { deleteSession } from './sessions.repository.ts'

/** Ends the session of a token. */
export const logOut = (ctx: StaffContext, tokenHash: Buffer) =>
  transaction(ctx, async (ctx) => {
    await deleteSession(ctx, tokenHash)
    await recordAudit(ctx, { action: 'session.log_out' })
  })
