import { LINK_MINUTES } from '@prenoto/core/my-bookings/my-bookings.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { hashToken, newToken } from '../accounts/session/access-token.ts'
import { insertVisitorToken } from '../bookings/repositories/visitor-tokens.repository.ts'
import { listCustomersOfMailboxes } from '../customers/customers.repository.ts'
import { deleteLinkRequest, findLinkRequest, hasVisits, settleLinkRequest } from './my-bookings.repository.ts'

/**
 * The link that was requested, and the address of the customer, never the one that was typed. Undefined if the mailbox has no
 * bookings. Each attempt to send the e-mail makes a link; the time of the link begins with it.
 */
export const makeLink = (ctx: Context, requestId: number) =>
  transaction(ctx, async (ctx) => {
    const customer = await findRequester(ctx, requestId)
    if (!customer) {
      await deleteLinkRequest(ctx, requestId)
      return undefined
    }
    await settleLinkRequest(ctx, requestId, customer.id)
    const token = newToken()
    const expiresAt = ctx.now.add({ minutes: LINK_MINUTES })
    await insertVisitorToken(ctx, { tokenHash: hashToken(token), customerId: customer.id, isDevice: false, expiresAt })
    return { to: customer.email, path: `/my_bookings/${token}` }
  })

async function findRequester(ctx: Context, requestId: number) {
  const request = await findLinkRequest(ctx, requestId)
  if (request?.customer_id && request.email) return { id: request.customer_id, email: request.email }
  if (!request?.address) return undefined
  const { address } = request
  const people = await listCustomersOfMailboxes(ctx, [address])
  if (!(await hasVisits(ctx, { customerIds: people.map(({ main_id }) => main_id), address }))) return undefined
  const candidates = people.filter(({ restricted_at }) => !restricted_at)
  return candidates.find(({ email }) => email.toLowerCase() === address.toLowerCase()) ?? candidates[0]
}
