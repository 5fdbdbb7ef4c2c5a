import { type Context, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { deleteRefusals, findLinkedBooking, findRefusal, insertRefusal } from './after-visit.repository.ts'

/** Whether the customer of a private link gets messages after visits; null for an unknown link. */
export async function readAfterVisit(ctx: Context, hiddenId: string) {
  const booking = await findLinkedBooking(ctx, hiddenId)
  return booking ? { isWanted: (await findRefusal(ctx, booking.email)) === null } : null
}

/** Stops the messages after visits to the mailbox of a private link; does nothing for an unknown link. */
export const refuseAfterVisit = (ctx: Context, hiddenId: string) => change(ctx, hiddenId, { isWanted: false })

/** Resumes them. */
export const resumeAfterVisit = (ctx: Context, hiddenId: string) => change(ctx, hiddenId, { isWanted: true })

const change = (ctx: Context, hiddenId: string, { isWanted }: { isWanted: boolean }) =>
  transaction(ctx, async (ctx) => {
    const booking = await findLinkedBooking(ctx, hiddenId)
    if (!booking) return
    const { id, email } = booking
    const hasChanged = isWanted ? await deleteRefusals(ctx, [email]) : await insertRefusal(ctx, email)
    if (!hasChanged) return
    await recordAudit(ctx, {
      action: isWanted ? 'after_visit.resumed' : 'after_visit.refused',
      subject: { type: 'booking', id },
      actor: 'Cliente',
    })
  })
