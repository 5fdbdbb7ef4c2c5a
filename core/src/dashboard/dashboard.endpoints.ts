import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'

/** The counts on the dashboard: of its cards, and of its notice of a burst. */
export const summary = z.object({
  services: z.int(),
  calendars: z.int(),
  days_off: z.int(),
  users: z.int(),
  /** 0 outside a burst, and for operators. */
  unusual_bookings: z.int(),
})
export type Summary = z.infer<typeof summary>

export const readSummary = endpoint({
  method: 'GET',
  path: '/dashboard/summary',
  summary: 'Returns the number of services, calendars, closures, users and unusual bookings',
  access: 'operator',
  status: 200,
  response: summary,
})
