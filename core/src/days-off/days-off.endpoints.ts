import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParams, pageQuery, pageTail } from '../page.ts'
import { changeHeaders } from '../version.ts'
import { dayOff, dayOffSchema } from './day-off-schema.ts'

export const dayOffPage = z.object({ daysOff: z.array(dayOff), ...pageTail })
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
  headers: changeHeaders,
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
