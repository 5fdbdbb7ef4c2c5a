import { notFound } from '../../lib/errors.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { contactsOf } from '../bookings/blocked-customers.repository.ts'
import { lockCustomers, lockDuplicates } from './customers.repository.ts'
import { type Block, updateBlock } from './duplicates.repository.ts'
import { UNKNOWN_CUSTOMER } from './personal-data.ts'

type Known = Awaited<ReturnType<typeof lockCustomers>>[number]

/** The first of the blocks of these, who are one customer and duplicates, by the contacts of all. */
export function blockOf(known: Known[]): Block {
  const [first] = known
    .flatMap(({ blocked_at: at, blocked_by: by }) => (at ? [{ at, by }] : []))
    .sort((one, other) => Temporal.Instant.compare(one.at, other.at))
  return first ? { ...first, contacts: [...new Set(known.flatMap(contactsOf))] } : null
}

/**
 * Has visitors' bookings of a customer refused as if there were no slot, or taken again. They are known by their e-mail address or
 * telephone number, whatever name they give. Throws 404.
 */
export function blockCustomer(ctx: StaffContext, id: number, isBlocked: boolean) {
  return transaction(ctx, async (ctx) => {
    await lockDuplicates(ctx)
    const locked = await lockCustomers(ctx, [id])
    const customer = locked.find((known) => known.id === id)
    if (!customer || customer.erased_at) throw notFound(UNKNOWN_CUSTOMER)
    if (isBlocked === (customer.blocked_at !== null)) return
    const blocked = { ...customer, blocked_at: ctx.now, blocked_by: ctx.user.id }
    await updateBlock(ctx, id, isBlocked ? blockOf([...locked, blocked]) : null)
  })
}
