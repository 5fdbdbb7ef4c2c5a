import type { BookingConflict } from '@prenoto/core/contract/conflict.ts'
import { Conflict } from '../../../lib/errors.ts'
import type { Context } from '../../../tenants/context.ts'
import { formatStart, inSentence, SeriesDateRefused, SeriesDatesTaken } from '../errors.ts'
import type { Visit } from '../repositories/bookings-write.repository.ts'
import { allocateSlots, type Request } from './allocate-slot.ts'

type Refused = { request: Request; error: Conflict }

/** Slots for all of several visits. Throws 409 with the conflicts of all visits unless every visit gets a slot. */
export async function allocateAllSlots(ctx: Context, requests: Request[]): Promise<Visit[]> {
  const outcomes = await allocateSlots(ctx, requests)
  const refused = outcomes.flatMap((error, i): Refused[] =>
    error instanceof Conflict ? [{ request: requests[i]!, error }] : [],
  )
  if (refused.length === 0) return outcomes as Visit[]

  // A refusal without conflicts cannot be overridden, so it is reported alone.
  const notOverridable = refused.find(({ error }) => !error.conflicts)
  if (notOverridable)
    throw new SeriesDateRefused({ ...notOverridable.request.requested, refusal: notOverridable.error })
  throw new SeriesDatesTaken(refused.length, refused.flatMap(listConflicts))
}

const NOT_OFFERED: BookingConflict = { kind: 'hours', detail: 'Non è tra gli orari proposti.' }

const listConflicts = ({ request: { requested, terms }, error: { conflicts } }: Refused): BookingConflict[] =>
  (conflicts?.length ? conflicts : [NOT_OFFERED]).map(({ kind, detail }) => ({
    kind,
    detail: `${formatStart(requested)}: ${inSentence(detail)}`,
    booking_id: terms.rescheduledBooking?.id,
  }))
