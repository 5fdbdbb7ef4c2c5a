import * as z from 'zod/mini'
import { conflictKind } from '../contract/conflict.ts'
import { textChannels } from '../text-messages/text-channels.ts'
import { plainDateOutput } from '../time/plain-date-schema.ts'
import { plainTimeOutput } from '../time/plain-time-schema.ts'
import { attendance } from './attendance.ts'
import { bookingSource } from './stored-source.ts'

export const PERSON_FIELDS = ['name', 'surname', 'email', 'telephone'] as const
export type PersonField = (typeof PERSON_FIELDS)[number]

export const CUSTOMER_MESSAGES = ['confirmation', 'change', 'cancellation', 'reminder'] as const

/** Why a text message was not sent or is taken for lost. */
export const TEXT_FAILURES = ['cap', 'consent', 'number', 'channel', 'undelivered', 'unknown'] as const

const visit = z.object({
  visit_day: plainDateOutput,
  visit_hour: plainTimeOutput,
  service_name: z.string(),
  calendar_name: z.string(),
})

const happened = {
  /** DD-MM-YYYY HH:mm, in the local time of the business. */
  at: z.string(),
  /** The member of staff; null when the customer did it. */
  by: z.nullable(z.string()),
}

const overridden_conflicts = z.nullable(z.array(conflictKind))

/** One event of a booking; it contains no personal data of the customer. */
export const bookingHistoryEntry = z.discriminatedUnion('kind', [
  /** `source`: where the visitor found the link to the site. */
  z.object({ kind: z.literal('created'), ...happened, overridden_conflicts, source: z.nullable(bookingSource) }),
  z.object({ kind: z.literal('rescheduled'), ...happened, from: visit, to: visit, overridden_conflicts }),
  z.object({ kind: z.literal('person'), ...happened, fields: z.array(z.enum(PERSON_FIELDS)) }),
  z.object({ kind: z.literal('attendance'), ...happened, attendance: z.nullable(attendance) }),
  z.object({ kind: z.enum(['cancelled', 'restored', 'changed', 'telephone', 'confirmed']), ...happened }),
  z.object({
    kind: z.literal('message'),
    at: happened.at,
    message: z.enum(CUSTOMER_MESSAGES),
    /** Whether the mail server refused the message. */
    is_refused: z.boolean(),
  }),
  z.object({
    kind: z.literal('text'),
    /** Of the last change of its state. */
    at: happened.at,
    message: z.enum(['confirmation', 'reminder']),
    channel: z.enum(textChannels),
    state: z.enum(['unknown', 'accepted', 'delivered', 'read', 'failed']),
    /** Why it failed; null if the channel refused it. */
    reason: z.nullable(z.enum(TEXT_FAILURES)),
  }),
])
export type BookingHistoryEntry = z.infer<typeof bookingHistoryEntry>
