import type { BookingConflict } from '@prenoto/core/contract/conflict.ts'
import { capitalized, formatDay } from '@prenoto/core/time/format.ts'
import { toShortTime } from '@prenoto/core/time/plain-time.ts'
import { conflict, HttpError } from '../../lib/errors.ts'
import type { Context } from '../../tenants/context.ts'
import { allocateSlots, type Request, type Wanted } from './allocate-slot.ts'
import type { Visit } from './bookings-write.repository.ts'

type Refused = { request: Request; error: HttpError }

/**
 * Places for all of several visits. Throws 409 with the conflicts of all of them unless every visit gets one, so that the staff
 * sees them together.
 */
export async function allocateAllSlots(ctx: Context, requests: Request[]): Promise<Visit[]> {
  const given = await allocateSlots(ctx, requests)
  const refused = given.flatMap((error, i): Refused[] =>
    error instanceof HttpError ? [{ request: requests[i]!, error }] : [],
  )
  if (refused.length === 0) return given as Visit[]

  // A refusal without conflicts can't be overridden, so it is named alone.
  const hopeless = refused.find(({ error }) => !error.conflicts)
  if (hopeless) throw conflict(`${whenOf(hopeless.request.wanted)}: ${inSentence(hopeless.error.message)}`)
  const error = conflict(
    refused.length === 1 ? 'Una data non è più disponibile.' : `${refused.length} date non sono più disponibili.`,
  )
  error.conflicts = refused.flatMap(collisionsOf)
  throw error
}

const NOT_OFFERED: BookingConflict = { kind: 'hours', detail: 'Non è tra gli orari proposti.' }

const collisionsOf = ({ request: { wanted, terms }, error: { conflicts } }: Refused): BookingConflict[] =>
  (conflicts?.length ? conflicts : [NOT_OFFERED]).map(({ kind, detail }) => ({
    kind,
    detail: `${whenOf(wanted)}: ${inSentence(detail)}`,
    booking_id: terms.own?.id,
  }))

const whenOf = ({ visit_day, visit_hour }: Wanted) =>
  `${capitalized(formatDay(visit_day))} alle ${toShortTime(visit_hour)}`

const inSentence = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
