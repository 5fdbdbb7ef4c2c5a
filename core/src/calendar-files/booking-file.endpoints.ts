import * as z from 'zod/mini'
import { hiddenId } from '../bookings/hidden-id.ts'
import { endpoint } from '../contract/endpoint.ts'
import { CALENDAR_FILE } from './calendar-file.ts'

/** Alone, so that the pages of a visit load no other endpoint. */
export const readBookingFile = endpoint({
  method: 'GET',
  path: '/client/bookings/:hiddenId/calendar',
  summary: 'Returns a visitor’s booking as a calendar file, through its private link',
  access: 'visitor',
  status: 200,
  params: z.object({ hiddenId }),
  produces: CALENDAR_FILE,
})
