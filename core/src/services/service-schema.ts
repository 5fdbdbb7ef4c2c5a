import * as z from 'zod/mini'

/** The free slots of one day: visit_day and the starts as HH:mm:ss, wall clock of the business. */
export const availableDay = z.object({ date: z.string(), slots: z.array(z.string()) })
export type AvailableDay = z.infer<typeof availableDay>

/**
 * A service as visitors see it. In lists `available_slots` carries today's entry only;
 * the read of one service covers the whole booking horizon.
 */
export const publicService = z.object({
  id: z.int(),
  name: z.string(),
  duration: z.int(),
  amount: z.string(),
  discounted_amount: z.nullable(z.string()),
  description: z.string(),
  color: z.string(),
  position: z.int(),
  available_slots: z.array(availableDay),
})
export type PublicService = z.infer<typeof publicService>

/** What is paid: the discounted amount when it is above zero, otherwise the amount. Decimal text. */
export const priceOf = (service: Pick<PublicService, 'amount' | 'discounted_amount'>) =>
  Number(service.discounted_amount) > 0 ? (service.discounted_amount as string) : service.amount
