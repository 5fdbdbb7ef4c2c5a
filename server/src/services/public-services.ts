import { visitorWindow } from '@prenoto/core/availability/booking-window.ts'
import { cutPage, type PageQuery } from '@prenoto/core/page.ts'
import type { PublicService } from '@prenoto/core/services/service-schema.ts'
import type { ServicePage } from '@prenoto/core/services/services.endpoints.ts'
import { addDays } from '@prenoto/core/time/plain-date.ts'
import { toEpochMinute } from '@prenoto/core/time/time-zone.ts'
import type { AnswerCache } from '../answer-cache.ts'
import {
  type BookableService,
  findDaysVersion,
  findPublicService,
  listPublicServices,
} from '../availability/availability.repository.ts'
import { findAvailableSlots, nowOf } from '../availability/available-slots.ts'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'

/** One service with its free slots over the whole booking horizon, as JSON. Throws 404. */
export function publicServiceJson(ctx: Context, answers: AnswerCache, id: number): Promise<Buffer> {
  const { today } = nowOf(ctx)
  return answers.get(ctx, `services/${id}`, {
    fingerprint: () => findDaysVersion(ctx, today, addDays(today, LONGEST_HORIZON)),
    make: async () => {
      const service = await findPublicService(ctx, id)
      if (!service) throw notFound('Il servizio richiesto non esiste.')
      const [answer] = await withSlots(ctx, [service])
      return { json: Buffer.from(JSON.stringify(answer)), until: validUntil(ctx, [service], [answer!]) }
    },
  })
}

/** A page of the services, each with its free slots of today, as JSON. */
export function publicServicesJson(
  ctx: Context,
  answers: AnswerCache,
  { per_page, last_id }: PageQuery,
): Promise<Buffer> {
  const { today } = nowOf(ctx)
  return answers.get(ctx, `services?${per_page}/${last_id ?? ''}`, {
    fingerprint: () => findDaysVersion(ctx, today, today),
    make: async () => {
      const rows = await listPublicServices(ctx, last_id, per_page + 1)
      const { items, ...tail } = cutPage(rows, per_page)
      const services = await withSlots(ctx, items, { todayOnly: true })
      const page: ServicePage = { services, ...tail }
      return { json: Buffer.from(JSON.stringify(page)), until: validUntil(ctx, items, services) }
    },
  })
}

/** Days; the furthest that any configuration lets visitors book. */
const LONGEST_HORIZON = 24 * 31

async function withSlots(
  ctx: Context,
  services: BookableService[],
  { todayOnly = false } = {},
): Promise<PublicService[]> {
  const now = nowOf(ctx)
  const slots = await findAvailableSlots(ctx, services, (service) => {
    const window = visitorWindow(now, service)
    return todayOnly ? { ...window, last: window.first } : window
  })
  return services.map(({ id, name, duration, amount, discounted_amount, description, color, position }) => ({
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
}

/** When, at midnight, the horizon moves or, before, the next slot slips under the notice: epoch milliseconds. */
function validUntil(ctx: Context, services: BookableService[], answers: PublicService[]): number {
  const { today } = nowOf(ctx)
  const millisecondOf = (day: string, hour: string) => toEpochMinute(day, hour, ctx.tenant.time_zone) * 60_000
  const lastMoments = answers.flatMap(({ available_slots: [next] }, i) =>
    next ? [millisecondOf(next.date, next.slots[0]!) - services[i]!.app_booking_hours_notice * 3_600_000] : [],
  )
  return Math.min(millisecondOf(addDays(today, 1), '00:00'), ...lastMoments.map((moment) => moment + 1))
}
