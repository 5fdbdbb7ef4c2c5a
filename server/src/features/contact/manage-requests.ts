import { type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { ContactRequestNotFound } from './errors.ts'
import { deleteStoredRequest, findStoredRequest, setAnswered } from './stored-requests.repository.ts'

/** Marks a contact request as answered or unanswered. Throws 404. */
export function answerRequest(ctx: StaffContext, id: number, answered: boolean) {
  return transaction(ctx, async (ctx) => {
    if (await setAnswered(ctx, id, answered)) {
      const action = answered ? 'contact_request.answered' : 'contact_request.reopened'
      await recordAudit(ctx, { action, subject: { type: 'contact_request', id } })
    }
    const request = await findStoredRequest(ctx, id)
    if (!request) throw new ContactRequestNotFound()
    return request
  })
}

/** Erases a contact request and records it in the audit trail. Throws 404. */
export function eraseRequest(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    if (!(await deleteStoredRequest(ctx, id))) throw new ContactRequestNotFound()
    await recordAudit(ctx, { action: 'contact_request.erased', subject: { type: 'contact_request', id } })
  })
}
