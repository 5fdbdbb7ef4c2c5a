import * as z from 'zod/mini'

/**
 * Whether the customer has said that they will come: 'missing' if the reminder asked and the time to answer is over; null
 * otherwise.
 */
export const confirmation = z.nullable(z.enum(['confirmed', 'missing']))
export type Confirmation = z.infer<typeof confirmation>
