import * as z from 'zod/mini'
import { crudEndpoints } from '../contract/crud-endpoints.ts'
import { countedTail, pageQuery, pageTail } from '../contract/pagination.ts'
import { changedHours, changedHoursQuery, changedHoursSchema } from './changed-hours-schema.ts'
import { dayOff, dayOffSchema } from './day-off-schema.ts'
import { opening, specialOpeningSchema, specialOpeningsQuery } from './special-opening-schema.ts'

const at = <const P extends string>(path: P) => ({ path, read: 'timetable', change: 'timetable_changes' }) as const

export const dayOffEndpoints = crudEndpoints(
  at('/days_off'),
  {
    list: 'Lists closures: upcoming ones first, earliest to latest, then past ones, latest to earliest; `grouped` merges a closure of several calendars into one',
    create: 'Adds a closure to a calendar; existing bookings stay as they are',
    update: 'Changes a closure',
    remove: 'Deletes a closure',
    restore: 'Restores a closure within ten seconds of its deletion',
  },
  {
    query: z.extend(pageQuery, { grouped: z.optional(z.enum(['true'], 'Indica true.')) }),
    list: z.object({ daysOff: z.array(dayOff), ...countedTail }),
    body: dayOffSchema,
    response: dayOff,
  },
)

export const specialOpeningEndpoints = crudEndpoints(
  at('/special-openings'),
  {
    list: 'Lists special openings: upcoming ones first, earliest to latest, then past ones, latest to earliest',
    create: 'Adds a special opening to a calendar; closures take precedence',
    update: 'Changes a special opening; existing bookings stay as they are',
    remove: 'Deletes a special opening; existing bookings stay as they are',
    restore: 'Restores a special opening within ten seconds of its deletion',
  },
  {
    query: specialOpeningsQuery,
    list: z.object({ openings: z.array(opening), ...pageTail }),
    body: specialOpeningSchema,
    response: opening,
  },
)

export const changedHoursEndpoints = crudEndpoints(
  at('/changed-hours'),
  {
    list: 'Lists the changed hours of calendars that overlap a range of days, by default those that are not over yet',
    create: 'Replaces the usual week of a calendar on some days and cancels bookings outside it, in one transaction',
    update: 'Changes changed hours and cancels bookings outside them',
    remove: 'Deletes changed hours; existing bookings stay as they are',
    restore: 'Restores changed hours within ten seconds of their deletion',
  },
  {
    query: changedHoursQuery,
    list: z.array(changedHours),
    body: changedHoursSchema,
    response: changedHours,
  },
)
