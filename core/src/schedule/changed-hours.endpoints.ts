import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { creationHeaders } from '../contract/idempotency.ts'
import { idParams } from '../contract/pagination.ts'
import { changeHeaders } from '../contract/version.ts'
import { bookingsOutsideSchema, changedHours, changedHoursQuery, changedHoursSchema } from './changed-hours-schema.ts'
import { closedBookingPage } from './days-off.endpoints.ts'

export const listChangedHours = endpoint({
  method: 'GET',
  path: '/changed-hours',
  summary: 'Lists the changed hours of calendars that overlap a range of days, by default those that are not over yet',
  access: 'operator',
  right: 'timetable',
  status: 200,
  query: changedHoursQuery,
  response: z.array(changedHours),
})

export const listBookingsOutside = endpoint({
  method: 'POST',
  path: '/changed-hours/bookings',
  summary: 'Lists upcoming bookings of a calendar outside planned changed hours, by visit time',
  access: 'editor',
  right: 'timetable_changes',
  status: 200,
  body: bookingsOutsideSchema,
  response: closedBookingPage,
})

export const createChangedHours = endpoint({
  method: 'POST',
  path: '/changed-hours',
  summary: 'Replaces the usual week of a calendar on some days and cancels bookings outside it, in one transaction',
  access: 'editor',
  right: 'timetable_changes',
  status: 201,
  headers: creationHeaders,
  body: changedHoursSchema,
  response: changedHours,
})

export const updateChangedHours = endpoint({
  method: 'PUT',
  path: '/changed-hours/:id',
  summary: 'Changes changed hours and cancels bookings outside them',
  access: 'editor',
  right: 'timetable_changes',
  status: 200,
  params: idParams,
  headers: changeHeaders,
  body: changedHoursSchema,
  response: changedHours,
})

export const deleteChangedHours = endpoint({
  method: 'DELETE',
  path: '/changed-hours/:id',
  summary: 'Deletes changed hours; existing bookings stay as they are',
  access: 'editor',
  right: 'timetable_changes',
  status: 204,
  params: idParams,
})

export const restoreChangedHours = endpoint({
  method: 'POST',
  path: '/changed-hours/:id/restore',
  summary: 'Restores changed hours within ten seconds of their deletion',
  access: 'editor',
  right: 'timetable_changes',
  status: 200,
  params: idParams,
  response: changedHours,
})
