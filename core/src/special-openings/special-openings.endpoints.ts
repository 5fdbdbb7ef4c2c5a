import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { creationHeaders } from '../contract/idempotency.ts'
import { idParams, pageTail } from '../contract/pagination.ts'
import { changeHeaders } from '../contract/version.ts'
import { opening, openingSchema, openingsQuery } from './special-opening-schema.ts'

export const openingPage = z.object({ openings: z.array(opening), ...pageTail })
export type OpeningPage = z.infer<typeof openingPage>

export const listOpenings = endpoint({
  method: 'GET',
  path: '/openings',
  summary:
    'The extra openings of the calendars: those to come as they follow, then those that are over, the last one first',
  access: 'operator',
  status: 200,
  query: openingsQuery,
  response: openingPage,
})

export const createOpening = endpoint({
  method: 'POST',
  path: '/openings',
  summary: 'Opens a calendar on a date outside its week; closures still win',
  access: 'editor',
  status: 201,
  headers: creationHeaders,
  body: openingSchema,
  response: opening,
})

export const updateOpening = endpoint({
  method: 'PUT',
  path: '/openings/:id',
  summary: 'Changes an extra opening; bookings made before stay as they are',
  access: 'editor',
  status: 200,
  params: idParams,
  headers: changeHeaders,
  body: openingSchema,
  response: opening,
})

export const deleteOpening = endpoint({
  method: 'DELETE',
  path: '/openings/:id',
  summary: 'Removes an extra opening; bookings made before stay as they are',
  access: 'editor',
  status: 204,
  params: idParams,
})

export const restoreOpening = endpoint({
  method: 'POST',
  path: '/openings/:id/restore',
  summary: 'Undoes that an extra opening was removed, within ten seconds',
  access: 'editor',
  status: 200,
  params: idParams,
  response: opening,
})
