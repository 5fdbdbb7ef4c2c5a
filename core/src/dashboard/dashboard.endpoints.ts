import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'

/** How many of each there are: the cards of the dashboard. */
export const summary = z.object({ services: z.int(), calendars: z.int(), days_off: z.int(), users: z.int() })
export type Summary = z.infer<typeof summary>

export const readSummary = endpoint({
  method: 'GET',
  path: '/dashboard/summary',
  summary: 'How many services, calendars, closures and users there are',
  access: 'operator',
  status: 200,
  response: summary,
})
