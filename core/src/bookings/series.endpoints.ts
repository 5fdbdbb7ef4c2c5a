import { endpoint } from '../contract/endpoint.ts'
import { creationHeaders } from '../contract/idempotency.ts'
import { idParams } from '../contract/pagination.ts'
import { changeHeaders } from '../contract/version.ts'
import { staffBooking } from './booking-schema.ts'
import {
  bookedSeries,
  plannedSeries,
  seriesChangeSchema,
  seriesPlanSchema,
  seriesSchema,
  seriesVisits,
} from './series-schema.ts'

export const planSeries = endpoint({
  method: 'POST',
  path: '/bookings/series/preview',
  summary: 'The visits of a series that is thought of: which are free, and what is near those that are not',
  access: 'operator',
  status: 200,
  body: seriesPlanSchema,
  response: plannedSeries,
})

export const createSeries = endpoint({
  method: 'POST',
  path: '/bookings/series',
  summary: 'The staff books several visits of one customer, all or none',
  access: 'operator',
  status: 201,
  headers: creationHeaders,
  body: seriesSchema,
  response: bookedSeries,
})

export const readSeries = endpoint({
  method: 'GET',
  path: '/bookings/:id/series',
  summary: 'The visits that stand of the series that a booking is part of; none where it is part of no series',
  access: 'operator',
  status: 200,
  params: idParams,
  response: seriesVisits,
})

export const updateSeries = endpoint({
  method: 'PUT',
  path: '/bookings/series/update/:id',
  summary:
    'Changes a booking and all that follow in its series, all or none: they move by as many days and minutes as it does, except those that are named to keep their time',
  access: 'operator',
  status: 200,
  params: idParams,
  headers: changeHeaders,
  body: seriesChangeSchema,
  response: staffBooking,
})

export const deleteSeries = endpoint({
  method: 'DELETE',
  path: '/bookings/series/delete/:id',
  summary: 'Cancels a booking and all that follow in its series; for ten seconds that can be undone, as with one',
  access: 'operator',
  status: 204,
  params: idParams,
})

export const restoreSeries = endpoint({
  method: 'POST',
  path: '/bookings/series/restore/:id',
  summary: 'Undoes that a booking and all that follow in its series were cancelled, within ten seconds',
  access: 'operator',
  status: 200,
  params: idParams,
  response: staffBooking,
})
