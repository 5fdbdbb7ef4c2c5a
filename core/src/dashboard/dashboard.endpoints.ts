import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'

/** The counts on the dashboard: of its cards, and of its notice of a burst; and whether it shows the first steps. */
const summary = z.object({
  services: z.int(),
  calendars: z.int(),
  days_off: z.int(),
  users: z.int(),
  /** 0 outside a burst, and for operators. */
  unusual_bookings: z.int(),
  /** False except for administrators. */
  shows_first_steps: z.boolean(),
})

export const readSummary = endpoint({
  method: 'GET',
  path: '/dashboard/summary',
  summary:
    'Returns the number of services, calendars, closures, users and unusual bookings, and whether the first steps are shown',
  access: 'operator',
  right: 'bookings',
  status: 200,
  response: summary,
})
