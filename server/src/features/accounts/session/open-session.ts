import type { Context } from '../../../tenants/context.ts'
import { hashToken, newToken } from './access-token.ts'
import { reportNewDevice } from './devices/report-new-device.ts'
import { type Caller, rememberDevice } from './known-device.ts'
import { deleteUserExpiredSessions, insertSession } from './sessions.repository.ts'

/** Opens a session of a user who has just proved who they are. Call it in a transaction. */
export async function openSession(ctx: Context, userId: number, caller: Caller) {
  const token = newToken()
  const { userAgent, address } = caller
  await reportNewDevice(ctx, userId, caller)
  await deleteUserExpiredSessions(ctx, userId)
  await insertSession(ctx, { userId, tokenHash: hashToken(token), userAgent, address })
  await rememberDevice(ctx, userId, caller)
  return { access_token: token }
}
