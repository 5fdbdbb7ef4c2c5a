import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'

/** Whether the dashboard shows the first steps of a new business, and which of them are done. */
const firstSteps = z.object({
  is_shown: z.boolean(),
  done: z.object({
    logo: z.boolean(),
    closures: z.boolean(),
    privacy: z.boolean(),
    /** Of the user who asks. */
    second_factor: z.boolean(),
    booking: z.boolean(),
    share: z.boolean(),
  }),
})
export type FirstSteps = z.infer<typeof firstSteps>

export const readFirstSteps = endpoint({
  method: 'GET',
  path: '/dashboard/first-steps',
  summary: 'Returns the first steps of a new business',
  access: 'admin',
  right: 'configuration',
  status: 200,
  response: firstSteps,
})

export const updateFirstSteps = endpoint({
  method: 'PUT',
  path: '/dashboard/first-steps',
  summary: 'Shows or hides the first steps on the dashboard, or marks the one of sharing as done',
  access: 'admin',
  right: 'configuration',
  status: 200,
  body: z.object({ is_shown: z.optional(z.boolean()), is_shared: z.optional(z.literal(true)) }),
  response: firstSteps,
})
