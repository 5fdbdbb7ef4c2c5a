import { visitorWindow } from '@prenoto/core/availability/booking-window.ts'
import type { DaySlots } from '@prenoto/core/availability/slots.ts'
import { cutPage, type PageQuery } from '@prenoto/core/page.ts'
import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import type { ServicePage } from '@prenoto/core/services/services.endpoints.ts'
import { addDays, type PlainDate } from '@prenoto/core/time/plain-date.ts'
import { type PlainTime, toPlainTime } from '@prenoto/core/time/plain-time.ts'
import { toEpochMinute } from '@prenoto/core/time/time-zone.ts'
import {
  type BookableService,
  findDaysVersion,
  findPublicService,
  listBusyDays,
  listDayVersions,
  listPublicServices,
} from '../availability/availability.repository.ts'
import { findAvailableSlots, nowOf } from '../availability/available-slots.ts'
import { busyDayCache } from '../cache/busy-day-cache.ts'
import type { Answer, Json, ResponseCache } from '../cache/response-cache.ts'
import { notFound } from '../lib/errors.ts'
import type { Context } from '../tenants/context.ts'

/** The services as visitors see them, as ready-made JSON. */
export type PublicServices = {
  /** One service with its free slots over the whole booking horizon. Throws 404. */
  one(ctx: Context, id: number): Promise<Json<PublicService>>
  /** A page of the services, each with its free slots of today. */
  page(ctx: Context, query: PageQuery): Promise<Json<ServicePage>>
}

/** Days; the furthest that any configuration lets visitors book. */
const LONGEST_HORIZON = 24 * 31

/** Keeps the answers ready, and what they were made from, for as long as nothing changes. */
export function publicServices(responses: ResponseCache): PublicServices {
  const readBusy = busyDayCache({ listDayVersions, listBusyDays })

  return {
    one(ctx, id) {
      const { today } = nowOf(ctx)
      return responses.get(ctx, `services/${id}`, {
        fingerprint: () => findDaysVersion(ctx, today, addDays(today, LONGEST_HORIZON)),
        make: async () => {
          const service = await findPublicService(ctx, id)
          if (!service) throw notFound('Il servizio richiesto non esiste.')
          const window = visitorWindow(nowOf(ctx), service)
          const slots = await findAvailableSlots(ctx, [service], () => window, { readBusy })
          return answerOf(ctx, [service], slots, ([answer]) => answer!)
        },
      })
    },
    page(ctx, { per_page, last_id }) {
      const { today } = nowOf(ctx)
      return responses.get(ctx, `services?${per_page}/${last_id ?? ''}`, {
        fingerprint: () => findDaysVersion(ctx, today, today),
        make: async () => {
          const rows = await listPublicServices(ctx, last_id, per_page + 1)
          const { items, ...tail } = cutPage(rows, per_page)
          const onlyToday = (service: BookableService) => ({ ...visitorWindow(nowOf(ctx), service), last: today })
          const slots = await findAvailableSlots(ctx, items, onlyToday)
          return answerOf(ctx, items, slots, (services): ServicePage => ({ services, ...tail }))
        },
      })
    },
  }
}

/** The answer that `shape` makes of the services with their slots, and until when it is true. */
function answerOf<T>(
  ctx: Context,
  rows: BookableService[],
  slots: Map<number, DaySlots[]>,
  shape: (services: PublicService[]) => T,
): Answer<T> {
  const services = rows.map(({ id, name, duration, amount, discounted_amount, description, color, position }) => ({
    id,
    name,
    duration,
    amount,
    discounted_amount,
    description,
    color,
    position,
    available_slots: slots.get(id) ?? [],
  }))
  return { value: shape(services), until: validUntil(ctx, rows, services) }
}

/** When, at midnight, the horizon moves or, before, the next slot slips under the notice: epoch milliseconds. */
function validUntil(ctx: Context, services: BookableService[], answers: PublicService[]): number {
  const { today } = nowOf(ctx)
  const millisecondOf = (day: PlainDate, hour: PlainTime) => toEpochMinute(day, hour, ctx.tenant.time_zone) * 60_000
  const lastMoments = answers.flatMap(({ available_slots: [next] }, i) =>
    next ? [millisecondOf(next.date, next.slots[0]!) - services[i]!.app_booking_hours_notice * 3_600_000] : [],
  )
  return Math.min(millisecondOf(addDays(today, 1), toPlainTime(0)), ...lastMoments.map((moment) => moment + 1))
}
