import type { BookingEvent, StaffBooking } from '@prenoto/core/bookings/booking-schema.ts'
import { addDays, addMonths, isoWeekday, type PlainDate, partsOf } from '@prenoto/core/time/plain-date.ts'
import { minutesOf, toPlainTime, toShortTime } from '@prenoto/core/time/plain-time.ts'

/** Six weeks hold any month, whatever day it begins on. */
const DAYS_SHOWN = 42
const WEEK = 7
const DAY_IN_MINUTES = 1440

/** A month is named by its first day. */
export const monthOf = (date: PlainDate) => addDays(date, 1 - partsOf(date).day)

const mondayOf = (date: PlainDate) => addDays(date, 1 - isoWeekday(date))

/** The weeks of a month's grid, from the one that contains its first day. */
export function weeksOf(month: PlainDate): PlainDate[][] {
  const first = mondayOf(month)
  return Array.from({ length: DAYS_SHOWN / WEEK }, (_, week) =>
    Array.from({ length: WEEK }, (_, day) => addDays(first, week * WEEK + day)),
  )
}

/** The first and the last day of a month's grid. */
export function gridRange(month: PlainDate): { from: PlainDate; to: PlainDate } {
  const from = mondayOf(month)
  return { from, to: addDays(from, DAYS_SHOWN - 1) }
}

/** Where a key leads in the grid, as grids of days do; undefined for other keys. */
export function dayAfterKey(day: PlainDate, key: string): PlainDate | undefined {
  if (key === 'ArrowLeft') return addDays(day, -1)
  if (key === 'ArrowRight') return addDays(day, 1)
  if (key === 'ArrowUp') return addDays(day, -WEEK)
  if (key === 'ArrowDown') return addDays(day, WEEK)
  if (key === 'Home') return mondayOf(day)
  if (key === 'End') return addDays(mondayOf(day), WEEK - 1)
  if (key === 'PageUp') return addMonths(day, -1)
  if (key === 'PageDown') return addMonths(day, 1)
  return undefined
}

/** What is known of a day's bookings: of a large business the first ones only. */
export type DayBookings = { listed: BookingEvent[]; count: number }

export const NO_BOOKINGS: DayBookings = { listed: [], count: 0 }

/** Bookings by their day, each day's in the order they came in. */
export function byDay(bookings: BookingEvent[]): Map<PlainDate, DayBookings> {
  const days = Map.groupBy(bookings, ({ visit_day }) => visit_day)
  return new Map([...days].map(([day, listed]) => [day, { listed, count: listed[0]!.of_day ?? listed.length }]))
}

type Visit = Pick<StaffBooking, 'visit_hour' | 'service_duration'>

/** '09:30', or '00:15' when the visit goes past midnight. */
export const endOf = ({ visit_hour, service_duration }: Visit) =>
  toShortTime(toPlainTime((minutesOf(visit_hour) + service_duration) % DAY_IN_MINUTES))

/** '09:00 - 09:30' */
export const timeRange = (visit: Visit) => `${toShortTime(visit.visit_hour)} - ${endOf(visit)}`

/** 'Giulia Verdi' */
export const customerOf = ({ name, surname }: Pick<StaffBooking, 'name' | 'surname'>) => `${name} ${surname}`.trim()
