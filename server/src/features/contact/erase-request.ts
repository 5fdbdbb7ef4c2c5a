import { type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { ContactRequestNotFound } from './errors.ts'
import { deleteStoredRequest } from './stored-requests.repository.ts'

/** Erases a contact request and records it in the audit trail. Throws 404. */
export function eraseRequest(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    if (!(await deleteStoredRequest(ctx, id))) throw new ContactRequestNotFound()
    await recordAudit(ctx, { action: 'contact_request.erased', subject: { type: 'contact_request', id } })
  })
}
