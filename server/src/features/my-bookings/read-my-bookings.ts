import { DEVICE_DAYS, type MyBookings } from '@prenoto/core/my-bookings/my-bookings.ts'
import type { TextChannelName } from '@prenoto/core/text-messages/text-channels.ts'
import { type Context, readTransaction, transaction } from '../../tenants/context.ts'
import { hashToken, newToken } from '../accounts/session/access-token.ts'
import {
  countDevices,
  deleteVisitorToken,
  deleteVisitorTokens,
  extendVisitorToken,
  findCustomerOfToken,
  insertVisitorToken,
} from '../bookings/repositories/visitor-tokens.repository.ts'
import { listCustomersOfMailboxes } from '../customers/customers.repository.ts'
import { findTextsChoice, withdrawProvenConsents } from '../text-messages/consent.ts'
import { ListLinkNotFound } from './errors.ts'
import { listNumberedVisits, listPastVisits, listUpcomingVisits } from './my-bookings.repository.ts'

/** A link or a remembered device, as the request names it. */
export type Access = { link?: string; device?: string }

const MAX_UPCOMING = 200
const MAX_PAST = 50

const DAY_HOURS = 24

/**
 * The bookings of the link's mailbox, without a link those of the remembered device; null without either. `textChannels`:
 * those that the provider offers.
 */
export const readMyBookings = (ctx: Context, access: Access, textChannels: readonly TextChannelName[]) =>
  readTransaction(ctx, (ctx) => findMyBookings(ctx, access, textChannels))

async function findMyBookings(
  ctx: Context,
  { link, device }: Access,
  textChannels: readonly TextChannelName[],
): Promise<MyBookings | null> {
  const remembered = await findDevice(ctx, device)
  const customer = link === undefined ? remembered : await findLink(ctx, link)
  if (!customer?.email) return null
  const { people, of } = await findMailbox(ctx, customer.email)
  const past = await listPastVisits(ctx, of, MAX_PAST + 1)
  const ids = people.map(({ id }) => id)
  const hasTexts = textChannels.length > 0
  return {
    upcoming: await listUpcomingVisits(ctx, of, MAX_UPCOMING),
    past: past.slice(0, MAX_PAST),
    has_more: past.length > MAX_PAST,
    is_remembered: remembered !== undefined && ids.includes(remembered.id),
    devices: await countDevices(ctx, ids),
    texts: hasTexts ? await findTextsChoice(ctx, await listNumberedVisits(ctx, of)) : undefined,
  }
}

async function findMailbox(ctx: Context, address: string) {
  const people = await listCustomersOfMailboxes(ctx, [address])
  return { people, of: { customerIds: people.map(({ main_id }) => main_id), address } }
}

/** Withdraws the consents to text messages of the numbers that are the mailbox's. */
export async function stopTexts(ctx: Context, access: Access) {
  const customer = await findCustomer(ctx, access)
  if (!customer?.email) return
  const { of } = await findMailbox(ctx, customer.email)
  await withdrawProvenConsents(ctx, await listNumberedVisits(ctx, of))
}

/** Remembers the device that has opened a link. Returns its token. Throws 404 for an invalid link. */
export async function rememberDevice(ctx: Context, link: string): Promise<string> {
  const customer = await findLink(ctx, link)
  if (!customer) throw new ListLinkNotFound()
  const token = newToken()
  const tokenHash = hashToken(token)
  await insertVisitorToken(ctx, { tokenHash, customerId: customer.id, isDevice: true, expiresAt: deviceEnd(ctx) })
  return token
}

export const forgetDevice = (ctx: Context, device: string) => deleteVisitorToken(ctx, hashToken(device))

/** Ends every link and remembered device of the mailbox. */
export const forgetAllDevices = (ctx: Context, access: Access) =>
  transaction(ctx, async (ctx) => {
    const customer = await findCustomer(ctx, access)
    if (!customer?.email) return
    const { people } = await findMailbox(ctx, customer.email)
    await deleteVisitorTokens(
      ctx,
      people.map(({ id }) => id),
    )
  })

const findCustomer = (ctx: Context, { link, device }: Access) =>
  link === undefined ? findDevice(ctx, device) : findLink(ctx, link)

const findLink = (ctx: Context, link: string) =>
  findCustomerOfToken(ctx, { tokenHash: hashToken(link), isDevice: false })

/** Finds a remembered device. Its use extends its time, at most once a day. */
async function findDevice(ctx: Context, device: string | undefined) {
  if (device === undefined) return undefined
  const tokenHash = hashToken(device)
  const customer = await findCustomerOfToken(ctx, { tokenHash, isDevice: true })
  const end = deviceEnd(ctx)
  if (customer && customer.expires_at.until(end).total('hours') > DAY_HOURS)
    await extendVisitorToken(ctx, tokenHash, end)
  return customer
}

const deviceEnd = (ctx: Context) => ctx.now.add({ hours: DEVICE_DAYS * DAY_HOURS })
