import { hash, randomBytes } from 'node:crypto'
import { visitorWindow } from '@prenoto/core/availability/booking-window.ts'
import { type Pressure, requireProof } from '../../plugins/limits/pressure.ts'
import { type Context, isByKey, transaction } from '../../tenants/context.ts'
import {
  countAssistantHolds,
  insertAssistantHold,
  lockAssistantHolds,
} from '../availability/assistant-holds.repository.ts'
import { toNow } from '../availability/available-slots.ts'
import { findPublicVisit, type RequestedServices } from '../availability/bookable-visit.ts'
import { ServiceNotFound } from '../availability/errors.ts'
import { lockServiceDays } from '../availability/service-calendars.repository.ts'
import { allocateSlot, type RequestedSlot } from '../bookings/allocation/allocate-slot.ts'
import { TooManyServices } from '../bookings/errors.ts'
import { NotOnSite, TooManyHolds, TooManyHoldsOfDay } from './errors.ts'

/** How long an hour is held for a person to confirm. */
export const HOLD_MINUTES = 10

/** Max hours held at the same time, and held without a booking within a day; a key may use all of the business. */
const MAX_LIVE = { holder: 3, business: 20 }
const MAX_PER_DAY = { holder: 20, business: 200 }

const DAY = 86_400_000

/**
 * Holds a free hour by the rules of a visitor's booking. Throws 404 for an unknown service, 409 for an hour that is not free
 * or too many held ones, 422 for too many services, 429 under pressure.
 */
export function holdHour(ctx: Context, order: RequestedServices & RequestedSlot, pressure: Pressure | undefined) {
  requireProof(pressure)
  const holder = toHolder(ctx)
  return transaction(ctx, async (ctx) => {
    await lockAssistantHolds(ctx)
    await limitHolds(ctx, holder)
    const locked = await lockServiceDays(ctx, order)
    const service = await findPublicVisit(ctx, order)
    if (!service) throw new ServiceNotFound()
    // The person books as a visitor.
    if (isByKey(ctx) && !(await findPublicVisit({ ...ctx, user: undefined }, order))) throw new NotOnSite()
    if ((order.also?.length ?? 0) >= service.app_services_per_visit) throw new TooManyServices('also')
    const visit = await allocateSlot(ctx, {
      service,
      requested: order,
      terms: { window: visitorWindow(toNow(ctx), service), locked, isStaff: false },
    })
    const { calendar_id, visit_day, visit_hour, startsAt, endsAt, busy, processing } = visit
    const linkKey = randomBytes(16).toString('base64url')
    const seconds = HOLD_MINUTES * 60
    await insertAssistantHold(ctx, {
      linkKey,
      holder,
      held_service_id: order.service_id,
      calendar_id,
      visit_day,
      visit_hour,
      taken: busy ?? { from: startsAt, to: endsAt },
      processing,
      seconds,
    })
    await ctx.jobs.add(ctx, 'offer-slots', { visit_day }, { startAfter: seconds + 1 })
    return { linkKey, service, visit }
  })
}

/** Tells keys and network addresses apart, the latter without storing them. */
const toHolder = ({ tenant, user, clientAddress }: Context) =>
  user?.api_key ? `key ${user.api_key.id}` : hash('sha256', `${tenant.id} ${clientAddress}`)

async function limitHolds(ctx: Context, holder: string) {
  const { live, of_day, live_of_holder, of_day_of_holder } = await countAssistantHolds(ctx, holder)
  const isStranger = !isByKey(ctx)
  if (live >= MAX_LIVE.business || (isStranger && live_of_holder >= MAX_LIVE.holder)) throw new TooManyHolds()
  if (of_day >= MAX_PER_DAY.business || (isStranger && of_day_of_holder >= MAX_PER_DAY.holder))
    throw new TooManyHoldsOfDay(DAY)
}
