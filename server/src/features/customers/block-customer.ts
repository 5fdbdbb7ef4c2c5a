import { type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { contactKeys } from '../bookings/repositories/blocked-customers.repository.ts'
import { lockCustomers, lockDuplicates } from './customers.repository.ts'
import { type Block, updateBlock } from './duplicates.repository.ts'
import { CustomerNotFound } from './errors.ts'

type LockedCustomer = Awaited<ReturnType<typeof lockCustomers>>[number]

/** The earliest block of a customer and their duplicates, with the contacts of all of them. */
export function findBlock(customers: LockedCustomer[]): Block {
  const [first] = customers
    .flatMap(({ blocked_at: at, blocked_by: by }) => (at ? [{ at, by }] : []))
    .sort((one, other) => Temporal.Instant.compare(one.at, other.at))
  return first ? { ...first, contacts: [...new Set(customers.flatMap(contactKeys))] } : null
}

/**
 * Blocks or unblocks a customer. A blocked customer is recognised by e-mail address or telephone number and gets the same answer
 * as a visitor who lost the slot. Throws 404.
 */
export function blockCustomer(ctx: StaffContext, id: number, isBlocked: boolean) {
  return transaction(ctx, async (ctx) => {
    await lockDuplicates(ctx)
    const locked = await lockCustomers(ctx, [id])
    const customer = locked.find((one) => one.id === id)
    if (!customer || customer.erased_at || customer.restricted_at) throw new CustomerNotFound()
    if (isBlocked === (customer.blocked_at !== null)) return
    const blocked = { ...customer, blocked_at: ctx.now, blocked_by: ctx.user.id }
    await updateBlock(ctx, id, isBlocked ? findBlock([...locked, blocked]) : null)
    const action = isBlocked ? 'customer.blocked' : 'customer.unblocked'
    await recordAudit(ctx, { action, subject: { type: 'customer', id } })
  })
}
