import * as z from 'zod/mini'
import {
  createEndpoint,
  deleteEndpoint,
  listEndpoint,
  restoreEndpoint,
  updateEndpoint,
} from '../contract/crud-endpoints.ts'
import { changedHours, changedHoursQuery, changedHoursSchema } from './changed-hours-schema.ts'

const changedHoursRecord = { path: '/changed-hours', read: 'timetable', change: 'timetable_changes' } as const

export const listChangedHours = listEndpoint(
  changedHoursRecord,
  'Lists the changed hours of calendars that overlap a range of days, by default those that are not over yet',
  { query: changedHoursQuery, response: z.array(changedHours) },
)

export const createChangedHours = createEndpoint(
  changedHoursRecord,
  'Replaces the usual week of a calendar on some days and cancels bookings outside it, in one transaction',
  { body: changedHoursSchema, response: changedHours },
)

export const updateChangedHours = updateEndpoint(
  changedHoursRecord,
  'Changes changed hours and cancels bookings outside them',
  { body: changedHoursSchema, response: changedHours },
)

export const deleteChangedHours = deleteEndpoint(
  changedHoursRecord,
  'Deletes changed hours; existing bookings stay as they are',
)

export const restoreChangedHours = restoreEndpoint(
  changedHoursRecord,
  'Restores changed hours within ten seconds of their deletion',
  changedHours,
)
