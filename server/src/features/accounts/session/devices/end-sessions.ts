import { type StaffContext, transaction } from '../../../../tenants/context.ts'
import { recordAudit } from '../../../audit/record-audit.ts'
import { SessionNotFound } from '../errors.ts'
import { deleteOtherSessions, deleteOwnSession } from '../sessions.repository.ts'

/** Ends one of the user's own sessions. Throws 404 for another one. */
export const endSession = (ctx: StaffContext, id: number) =>
  transaction(ctx, async (ctx) => {
    if (!(await deleteOwnSession(ctx, id))) throw new SessionNotFound()
    await recordAudit(ctx, { action: 'session.ended', after: { sessions: 1 } })
  })

/** Ends the user's own sessions except the one with the token. */
export const endOtherSessions = (ctx: StaffContext, tokenHash: Buffer) =>
  transaction(ctx, async (ctx) => {
    const sessions = await deleteOtherSessions(ctx, tokenHash)
    if (sessions > 0) await recordAudit(ctx, { action: 'session.ended', after: { sessions } })
  })
