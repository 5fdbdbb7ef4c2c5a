import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'

/** The counts on the cards of the dashboard. */
export const summary = z.object({ services: z.int(), calendars: z.int(), days_off: z.int(), users: z.int() })
export type Summary = z.infer<typeof summary>

export const readSummary = endpoint({
  method: 'GET',
  path: '/dashboard/summary',
  summary: 'Returns the number of services, calendars, closures and users',
  access: 'operator',
  status: 200,
  response: summary,
})
