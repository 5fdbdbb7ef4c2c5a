import { toChosenServices } from '@prenoto/core/bookings/chosen-services.ts'
import { Conflict } from '../../lib/errors.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { offerFreedSlots } from '../availability/freed-slots.repository.ts'
import { releaseOffer } from '../availability/offered-slots.repository.ts'
import { lockDaysOfMany } from '../availability/service-calendars.repository.ts'
import { bookProposedSlot } from '../bookings/book-slot.ts'
import { findBooking } from '../bookings/repositories/bookings.repository.ts'
import { refreshDashboards } from '../waiting-list/hold-slots.ts'
import { ProposalEnded, ProposalNotFound } from './errors.ts'
import { endProposal, findProposedCustomer, listHeldHours, lockProposal } from './proposals.repository.ts'

/**
 * Books one of the held hours through the private link and frees the others; a repeated request, also for another of the
 * hours, gets the same booking. Throws 404 for an unknown link, 409 for an hour that is no longer held or cannot be booked.
 */
export async function bookProposal(ctx: Context, hiddenId: string, hourId: number) {
  try {
    return await transaction(ctx, async (ctx) => {
      const proposal = await lockProposal(ctx, { hiddenId })
      if (!proposal) throw new ProposalNotFound()
      const booked = proposal.booking_id && (await findBooking(ctx, proposal.booking_id))
      if (booked) return booked
      const customer = await findProposedCustomer(ctx, proposal.customer_id)
      if (proposal.ended_at || !customer) throw new ProposalEnded()

      const hours = await listHeldHours(ctx, proposal.id)
      await lockDaysOfMany(ctx, [], hours)
      const chosen = hours.find(({ id }) => id === hourId)
      if (!chosen || !(await releaseOffer(ctx, hourId))) throw new ProposalEnded()
      const { id: _, ...person } = customer
      const { calendar_id, visit_day, visit_hour } = chosen
      const booking = await bookProposedSlot(ctx, {
        ...person,
        ...toChosenServices(proposal),
        calendar_id,
        visit_day,
        visit_hour,
      })
      await endProposal(ctx, proposal.id, { ending: 'booked', booking_id: booking.id })
      await offerFreedSlots(ctx, [...new Set(hours.map(({ visit_day }) => visit_day))])
      await recordAudit(ctx, {
        action: 'proposal.booked',
        subject: { type: 'booking', id: booking.id },
        actor: 'Cliente',
      })
      await refreshDashboards(ctx)
      return booking
    })
  } catch (error) {
    // The hour can no longer be booked, e.g. after a closure, so it is not proposed any more.
    if (error instanceof Conflict && !(error instanceof ProposalEnded)) await dropHour(ctx, hiddenId, hourId)
    throw error
  }
}

const dropHour = (ctx: Context, hiddenId: string, hourId: number) =>
  transaction(ctx, async (ctx) => {
    const proposal = await lockProposal(ctx, { hiddenId })
    const hour = proposal && (await listHeldHours(ctx, proposal.id)).find(({ id }) => id === hourId)
    if (!hour) return
    await lockDaysOfMany(ctx, [], [hour])
    await releaseOffer(ctx, hourId)
    await refreshDashboards(ctx)
  })

/** Withdraws a proposal and frees its hours. Throws 404. */
export function withdrawProposal(ctx: StaffContext, id: number) {
  return transaction(ctx, async (ctx) => {
    const proposal = await lockProposal(ctx, { id })
    if (!proposal || proposal.ended_at) throw new ProposalNotFound()
    const hours = await listHeldHours(ctx, id)
    await lockDaysOfMany(ctx, [], hours)
    await endProposal(ctx, id, { ending: 'withdrawn' })
    await offerFreedSlots(ctx, [...new Set(hours.map(({ visit_day }) => visit_day))])
    await recordAudit(ctx, { action: 'proposal.withdrawn', subject: { type: 'customer', id: proposal.customer_id } })
    await refreshDashboards(ctx)
  })
}
