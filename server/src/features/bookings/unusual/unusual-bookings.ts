import { LRUCache } from 'lru-cache'
import type { Bursts } from '../../../plugins/limits/pressure.ts'
import type { Context } from '../../../tenants/context.ts'
import { countBusiestHour, hasNewBookings, listNewBookings } from '../repositories/unusual-bookings.repository.ts'

/** Minimum bookings in an hour that count as unusual. */
const LEAST = 20

/** A burst is this many times the busiest hour of the last four weeks. */
const TIMES_USUAL = 2

/** Milliseconds for which the busiest hour of a business is cached. */
const CACHED_FOR = 10 * 60_000
const MAX_TENANTS = 500

/** The number of visitors' bookings within an hour that is more than usual for a business: a burst. */
const findBurstFrom = async (ctx: Context) => Math.max(LEAST, TIMES_USUAL * (await countBusiestHour(ctx)))

/** Detects bursts; each process caches what is usual. */
export function detectBursts(): Bursts {
  const burstSizes = new LRUCache<number, Promise<number>>({ max: MAX_TENANTS, ttl: CACHED_FOR })
  return {
    least: LEAST,
    from(ctx) {
      const cached = burstSizes.get(ctx.tenant.id)
      if (cached) return cached
      const burstSize = findBurstFrom(ctx)
      burstSizes.set(ctx.tenant.id, burstSize)
      burstSize.catch(() => burstSizes.delete(ctx.tenant.id))
      return burstSize
    },
    onBegin: (ctx) => ctx.jobs.add(ctx, 'notify', { event: 'unusual-bookings' }),
  }
}

/**
 * The ids of the unusual bookings: in a burst, those of the last hour by customers without an earlier booking. Newest
 * first; none outside a burst.
 */
export async function findUnusualBookings(ctx: Context): Promise<number[]> {
  const recentBookings = (await listNewBookings(ctx, 1)).filter(({ is_cancelled }) => !is_cancelled)
  if (recentBookings.length < LEAST || recentBookings.length < (await findBurstFrom(ctx))) return []
  return recentBookings.filter(isUnusual).map(({ id }) => id)
}

type NewBooking = Awaited<ReturnType<typeof listNewBookings>>[number]

const isUnusual = ({ is_cancelled, is_upcoming, is_of_new_customer }: NewBooking) =>
  !is_cancelled && is_upcoming && is_of_new_customer

/** Hours for which the bookings of a burst can be cancelled as unusual, so that the list can be read at leisure. */
const CANCELLABLE_HOURS = 2

/** Filters the bookings that are still unusual, even if the burst has ended or was cancelled in part. */
export async function selectUnusual(ctx: Context, named: number[]): Promise<number[]> {
  const recentBookings = await listNewBookings(ctx, CANCELLABLE_HOURS)
  if (recentBookings.length < LEAST) return []
  const ids = new Set(named)
  return recentBookings.filter((booking) => isUnusual(booking) && ids.has(booking.id)).map(({ id }) => id)
}

/** Whether a business may have a burst, as an expression in the statement of the dashboard. */
export const mayHaveBurst = (ctx: Context) => hasNewBookings(ctx, LEAST)
