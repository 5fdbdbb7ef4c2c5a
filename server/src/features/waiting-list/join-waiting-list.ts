import { randomBytes } from 'node:crypto'
import { visitorWindow } from '@prenoto/core/availability/booking-window.ts'
import { dayParts, toDayPart } from '@prenoto/core/availability/slot-groups.ts'
import type { ChosenServices } from '@prenoto/core/bookings/chosen-services.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { WaitingListRequest } from '@prenoto/core/waiting-list/waiting-list-schema.ts'
import { queueMessages } from '../../outbox/queue-message.ts'
import { type Pressure, requireProof } from '../../plugins/limits/pressure.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import type { BookableService } from '../availability/availability.repository.ts'
import { toNow } from '../availability/available-slots.ts'
import { findPublicVisit } from '../availability/bookable-visit.ts'
import { ServiceNotFound } from '../availability/errors.ts'
import { limitRecipient } from '../bookings/limits/recipient-limit.ts'
import { isKnownContact } from '../bookings/repositories/known-contacts.repository.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import { NoWaitingList, PartWithoutSlots } from './errors.ts'
import { freeSlotsOfVisit, matches } from './free-slots.ts'
import { refreshDashboards } from './hold-slots.ts'
import { recordWaiting } from './record-waiting.ts'
import { upsertEntry } from './waiting-list.repository.ts'

type Wish = ChosenServices & { visit_day: PlainDate; calendar_id?: number | null }

/**
 * The parts of a day for which visitors can join the waiting list: those that could have slots, if the whole day is
 * full. Throws 404 for an unknown service.
 */
export async function readWaitingParts(ctx: Context, serviceId: number, wish: Wish) {
  const service = await findPublicVisit(ctx, { ...wish, service_id: serviceId })
  if (!service) throw new ServiceNotFound()
  return findWaitingParts(ctx, service, wish)
}

async function findWaitingParts(ctx: Context, service: BookableService, wish: Wish) {
  const { app_waiting_list_minutes: minutes } = await findConfiguration(ctx)
  if (minutes === 0) return { parts: [] }
  const free = await freeSlotsOn(ctx, service, wish)
  const possible = await freeSlotsOn(ctx, service, wish, true)
  const parts = possible.map(({ visit_hour }) => toDayPart(visit_hour))
  return { parts: free.length > 0 ? [] : dayParts.filter((part) => parts.includes(part)) }
}

/** The free slots of a day, or all possible ones. */
async function freeSlotsOn(ctx: Context, service: BookableService, { visit_day, calendar_id }: Wish, ifEmpty = false) {
  const getWindow = () => visitorWindow(toNow(ctx), service)
  const slots = await freeSlotsOfVisit(ctx, service, { day: visit_day, getWindow, ifEmpty })
  return slots.filter((slot) => matches(slot, { calendar_id }))
}

/** The e-mails to one waiting person: confirmation, offer, and notice of an expired offer. */
const EMAILS = 3

/**
 * Adds a visitor to the waiting list of a full day, once, and sends an e-mail with a link to leave it. Throws 404 for
 * an unknown service, 409 if there is no list, 422 for a part of the day without slots, and 429 for a missing
 * proof of work or an address with too many e-mails.
 */
export async function joinWaitingList(
  ctx: Context,
  serviceId: number,
  request: WaitingListRequest,
  pressure: Pressure | undefined,
) {
  requireProof(pressure)
  return transaction(ctx, async (ctx) => {
    const service = await findPublicVisit(ctx, { ...request, service_id: serviceId })
    if (!service) throw new ServiceNotFound()
    const { parts } = await findWaitingParts(ctx, service, request)
    const { visit_day, part = null } = request
    if (parts.length === 0) throw new NoWaitingList()
    if (part && !parts.includes(part)) throw new PartWithoutSlots('part')
    if (pressure) await limitRecipient(ctx, request, EMAILS)

    const entry = await upsertEntry(ctx, service, request, {
      hiddenId: randomBytes(16).toString('base64url'),
      isProven: await isKnownContact(ctx, request.email),
    })
    if (!entry) throw new NoWaitingList()
    if (entry.isNew) {
      const about = [part, request.calendar_id].filter(Boolean).join('-')
      await queueMessages(ctx, [{ kind: 'waiting-joined', record_id: entry.id, about }])
      await recordWaiting(ctx, 'joined', entry.id)
    }
    // A slot may have been freed at the same moment.
    await ctx.jobs.add(ctx, 'offer-slots', { visit_day })
    await refreshDashboards(ctx)
    return { visit_day, part }
  })
}
