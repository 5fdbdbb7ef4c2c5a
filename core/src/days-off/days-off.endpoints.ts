import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { countedTail, idParams, pageQuery } from '../page.ts'
import { dayOff, dayOffSchema } from './day-off-schema.ts'

export const dayOffPage = z.object({ daysOff: z.array(dayOff), ...countedTail })
export type DayOffPage = z.infer<typeof dayOffPage>

export const listDaysOff = endpoint({
  method: 'GET',
  path: '/days_off',
  summary: 'The closures of the calendars',
  access: 'operator',
  status: 200,
  query: pageQuery,
  response: dayOffPage,
})

export const createDayOff = endpoint({
  method: 'POST',
  path: '/days_off',
  summary: 'Closes a calendar from one moment to another; bookings made before stay as they are',
  access: 'editor',
  status: 201,
  body: dayOffSchema,
  response: dayOff,
})

export const updateDayOff = endpoint({
  method: 'PUT',
  path: '/days_off/:id',
  summary: 'Changes a closure',
  access: 'editor',
  status: 200,
  params: idParams,
  body: dayOffSchema,
  response: dayOff,
})

export const deleteDayOff = endpoint({
  method: 'DELETE',
  path: '/days_off/:id',
  summary: 'Removes a closure',
  access: 'editor',
  status: 204,
  params: idParams,
})

export const restoreDayOff = endpoint({
  method: 'POST',
  path: '/days_off/:id/restore',
  summary: 'Undoes that a closure was removed, within ten seconds',
  access: 'editor',
  status: 200,
  params: idParams,
  response: dayOff,
})
