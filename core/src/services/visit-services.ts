import * as z from 'zod/mini'

/** Max services of one visit. */
export const MAX_SERVICES = 4

/** A service of a visit as it was booked, with its variant; minutes and decimal text. */
export const visitService = z.object({
  service_id: z.int(),
  variant_id: z.nullable(z.int()),
  name: z.string(),
  duration: z.int(),
  price: z.string(),
})
export type VisitService = z.infer<typeof visitService>

/** The services of a booking in order; null for one service without a variant. */
export const visitServices = z.nullable(z.array(visitService))
