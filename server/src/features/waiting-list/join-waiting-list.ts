import { randomBytes } from 'node:crypto'
import { visitorWindow } from '@prenoto/core/availability/booking-window.ts'
import { dayParts, partOf } from '@prenoto/core/availability/slot-groups.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import type { Waiting } from '@prenoto/core/waiting-list/waiting-list-schema.ts'
import { queueMessages } from '../../outbox/queue-message.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { type BookableService, findPublicService } from '../availability/availability.repository.ts'
import { nowOf } from '../availability/available-slots.ts'
import { ServiceNotFound } from '../availability/errors.ts'
import { limitRecipient } from '../bookings/recipient-limit.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import { NoWaitingList, PartWithoutSlots } from './errors.ts'
import { freeSlots, suits } from './free-slots.ts'
import { tellDashboards } from './hold-slots.ts'
import { upsertWaiting } from './waiting-list.repository.ts'

type Wish = { visit_day: PlainDate; calendar_id?: number | null }

/**
 * For which parts of a day one can wait for a place: those in which there could be one, if there is none on the whole day.
 * Throws 404 for an unknown service.
 */
export async function readWaitingChance(ctx: Context, serviceId: number, wish: Wish) {
  const service = await findPublicService(ctx, serviceId)
  if (!service) throw new ServiceNotFound()
  const { app_waiting_list_minutes: minutes } = await findConfiguration(ctx)
  if (minutes === 0) return { parts: [] }
  const [free, possible] = await Promise.all([placesOf(ctx, service, wish), placesOf(ctx, service, wish, true)])
  const parts = possible.map(({ visit_hour }) => partOf(visit_hour))
  return { parts: free.length > 0 ? [] : dayParts.filter((part) => parts.includes(part)) }
}

/** What there is of a day, or would be if nobody had booked anything. */
async function placesOf(ctx: Context, service: BookableService, { visit_day, calendar_id }: Wish, ifEmpty = false) {
  const windowOf = () => visitorWindow(nowOf(ctx), service)
  const places = await freeSlots(ctx, [service], { day: visit_day, windowOf, ifEmpty })
  return places.get(service.id)!.filter((place) => suits(place, { calendar_id }))
}

/** The e-mails to somebody who waits: that they are on the list, that a place is held, and that it is free once that is over. */
const EMAILS = 3

/**
 * Puts a visitor on the waiting list of a full day, and writes to them how to leave it. The same person is on it once.
 * Throws 404 for an unknown service, 409 where there is no list, 422 for a part of the day in which there is never a place,
 * and 429 for an address that is written to too often.
 */
export function joinWaitingList(ctx: Context, serviceId: number, waiting: Waiting, isLimited: boolean) {
  return transaction(ctx, async (ctx) => {
    const { parts } = await readWaitingChance(ctx, serviceId, waiting)
    const { visit_day, part = null } = waiting
    if (parts.length === 0) throw new NoWaitingList()
    if (part && !parts.includes(part)) throw new PartWithoutSlots('part')
    if (isLimited) await limitRecipient(ctx, waiting, EMAILS)

    const entry = await upsertWaiting(ctx, serviceId, randomBytes(16).toString('base64url'), waiting)
    if (!entry) throw new NoWaitingList()
    if (entry.isNew) {
      const about = [part, waiting.calendar_id].filter(Boolean).join('-')
      await queueMessages(ctx, [{ kind: 'waiting-joined', record_id: entry.id, about }])
    }
    // What came free in the very moment was nobody's to offer yet.
    await ctx.jobs.add(ctx, 'offer-slots', { visit_day })
    await tellDashboards(ctx)
    return { visit_day, part }
  })
}
