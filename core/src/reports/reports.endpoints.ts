import * as z from 'zod/mini'
import { bookingSources } from '../bookings/booking-source.ts'
import { endpoint } from '../contract/endpoint.ts'
import { addMonths } from '../time/plain-date.ts'
import { plainDate, plainDateOutput } from '../time/plain-date-schema.ts'
import { CSV } from './csv.ts'
import { MAX_MONTHS } from './period.ts'

export const periodQuery = z.object({ from: plainDate, to: plainDate }).check(
  z.refine(({ from, to }) => to >= from, { path: ['to'], error: 'La fine non può precedere l’inizio.' }),
  z.refine(({ from, to }) => to < addMonths(from, MAX_MONTHS), {
    path: ['to'],
    error: `Il periodo può durare al massimo ${MAX_MONTHS} mesi.`,
  }),
)

/** Figures of bookings, by the day of the visit. */
const figures = {
  /** Bookings that were not cancelled. */
  bookings: z.int(),
  cancelled: z.int(),
  no_show: z.int(),
  /** Bookings that have begun, without cancelled ones and no-shows. */
  visits: z.int(),
  /** Visits that were the first of their customer. */
  first_visits: z.int(),
  /** Total duration of the bookings that were not cancelled. */
  minutes_booked: z.int(),
  /** Total price of the visits, as decimal text. */
  revenue: z.string(),
}

/** With open minutes, multiplied by capacity; includes changed hours and special openings, excludes closures. */
const figuresAndHours = { ...figures, minutes_open: z.int() }

const total = z.object(figuresAndHours)

const days = { from: plainDateOutput, to: plainDateOutput }

const report = z.object({
  /** A period in progress ends today. */
  current: z.object({ ...days, total }),
  /** The same number of days of the previous period. */
  previous: z.object({ ...days, total }),
  /** Bookings of the period after `current`. */
  upcoming: z.int(),
  unit: z.enum(['day', 'month']),
  by_time: z.array(z.object({ from: plainDateOutput, ...figuresAndHours })),
  by_service: z.array(z.object({ id: z.int(), name: z.string(), ...figures })),
  /** 'other': all other bookings; empty if no booking names a source. */
  by_source: z.array(z.object({ id: z.enum([...bookingSources, 'other']), ...figures })),
  by_calendar: z.array(z.object({ id: z.int(), name: z.string(), ...figuresAndHours })),
})
export type Report = z.infer<typeof report>

export const readReport = endpoint({
  method: 'GET',
  path: '/reports',
  summary: 'Figures of a period by day or month, service and calendar, compared with the previous period',
  access: 'admin',
  right: 'reports',
  status: 200,
  query: periodQuery,
  response: report,
})

export const exportBookings = endpoint({
  method: 'GET',
  path: '/reports/bookings',
  summary: 'Exports the bookings of a period as CSV',
  access: 'admin',
  right: 'exports',
  proof: true,
  status: 200,
  query: periodQuery,
  produces: CSV,
})

export const exportCustomers = endpoint({
  method: 'GET',
  path: '/reports/customers',
  summary: 'Exports all customers as CSV',
  access: 'admin',
  right: 'exports',
  proof: true,
  status: 200,
  produces: CSV,
})
