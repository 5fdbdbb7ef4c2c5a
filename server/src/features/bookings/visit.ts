import type { ShownVisit } from '@prenoto/core/bookings/visit-schema.ts'
import { RESCHEDULES_A_DAY, visitStateAt } from '@prenoto/core/bookings/visit-state.ts'
import type { Context } from '../../tenants/context.ts'
import { findChangeNotice } from '../configuration/configuration.repository.ts'
import { ChangeNoticePassed, type CustomerAction, ReschedulesUsedUp, VisitBegun, VisitNotFound } from './errors.ts'
import { findVisit } from './repositories/bookings.repository.ts'

type Booked = { hidden_id: string; starts_at: Temporal.Instant }

const getVisitState = (ctx: Context, startsAt: Temporal.Instant, notice: number) =>
  visitStateAt(ctx.now.epochMilliseconds, startsAt.epochMilliseconds, notice)

/** A visit by its private link. Throws 404 for an unknown or cancelled one. */
export async function readVisit(ctx: Context, hiddenId: string): Promise<ShownVisit> {
  const visit = await findVisit(ctx, hiddenId)
  if (!visit) throw new VisitNotFound()
  const { starts_at, app_change_hours_notice, app_confirmation_hours, ...others } = visit
  const { confirmed_for, is_reminded, reschedules_today, ...shownFields } = others
  const isConfirmed = confirmed_for?.equals(starts_at) ?? false
  const isAsked = app_confirmation_hours > 0 && (isConfirmed || is_reminded)
  const state = getVisitState(ctx, starts_at, app_change_hours_notice)
  return {
    ...shownFields,
    state,
    ...(isAsked && { is_confirmed: isConfirmed }),
    is_reschedulable: state === 'open' && reschedules_today < RESCHEDULES_A_DAY,
  }
}

/** Throws 409 with the present visit when its customer has reached the daily limit of reschedules. */
export async function requireReschedulesLeft(ctx: Context, { hidden_id }: Booked) {
  const visit = await readVisit(ctx, hidden_id)
  if (visit.is_reschedulable) return
  throw new ReschedulesUsedUp(visit)
}

/** Throws 409 with the present visit when its customer can no longer change it. */
export async function requireOpen(ctx: Context, { hidden_id, starts_at }: Booked, action: CustomerAction) {
  const notice = await findChangeNotice(ctx)
  const state = getVisitState(ctx, starts_at, notice)
  if (state === 'open') return
  const refusal = state === 'begun' ? new VisitBegun({ action }) : new ChangeNoticePassed({ action, notice })
  refusal.current = await readVisit(ctx, hidden_id)
  throw refusal
}
