import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { creationHeaders } from '../contract/idempotency.ts'
import { idParams, pageTail } from '../contract/pagination.ts'
import { changeHeaders } from '../contract/version.ts'
import { opening, specialOpeningSchema, specialOpeningsQuery } from './special-opening-schema.ts'

const specialOpeningPage = z.object({ openings: z.array(opening), ...pageTail })

export const listSpecialOpenings = endpoint({
  method: 'GET',
  path: '/special-openings',
  summary: 'Lists special openings: upcoming ones first, earliest to latest, then past ones, latest to earliest',
  access: 'operator',
  right: 'timetable',
  status: 200,
  query: specialOpeningsQuery,
  response: specialOpeningPage,
})

export const createSpecialOpening = endpoint({
  method: 'POST',
  path: '/special-openings',
  summary: 'Adds a special opening to a calendar; closures take precedence',
  access: 'editor',
  right: 'timetable_changes',
  status: 201,
  headers: creationHeaders,
  body: specialOpeningSchema,
  response: opening,
})

export const updateSpecialOpening = endpoint({
  method: 'PUT',
  path: '/special-openings/:id',
  summary: 'Changes a special opening; existing bookings stay as they are',
  access: 'editor',
  right: 'timetable_changes',
  status: 200,
  params: idParams,
  headers: changeHeaders,
  body: specialOpeningSchema,
  response: opening,
})

export const deleteSpecialOpening = endpoint({
  method: 'DELETE',
  path: '/special-openings/:id',
  summary: 'Deletes a special opening; existing bookings stay as they are',
  access: 'editor',
  right: 'timetable_changes',
  status: 204,
  params: idParams,
})

export const restoreSpecialOpening = endpoint({
  method: 'POST',
  path: '/special-openings/:id/restore',
  summary: 'Restores a special opening within ten seconds of its deletion',
  access: 'editor',
  right: 'timetable_changes',
  status: 200,
  params: idParams,
  response: opening,
})
