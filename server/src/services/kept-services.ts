import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { LRUCache } from 'lru-cache'
import { findShownService, type ShownService } from '../availability/availability.repository.ts'
import { notFound } from '../lib/errors.ts'
import type { Context } from '../tenants/context.ts'

/** So many services are kept, of whichever businesses. */
const MOST = 500

type Entry = { revision: number; today: PlainDate; service: ShownService }

/**
 * A reader of all that decides about a service besides bookings: once for each day and revision of its tenant. Nobody waits for
 * what another one asked, as a database that is silent may never answer that. Throws 404.
 */
export function keptServices(): (ctx: Context, id: number) => Promise<ShownService> {
  const entries = new LRUCache<string, Entry>({ max: MOST })

  return async (ctx, id) => {
    const { tenant, now } = ctx
    const { revision } = tenant
    const today = todayIn(tenant.time_zone, now)
    const key = `${tenant.id}/${id}`
    const known = entries.get(key)
    if (known?.revision === revision && known.today === today) return known.service

    const service = await findShownService(ctx, id)
    if (!service) throw notFound('Il servizio richiesto non esiste.')
    entries.set(key, { revision, today, service })
    return service
  }
}
