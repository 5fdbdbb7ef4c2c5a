import * as z from 'zod/mini'
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoint,
  restoreEndpoint,
  updateEndpoint,
} from '../contract/crud-endpoints.ts'
import { pageTail } from '../contract/pagination.ts'
import { opening, specialOpeningSchema, specialOpeningsQuery } from './special-opening-schema.ts'

const specialOpenings = { path: '/special-openings', read: 'timetable', change: 'timetable_changes' } as const

export const listSpecialOpenings = listEndpoint(
  specialOpenings,
  'Lists special openings: upcoming ones first, earliest to latest, then past ones, latest to earliest',
  { query: specialOpeningsQuery, response: z.object({ openings: z.array(opening), ...pageTail }) },
)

export const createSpecialOpening = createEndpoint(
  specialOpenings,
  'Adds a special opening to a calendar; closures take precedence',
  { body: specialOpeningSchema, response: opening },
)

export const updateSpecialOpening = updateEndpoint(
  specialOpenings,
  'Changes a special opening; existing bookings stay as they are',
  { body: specialOpeningSchema, response: opening },
)

export const deleteSpecialOpening = deleteEndpoint(
  specialOpenings,
  'Deletes a special opening; existing bookings stay as they are',
)

export const restoreSpecialOpening = restoreEndpoint(
  specialOpenings,
  'Restores a special opening within ten seconds of its deletion',
  opening,
)
