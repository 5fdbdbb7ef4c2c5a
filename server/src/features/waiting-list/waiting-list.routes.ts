import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { bookOffer as bookOfferEndpoint } from '@prenoto/core/waiting-list/offers.endpoints.ts'
import * as endpoints from '@prenoto/core/waiting-list/waiting-list.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import type { Context } from '../../tenants/context.ts'
import { bookOffer } from './answer-offer.ts'
import { WaitingEntryNotFound } from './errors.ts'
import { joinWaitingList, readWaitingParts } from './join-waiting-list.ts'
import { countEntriesByDay, findEntry, listEntries } from './shown-entries.repository.ts'
import { shownEntry } from './shown-entry.ts'
import { offerManually, removeFromWaitingList, restoreToWaitingList } from './staff-waiting-list.ts'

export function waitingRoutes(app: FastifyInstance) {
  implement(
    app,
    endpoints.readWaitingOptions,
    (ctx, { params, query }) => readWaitingParts(ctx, params.serviceId, query),
    { limit: 'waiting-chance' },
  )
  implement(
    app,
    endpoints.joinWaitingList,
    (ctx, { params, body }, { pressure }) => joinWaitingList(ctx, params.serviceId, body, pressure),
    { form: 'waiting' },
  )
  implement(app, bookOfferEndpoint, (ctx, { params, body }) => bookOffer(ctx, params.hiddenId, body.offer_id), {
    limit: 'cancellation',
  })

  implement(app, endpoints.listWaitingList, async (ctx, { query }) =>
    (await listEntries(ctx, query.visit_day)).map((entry) => shownEntry(ctx, entry)),
  )
  implement(app, endpoints.listWaitingDays, (ctx) => countEntriesByDay(ctx, todayIn(ctx.tenant.time_zone, ctx.now)))
  implement(app, endpoints.offerSlot, async (ctx, { params, body }) => {
    await offerManually(ctx, params.id, body)
    return readWaiting(ctx, params.id)
  })
  implement(app, endpoints.removeFromWaitingList, (ctx, { params }) => removeFromWaitingList(ctx, params.id))
  implement(app, endpoints.restoreToWaitingList, async (ctx, { params }) => {
    await restoreToWaitingList(ctx, params.id)
    return readWaiting(ctx, params.id)
  })
}

async function readWaiting(ctx: Context, id: number) {
  const entry = await findEntry(ctx, { id })
  if (!entry) throw new WaitingEntryNotFound()
  return shownEntry(ctx, entry)
}
