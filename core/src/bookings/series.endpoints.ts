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
  summary: 'Previews a series: which visits are free, and the nearest free slots for the others',
  access: 'operator',
  right: 'booking_changes',
  status: 200,
  body: seriesPlanSchema,
  response: plannedSeries,
})

export const createSeries = endpoint({
  method: 'POST',
  path: '/bookings/series',
  summary: 'The staff books several visits of one customer, all or none',
  access: 'operator',
  right: 'booking_changes',
  status: 201,
  headers: creationHeaders,
  body: seriesSchema,
  response: bookedSeries,
})

export const readSeries = endpoint({
  method: 'GET',
  path: '/bookings/:id/series',
  summary: 'Lists the visits of a booking’s series that are not cancelled; empty without a series',
  access: 'operator',
  right: 'bookings',
  status: 200,
  params: idParams,
  response: seriesVisits,
})

export const updateSeries = endpoint({
  method: 'PUT',
  path: '/bookings/series/update/:id',
  summary:
    'Changes a booking and all later ones of its series, all or none: shifts them by the same days and minutes, except those in keep_time_ids',
  access: 'operator',
  right: 'booking_changes',
  status: 200,
  params: idParams,
  headers: changeHeaders,
  body: seriesChangeSchema,
  response: staffBooking,
})

export const deleteSeries = endpoint({
  method: 'DELETE',
  path: '/bookings/series/delete/:id',
  summary: 'Cancels a booking and all later ones of its series; can be undone for ten seconds',
  access: 'operator',
  right: 'cancellations',
  status: 204,
  params: idParams,
})

export const restoreSeries = endpoint({
  method: 'POST',
  path: '/bookings/series/restore/:id',
  summary: 'Restores a booking and all later ones of its series within ten seconds of their cancellation',
  access: 'operator',
  right: 'cancellations',
  status: 200,
  params: idParams,
  response: staffBooking,
})
