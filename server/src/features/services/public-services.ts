import { type BookingWindow, visitorWindow } from '@prenoto/core/availability/booking-window.ts'
import type { DaySlots } from '@prenoto/core/availability/slots.ts'
import type { AddableService } from '@prenoto/core/bookings/addable-services.endpoints.ts'
import { cutPage, type PageQuery } from '@prenoto/core/contract/pagination.ts'
import { pickFields } from '@prenoto/core/contract/schema-fields.ts'
import { findLowest, findLowestOffer, serviceOnCalendar } from '@prenoto/core/services/by-calendar.ts'
import { listVisitServices, visitOnCalendar } from '@prenoto/core/services/combined-service.ts'
import { type OfferedService, type PublicService, publicServiceFields } from '@prenoto/core/services/service-schema.ts'
import type { ServicePage } from '@prenoto/core/services/services.endpoints.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toPlainTime } from '@prenoto/core/time/plain-time.ts'
import { toEpochMinute } from '@prenoto/core/time/time-zone.ts'
import type { Answer, AnswerCache } from '../../cache/answer-cache.ts'
import { CachedJson } from '../../cache/cached-text.ts'
import { revisionCache } from '../../cache/revision-cache.ts'
import { type Context, readTransaction } from '../../tenants/context.ts'
import {
  type BookableService,
  findDaysVersion,
  listBusy,
  listPublicCategories,
  listPublicServices,
  listPublicServicesByIds,
  listPublicServicesOnCalendars,
} from '../availability/availability.repository.ts'
import { findAvailableSlots, findClosed, toNow } from '../availability/available-slots.ts'
import { combineVisit, listServiceIds, type RequestedServices } from '../availability/bookable-visit.ts'
import { ServiceNotFound } from '../availability/errors.ts'
import { listExceptions } from '../availability/exceptions.repository.ts'
import { requireCalendar, shownCalendars } from '../availability/shown-calendars.ts'

/** The public services as cached JSON. */
export type PublicServices = {
  /** A visit of services with its free slots over the whole horizon, of one calendar or any. Throws 404. */
  one(ctx: Context, requested: RequestedServices, calendarId?: number): Promise<CachedJson<OfferedService>>
  /** The services that can be added to a visit, on one of its calendars or any; none if it is full. Throws 404. */
  addable(ctx: Context, requested: RequestedServices, calendarId?: number): Promise<AddableService[]>
  /** The ids of a service's calendars. Throws 404. */
  calendarIds(ctx: Context, id: number): Promise<number[]>
  /** A page of the services, each with its free slots of today and its next slot. */
  page(ctx: Context, query: PageQuery): Promise<CachedJson<ServicePage>>
}

/** Cached services of all businesses. */
const SERVICES = 1_000

/** Businesses whose categories are cached. */
const BUSINESSES = 1_000

/** A service with the exceptions of its calendars. Throws 404. */
async function findService(ctx: Context, id: number) {
  const [service] = await listPublicServicesByIds(ctx, [id])
  if (!service) throw new ServiceNotFound()
  const calendarIds = service.calendars.map((calendar) => calendar.id)
  const range = { from: toNow(ctx).today, calendarIds, includesUndoable: true }
  return { ...service, exceptions: await listExceptions(ctx, range) }
}

/** `path` tells the answers apart in the cache: those to programs with a key are of other services. */
export function publicServices(answers: AnswerCache, path = 'services'): PublicServices {
  const readService = revisionCache((ctx, id: number) => readTransaction(ctx, (ctx) => findService(ctx, id)), SERVICES)
  const readCategories = revisionCache(listPublicCategories, BUSINESSES)

  async function readVisit(ctx: Context, requested: RequestedServices) {
    const services = []
    for (const id of listServiceIds(requested)) services.push(await readService(ctx, id))
    const visit = combineVisit(services, requested)
    if (!visit || (requested.also?.length ?? 0) >= visit.app_services_per_visit) throw new ServiceNotFound()
    return { ...visit, firstService: services[0]! }
  }

  async function makeOne(
    ctx: Context,
    service: Awaited<ReturnType<typeof readVisit>>,
    calendarId?: number,
  ): Promise<Answer<OfferedService>> {
    requireCalendar(service, calendarId)
    const window = visitorWindow(toNow(ctx), service)
    const calendarIds = calendarId === undefined ? service.calendars.map((calendar) => calendar.id) : [calendarId]
    const days = { calendarIds, first: window.first, last: window.last }

    const version = await findDaysVersion(ctx, days)
    const busy = await listBusy(ctx, calendarIds, days.first, days.last)
    const occupancy = { busy, exceptions: service.firstService.exceptions }
    const available = await findAvailableSlots(ctx, [service], () => window, { calendarId, occupancy })
    const value = {
      ...toOfferedService(ctx, service, { ...available, window, calendarId }),
      name: service.firstService.name,
    }
    return { value, days, version, until: Date.parse(value.valid_until) }
  }

  async function makePage(ctx: Context, { per_page, last_id }: PageQuery): Promise<Answer<ServicePage>> {
    const { items, ...tail } = cutPage(await listPublicServices(ctx, last_id, per_page + 1), per_page)
    const { slots, ...validity } = await findFirstSlots(ctx, items)
    const { today } = toNow(ctx)
    const services = items.map((item) => {
      const first = slots.get(item.id) ?? []
      return {
        ...toPublicService(item, first),
        ...findLowestOffer(item),
        available_slots: first.filter(({ date }) => date === today),
      }
    })
    const until = Math.min(validity.until, validUntil(ctx, items, services))
    const categories = await readCategories(ctx)
    return { value: { services, ...tail, categories }, days: validity.days, version: validity.version, until }
  }

  /**
   * Today's slots of services, and the next slot of those without. Searches further ahead step by step, so that the
   * answer depends on few days.
   */
  async function findFirstSlots(ctx: Context, services: BookableService[]) {
    const calendarIds = [...new Set(services.flatMap((item) => item.calendars.map(({ id }) => id)))]
    const slots = new Map<number, DaySlots[]>()
    const { today } = toNow(ctx)
    const days = { calendarIds, first: today, last: addDays(today, -1) }
    let version = 0
    let until = Number.POSITIVE_INFINITY
    for (const ahead of LOOKED_AHEAD) {
      const missing = services.filter(({ id }) => !slots.get(id)?.length)
      const end = missing
        .map((service) => visitorWindow(toNow(ctx), service).last)
        .sort()
        .at(-1)
      if (!end || end <= days.last) break

      const part = { calendarIds, first: addDays(days.last, 1), last: earlier(addDays(today, ahead), end) }
      version += Number(await findDaysVersion(ctx, part))
      const available = await findAvailableSlots(ctx, missing, (service) => {
        const window = visitorWindow(toNow(ctx), service)
        return { ...window, first: part.first, last: earlier(part.last, window.last) }
      })
      for (const [id, first] of available.slots) slots.set(id, first)
      until = Math.min(until, available.until)
      days.last = part.last
    }
    return { slots, days, version: String(version), until }
  }

  return {
    async one(ctx, requested, calendarId) {
      const visit = await readVisit(ctx, requested)
      // Visits of several services are not cached: there are too many of them.
      if (requested.also?.length) {
        const { value } = await readTransaction(ctx, (ctx) => makeOne(ctx, visit, calendarId))
        return new CachedJson(value)
      }
      const variantId = visit.services?.[0]?.variant_id
      return answers.get(ctx, `${path}/${visit.id}/${variantId ?? ''}/${calendarId ?? ''}`, {
        make: () => readTransaction(ctx, (ctx) => makeOne(ctx, visit, calendarId)),
        findVersion: findDaysVersion,
      })
    },
    async addable(ctx, requested, calendarId) {
      const { calendars, app_services_per_visit } = await readVisit(ctx, requested)
      if (1 + (requested.also?.length ?? 0) >= app_services_per_visit) return []
      const ids = calendars.map(({ id }) => id).filter((id) => calendarId === undefined || id === calendarId)
      const services = await listPublicServicesOnCalendars(ctx, ids)
      return calendarId === undefined ? services : services.map((service) => serviceOnCalendar(service, calendarId))
    },
    calendarIds: async (ctx, id) => (await readService(ctx, id)).calendars.map((calendar) => calendar.id),
    page: (ctx, query) =>
      answers.get(ctx, `${path}?${query.per_page}/${query.last_id ?? ''}`, {
        make: () => readTransaction(ctx, (ctx) => makePage(ctx, query)),
        findVersion: findDaysVersion,
      }),
  }
}

/** Slots and exceptions of a service within a window, for one of its calendars or any. */
type Found = Awaited<ReturnType<typeof findAvailableSlots>> & { window: BookingWindow; calendarId: number | undefined }

/** A service with its slots, valid until `found.until` (epoch milliseconds) or until a slot passes. */
export function toOfferedService(ctx: Context, visit: BookableService, available: Found): OfferedService {
  const { calendarId } = available
  const service = calendarId === undefined ? visit : visitOnCalendar(visit, calendarId)
  const publicService = {
    ...toPublicService(service, available.slots.get(service.id) ?? []),
    ...(calendarId === undefined && visit.on_calendar && findLowest([...visit.on_calendar.values()])),
  }
  const until = Math.min(available.until, validUntil(ctx, [service], [publicService]))
  const valid_until = Temporal.Instant.fromEpochMilliseconds(until).toString()
  const { today } = toNow(ctx)
  return {
    ...publicService,
    today,
    valid_until,
    ...findClosed(service, available.window, available),
    services: listVisitServices(service),
  }
}

/** Days to search: most services have a slot today, within a week or within a month. */
const LOOKED_AHEAD = [0, 7, 31, 731]

const earlier = (one: PlainDate, other: PlainDate) => (one < other ? one : other)

/** A service with public fields and sorted slots. */
function toPublicService(service: BookableService, available_slots: DaySlots[]): PublicService {
  const [first] = available_slots
  return {
    ...pickFields(service, publicServiceFields),
    calendars: shownCalendars(service),
    available_slots,
    next_slot: first ? { date: first.date, hour: first.slots[0]! } : null,
  }
}

/** Epoch milliseconds of midnight or, before, the moment at which the next slot falls within the notice. */
function validUntil(ctx: Context, services: BookableService[], answers: PublicService[]): number {
  const { today } = toNow(ctx)
  const toMilliseconds = (day: PlainDate, hour: PlainTime) => toEpochMinute(day, hour, ctx.tenant.time_zone) * 60_000
  const lastMoments = answers.flatMap(({ next_slot: next }, i) =>
    next ? [toMilliseconds(next.date, next.hour) - services[i]!.app_booking_hours_notice * 3_600_000] : [],
  )
  return Math.min(toMilliseconds(addDays(today, 1), toPlainTime(0)), ...lastMoments.map((moment) => moment + 1))
}
