import { type StaffContext, transaction } from '../../tenants/context.ts'
import { hasRecentEntry, lockRecentEntries } from '../audit/audit.repository.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { readCustomer } from './personal-data.ts'

/** A user's reads of the same contacts within this time count as one. */
const SAME_READ_MINUTES = 15

/** Records that a user has seen a customer's contacts, or those in the list of customers. Throws 404. */
export function recordContactsRead(ctx: StaffContext, customerId: number | null) {
  return transaction(ctx, async (ctx) => {
    const subject =
      customerId === null ? undefined : { type: 'customer' as const, id: (await readCustomer(ctx, customerId)).id }
    const action = subject ? 'customer.contacts_read' : 'customer.list_read'
    await lockRecentEntries(ctx)
    const since = ctx.now.subtract({ minutes: SAME_READ_MINUTES })
    if (await hasRecentEntry(ctx, { action, subject, since })) return
    await recordAudit(ctx, { action, subject })
  })
}
