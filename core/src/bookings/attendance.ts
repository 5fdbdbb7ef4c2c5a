import * as z from 'zod/mini'

/** What became of a visit: its customer is here, it is over, or nobody came. Null is not known. */
export const outcome = z.enum(['arrived', 'done', 'missed'])
export type Outcome = z.infer<typeof outcome>

/** Null takes it back. */
export const outcomeSchema = z.object({ outcome: z.nullable(outcome) })
