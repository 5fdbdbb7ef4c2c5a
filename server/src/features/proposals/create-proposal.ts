import { randomBytes } from 'node:crypto'
import { staffWindow } from '@prenoto/core/availability/booking-window.ts'
import { MAX_PROPOSAL_HOURS, type ProposalInput } from '@prenoto/core/proposals/proposal-schema.ts'
import { offeredUntil } from '@prenoto/core/waiting-list/offer-time.ts'
import { Conflict } from '../../lib/errors.ts'
import { queueMessages } from '../../outbox/queue-message.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { toNow } from '../availability/available-slots.ts'
import { findBookableVisit } from '../availability/bookable-visit.ts'
import { ServiceNotFound } from '../availability/errors.ts'
import { holdOfferedSlot } from '../availability/offered-slots.repository.ts'
import { calendarsOn, lockDaysOfMany } from '../availability/service-calendars.repository.ts'
import { allocateSlots } from '../bookings/allocation/allocate-slot.ts'
import type { Visit } from '../bookings/repositories/bookings-write.repository.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import { refreshDashboards } from '../waiting-list/hold-slots.ts'
import { ProposedCustomerNotFound } from './errors.ts'
import { findProposedCustomer, insertProposal } from './proposals.repository.ts'
import { readProposal } from './read-proposal.ts'

/** Minutes of a proposal if the business keeps no waiting list. */
const USUAL_MINUTES = 30

/**
 * Holds the chosen hours for a customer, all or none. Throws 404 for an unknown customer or service, 409 for an hour that is
 * not free.
 */
export function createProposal(ctx: StaffContext, { hours, sends_email, ...input }: ProposalInput) {
  return transaction(ctx, async (ctx) => {
    const customer = await findProposedCustomer(ctx, input.customer_id)
    if (!customer) throw new ProposedCustomerNotFound()
    const { service_id } = input
    const locked = await lockDaysOfMany(
      ctx,
      hours.map((hour) => ({ ...hour, service_id })),
      [],
    )
    const service = await findBookableVisit(ctx, input)
    if (!service) throw new ServiceNotFound()
    const window = staffWindow(toNow(ctx))
    const visits = await allocateSlots(
      ctx,
      hours.map((requested) => ({
        service,
        requested,
        terms: { window, locked: calendarsOn(requested.visit_day, locked), isStaff: false },
      })),
    )
    const hiddenId = randomBytes(16).toString('base64url')
    const id = await insertProposal(ctx, {
      hiddenId,
      customer_id: customer.id,
      service_id,
      services: service.services ?? null,
    })
    const { app_waiting_list_minutes } = await findConfiguration(ctx)
    for (const visit of visits) {
      if (visit instanceof Conflict) throw visit
      await hold(ctx, id, visit, app_waiting_list_minutes || USUAL_MINUTES)
    }
    if (sends_email) await queueMessages(ctx, [{ kind: 'proposal', record_id: id }])
    await recordAudit(ctx, { action: 'proposal.created', subject: { type: 'customer', id: customer.id } })
    await refreshDashboards(ctx)
    return (await readProposal(ctx, { id }))!
  })
}

/** Holds an hour as long as an offer of the waiting list, a day at most, and plans the job for who waits for that day. */
async function hold(ctx: Context, proposalId: number, visit: Visit, minutes: number) {
  const { startsAt, endsAt, calendar_id, visit_day, visit_hour, busy, processing } = visit
  const offered = offeredUntil({ now: ctx.now, minutes, timeZone: ctx.tenant.time_zone, startsAt })
  const latest = ctx.now.add({ hours: MAX_PROPOSAL_HOURS })
  const until = Temporal.Instant.compare(offered, latest) < 0 ? offered : latest
  const seconds = Math.ceil(until.since(ctx.now).total('seconds'))
  const taken = busy ?? { from: startsAt, to: endsAt }
  await holdOfferedSlot(ctx, {
    owner: { proposal_id: proposalId },
    calendar_id,
    visit_day,
    visit_hour,
    taken,
    processing,
    seconds,
  })
  await ctx.jobs.add(ctx, 'offer-slots', { visit_day }, { startAfter: seconds + 1 })
}
