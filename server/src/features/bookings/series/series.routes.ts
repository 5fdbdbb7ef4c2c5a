import * as endpoints from '@prenoto/core/bookings/series.endpoints.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../../plugins/endpoint-route.ts'
import { readBooking } from '../read-booking.ts'
import { listStaffBookings } from '../repositories/bookings.repository.ts'
import { cancelSeries, restoreSeries } from './cancel-series.ts'
import { bookSeries } from './create-series.ts'
import { planSeries } from './plan-series.ts'
import { listSeriesVisits } from './series.repository.ts'
import { changeSeries } from './update-series.ts'

export function seriesRoutes(app: FastifyInstance) {
  implement(app, endpoints.planSeries, async (ctx, { body }) => ({ visits: await planSeries(ctx, body) }))
  implement(app, endpoints.createSeries, async (ctx, { headers, body }) => {
    const ids = await bookSeries(ctx, body, headers['idempotency-key'])
    return { bookings: await listStaffBookings(ctx, ids) }
  })
  implement(app, endpoints.readSeries, async (ctx, { params }) => {
    const { series_id } = await readBooking(ctx, params.id)
    return { visits: series_id === null ? [] : await listSeriesVisits(ctx, series_id) }
  })
  implement(app, endpoints.updateSeries, async (ctx, { params, headers, body }) => {
    await changeSeries(ctx, params.id, body, headers['if-match'])
    return readBooking(ctx, params.id)
  })
  implement(app, endpoints.deleteSeries, (ctx, { params }) => cancelSeries(ctx, params.id))
  implement(app, endpoints.restoreSeries, async (ctx, { params }) => {
    await restoreSeries(ctx, params.id)
    return readBooking(ctx, params.id)
  })
}
