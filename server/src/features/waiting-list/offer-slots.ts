import { visitorWindow } from '@prenoto/core/availability/booking-window.ts'
import { toChosenServices } from '@prenoto/core/bookings/chosen-services.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { queueMessages } from '../../outbox/queue-message.ts'
import { batchOrEach } from '../../queue/batch-or-each.ts'
import type { JobData } from '../../queue/queue.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { type BookableService, listBookableServices, lockCalendarDay } from '../availability/availability.repository.ts'
import { toNow } from '../availability/available-slots.ts'
import { combineVisit, listServiceIds } from '../availability/bookable-visit.ts'
import { allocateSlot } from '../bookings/allocation/allocate-slot.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import { expiredOfferMessage } from './ended-offer.ts'
import { type FreeSlot, freeSlots, matches } from './free-slots.ts'
import { holdForEntry } from './hold-slots.ts'
import {
  listDaysWithEntries,
  listWaitingEntries,
  lockOffers,
  lockWaitingEntry,
  slotKey,
  type WaitingEntry,
} from './offerable-entries.repository.ts'
import { deleteEntriesBefore, listExpiredOffers } from './waiting-list.repository.ts'

/** Offers the free slots of these jobs' days to waiting people; idempotent. */
export const offerSlots = (ctx: Context, jobs: JobData['offer-slots'][]) =>
  batchOrEach(jobs, async (jobs) => {
    const { app_waiting_list_minutes: minutes } = await findConfiguration(ctx)
    const days = await findDays(ctx, jobs)
    if (minutes > 0)
      for (const day of days) {
        await offerDaySlots(ctx, day, minutes)
        await notifyOfFreeSlots(ctx, day)
      }
    return jobs
  })

async function findDays(ctx: Context, jobs: JobData['offer-slots'][]): Promise<PlainDate[]> {
  const named = jobs.flatMap(({ visit_day }) => (visit_day ? [visit_day] : []))
  if (named.length === jobs.length) return [...new Set(named)]
  const today = todayIn(ctx.tenant.time_zone, ctx.now)
  await deleteEntriesBefore(ctx, today)
  return listDaysWithEntries(ctx, today)
}

/** Locks a day only if there is something to offer, since each lock invalidates the day's cache. */
async function offerDaySlots(ctx: Context, day: PlainDate, minutes: number) {
  const line = await listWaitingEntries(ctx, day)
  const seen = await readVisits(ctx, line)
  const seenFree = await visitorSlots(ctx, seen, day)
  if (!line.some((waiting) => slotFor(waiting, seenFree))) return

  const calendars = new Set([...seen.values()].flatMap((service) => service.calendars.map(({ id }) => id)))
  const locked = [...calendars].sort((a, b) => a - b)
  await transaction(ctx, async (ctx) => {
    await lockOffers(ctx)
    // In the common lock order.
    for (const id of locked) await lockCalendarDay(ctx, id, day)
    const visits = await readVisits(ctx, line)
    let free = await visitorSlots(ctx, visits, day)
    for (const waiting of await listWaitingEntries(ctx, day)) {
      const slot = slotFor(waiting, free)
      const service = visits.get(servicesKey(waiting))
      // A calendar that the service has gained meanwhile is not locked.
      if (!slot || !service || !calendars.has(slot.calendar_id) || !(await lockWaitingEntry(ctx, waiting.id))) continue
      const window = visitorWindow(toNow(ctx), service)
      const visit = await allocateSlot(ctx, {
        service,
        requested: { visit_day: day, ...slot },
        terms: { window, locked, isStaff: false },
      })
      await holdForEntry(ctx, waiting.id, visit, minutes)
      free = await visitorSlots(ctx, visits, day)
    }
  })
}

/** E-mails people whose offer has expired and whose slot is now open to everyone. */
async function notifyOfFreeSlots(ctx: Context, day: PlainDate) {
  const runOut = await listExpiredOffers(ctx, day)
  if (runOut.length === 0) return
  const free = await visitorSlots(ctx, await readVisits(ctx, runOut), day)
  const open = runOut.filter((waiting) =>
    free
      .get(servicesKey(waiting))
      ?.some((slot) => slot.calendar_id === waiting.calendar_id && slot.visit_hour === waiting.visit_hour),
  )
  await transaction(ctx, async (ctx) => {
    await queueMessages(
      ctx,
      open.map(({ id }) => expiredOfferMessage(id)),
    )
  })
}

type Waiting = Parameters<typeof toChosenServices>[0]

/** Entries that wait for the same services have the same key. */
const servicesKey = (waiting: Waiting) => JSON.stringify(toChosenServices(waiting))

/** The visits that people wait for, by key; leaves out those of services that no longer exist. */
async function readVisits(ctx: Context, line: Waiting[]) {
  const requested = line.map(toChosenServices)
  const services = await listBookableServices(ctx, [...new Set(requested.flatMap(listServiceIds))])
  return new Map(
    requested.flatMap((chosen) => {
      const visit = combineVisit(services, chosen)
      return visit ? [[JSON.stringify(chosen), visit] as const] : []
    }),
  )
}

/** The slots that visitors may book, by key. */
const visitorSlots = (ctx: Context, visits: Map<string, BookableService>, day: PlainDate) =>
  freeSlots(ctx, visits, { day, getWindow: (service) => visitorWindow(toNow(ctx), service) })

/** The first matching slot that the person has not refused. */
const slotFor = (waiting: WaitingEntry, free: Map<string, FreeSlot[]>) =>
  free
    .get(servicesKey(waiting))
    ?.find(
      (slot) => matches(slot, waiting) && !waiting.past_offers.includes(slotKey(slot.calendar_id, slot.visit_hour)),
    )
