import { type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { refreshDashboards } from '../waiting-list/hold-slots.ts'
import { lockCustomers, lockDuplicates, updateRestriction } from './customers.repository.ts'
import { CustomerNotFound, RestrictionWithoutReason } from './errors.ts'
import { assignImportedLines, listImportedLines } from './imported-lines.repository.ts'
import { findMailboxOwner } from './mailbox-owner.ts'

/**
 * Restricts the processing of a customer's data (Art. 18 GDPR) or lifts the restriction. Idempotent. Throws 404, and 422 for
 * a restriction without a reason.
 */
export function restrictCustomer(
  ctx: StaffContext,
  id: number,
  { is_restricted, reason }: { is_restricted: boolean; reason: string },
) {
  return transaction(ctx, async (ctx) => {
    await lockDuplicates(ctx)
    const customer = (await lockCustomers(ctx, [id])).find((one) => one.id === id)
    if (!customer || customer.erased_at) throw new CustomerNotFound()
    if (is_restricted && reason === '') throw new RestrictionWithoutReason('reason')
    if (is_restricted === (customer.restricted_at !== null)) return
    await updateRestriction(ctx, id, is_restricted ? reason : null)
    if (is_restricted) await assignImportedLines(ctx, await listImportedLines(ctx, await findMailboxOwner(ctx, id)), id)
    const action = is_restricted ? 'customer.restricted' : 'customer.unrestricted'
    await recordAudit(ctx, { action, subject: { type: 'customer', id } })
    await refreshDashboards(ctx)
  })
}
