import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'

/** How many there are of what the dashboard's cards lead to; `users` is null for who may not see them. */
export const dashboardSummary = z.object({
  services: z.int(),
  calendars: z.int(),
  days_off: z.int(),
  users: z.nullable(z.int()),
})
export type DashboardSummary = z.infer<typeof dashboardSummary>

export const readDashboardSummary = endpoint({
  method: 'GET',
  path: '/dashboard/summary',
  summary: 'How many services, calendars, closing days and users there are',
  access: 'operator',
  status: 200,
  response: dashboardSummary,
})
