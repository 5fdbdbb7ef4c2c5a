import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { PlainTime } from '@prenoto/core/time/plain-time.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { findConfirmationHours } from '../configuration/configuration.repository.ts'
import { VisitNotFound } from './errors.ts'
import { insertHistory } from './repositories/booking-history.repository.ts'
import { updateConfirmation } from './repositories/booking-states.repository.ts'
import { lockBookingByHiddenId } from './repositories/locked-bookings.repository.ts'

type ShownTime = { day?: PlainDate; hour?: PlainTime }

/**
 * The customer confirms a visit at the time that the page showed, also after the time to answer; repeating it changes
 * nothing. A visit that has begun or has another time now, or a business that does not ask, is left as it is. Throws 404 for
 * an unknown or cancelled visit.
 */
export const confirmVisit = (ctx: Context, hiddenId: string, { day, hour }: ShownTime) =>
  transaction(ctx, async (ctx) => {
    const booking = await lockBookingByHiddenId(ctx, hiddenId)
    if (!booking) throw new VisitNotFound()
    const { id, visit_day, visit_hour, starts_at, confirmed_for } = booking
    if (visit_day !== day || visit_hour !== hour || confirmed_for?.equals(starts_at)) return
    if (Temporal.Instant.compare(starts_at, ctx.now) <= 0 || (await findConfirmationHours(ctx)) === 0) return
    await updateConfirmation(ctx, id)
    await insertHistory(ctx, id, { kind: 'confirmed' })
    await ctx.jobs.add(ctx, 'notify', { event: 'booking-attendance', booking_id: id })
  })
