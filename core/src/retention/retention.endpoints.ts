import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { plainDateOutput } from '../time/plain-date-schema.ts'
import { RETENTION_LIMITS, type RetentionKind, retentionKinds } from './retention-periods.ts'

const { least, most } = RETENTION_LIMITS

/** 0: customers are kept until a user erases them. */
const isPeriod = (months: number) => months === 0 || (months >= least && months <= most)

export const retentionMonths = z
  .number('Obbligatorio')
  .check(z.int('Indica un numero intero.'), z.refine(isPeriod, `Scrivi un numero di mesi da ${least} a ${most}.`))

const removed = z.object(
  Object.fromEntries(retentionKinds.map((kind) => [kind, z.optional(z.int())])) as Record<
    RetentionKind,
    z.ZodMiniOptional<z.ZodMiniInt>
  >,
)
export type Removed = z.infer<typeof removed>

export const readRetention = endpoint({
  method: 'GET',
  path: '/configs/retention',
  summary: 'Returns how many customers a retention of so many months would anonymise today, and the last run',
  access: 'admin',
  right: 'configuration',
  status: 200,
  query: z.object({ months: z.pipe(z.coerce.number('Obbligatorio'), retentionMonths) }),
  response: z.object({
    customers: z.int(),
    /** The last night on which it ran; null before the first. */
    last_run: z.nullable(plainDateOutput),
    /** The last run that removed something, DD-MM-YYYY HH:mm in the local time of the business. */
    last_removal: z.nullable(z.object({ at: z.string(), removed })),
  }),
})
