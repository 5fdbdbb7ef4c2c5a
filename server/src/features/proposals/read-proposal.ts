import { toChosenServices } from '@prenoto/core/bookings/chosen-services.ts'
import { hiddenId } from '@prenoto/core/bookings/hidden-id.ts'
import type { ProposalLink } from '@prenoto/core/pages/page-data.ts'
import type { Proposal } from '@prenoto/core/proposals/proposal-schema.ts'
import { findLowest } from '@prenoto/core/services/by-calendar.ts'
import { visitOnCalendar } from '@prenoto/core/services/combined-service.ts'
import { getPrice } from '@prenoto/core/services/service-schema.ts'
import { toPlainTime } from '@prenoto/core/time/plain-time.ts'
import { localTimeAt } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../../tenants/context.ts'
import { findBookableVisit } from '../availability/bookable-visit.ts'
import { findBooking } from '../bookings/repositories/bookings.repository.ts'
import {
  findProposal,
  findProposedCustomer,
  listHeldHours,
  listOpenProposals,
  type StoredProposal,
} from './proposals.repository.ts'

/** A proposal that can still be answered; undefined for others. */
export async function readProposal(ctx: Context, key: { id: number }): Promise<Proposal | undefined> {
  const proposal = await findProposal(ctx, key)
  return proposal && toProposal(ctx, proposal)
}

/** The proposals that a customer can still answer. */
export async function readOpenProposals(ctx: Context, customerId: number): Promise<Proposal[]> {
  const open: Proposal[] = []
  for (const stored of await listOpenProposals(ctx, customerId)) {
    const proposal = await toProposal(ctx, stored)
    if (proposal) open.push(proposal)
  }
  return open
}

async function toProposal(ctx: Context, stored: StoredProposal): Promise<Proposal | undefined> {
  if (stored.ended_at) return undefined
  const hours = await listHeldHours(ctx, stored.id)
  const service = await findBookableVisit(ctx, toChosenServices(stored))
  const ends = hours.map(({ held_until }) => held_until.epochMilliseconds)
  if (!service || ends.length === 0) return undefined
  const { date, minutes } = localTimeAt(Math.max(...ends), ctx.tenant.time_zone)
  return {
    id: stored.id,
    hidden_id: stored.hidden_id,
    service_name: service.name,
    hours,
    until_day: date,
    until_hour: toPlainTime(minutes),
  }
}

/** The page of a private link; null for an unknown link. */
export async function readProposalLink(ctx: Context, key: string): Promise<ProposalLink | null> {
  const stored = hiddenId.safeParse(key).success ? await findProposal(ctx, { hiddenId: key }) : undefined
  if (!stored) return null
  const { service_id } = stored
  const booking = stored.booking_id ? await findBooking(ctx, stored.booking_id) : undefined
  if (booking) return { state: 'booked', visit: booking, hidden_id: booking.hidden_id }
  const isUsable = await findProposedCustomer(ctx, stored.customer_id)
  const proposal = isUsable && (await toProposal(ctx, stored))
  const service = proposal && (await findBookableVisit(ctx, toChosenServices(stored)))
  if (!proposal || !service) return { state: 'ended', service_id, services: stored.services }
  const { service_name, hours, until_day, until_hour } = proposal
  const heldHours = await listHeldHours(ctx, stored.id)
  const terms = heldHours.map(({ calendar_id }) => visitOnCalendar(service, calendar_id))
  const { duration, varies, ...prices } = findLowest(terms.length > 0 ? terms : [service])
  return {
    state: 'open',
    service_name,
    service_duration: duration,
    service_price: getPrice(prices),
    varies,
    hours,
    until_day,
    until_hour,
  }
}
