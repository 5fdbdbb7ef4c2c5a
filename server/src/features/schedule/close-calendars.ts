import { createHash, randomUUID } from 'node:crypto'
import type { ClosuresInput } from '@prenoto/core/schedule/closures-schema.ts'
import type { DayOffInput } from '@prenoto/core/schedule/day-off-schema.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { listAllCalendarIds, lockExceptions, lockExistingCalendars } from '../calendars/calendars.repository.ts'
import { cancelAffected } from './affected-bookings.ts'
import { insertClosures } from './closures.repository.ts'
import { ClosureAlreadySaved, IdempotencyKeyUsed, SomeCalendarUnknown } from './errors.ts'
import {
  type ExceptionRow,
  findByIdempotencyKey,
  listBatches,
  listClosuresOfBatches,
  releaseIdempotencyKey,
} from './exceptions.repository.ts'
import { recordClosures } from './record-exception.ts'
import { requireCalendar } from './save-exception.ts'

type Answer = { list: typeof listBatches | typeof listClosuresOfBatches; toCurrent: (saved: ExceptionRow) => unknown }

const BATCH: Answer = { list: listBatches, toCurrent: (saved) => ({ daysOff: [saved], cancelled: [] }) }
const SINGLE: Answer = { list: listClosuresOfBatches, toCurrent: (saved) => saved }

/**
 * Closes calendars and cancels the chosen bookings, all or nothing. A repeated request with the same idempotency key
 * closes nothing more unless the closure was deleted; other closures with that key get 409 with the saved closure.
 * Throws 422 for an unknown calendar.
 */
export const closeCalendars = (ctx: StaffContext, input: ClosuresInput, idempotencyKey?: string) =>
  close(ctx, input, idempotencyKey, BATCH)

/** Closes one calendar. Repeated requests behave as in `closeCalendars`. Throws 422 for an unknown calendar. */
export function closeCalendar(ctx: StaffContext, { calendar_id, ...span }: DayOffInput, idempotencyKey?: string) {
  return transaction(ctx, async (ctx) => {
    await lockExceptions(ctx)
    await requireCalendar(ctx, calendar_id)
    const input = { calendar_ids: [calendar_id], spans: [span] }
    const { daysOff } = await close(ctx, input, idempotencyKey, SINGLE)
    return daysOff[0]!
  })
}

function close(ctx: StaffContext, input: ClosuresInput, idempotencyKey: string | undefined, answer: Answer) {
  const spans = input.spans.map((span, i) => ({ ...span, batch_id: batchId(input, i, idempotencyKey) }))
  const batchIds = spans.map(({ batch_id }) => batch_id)
  return transaction(ctx, async (ctx) => {
    await lockExceptions(ctx)
    if (idempotencyKey) {
      const saved = await answer.list(ctx, batchIds)
      if (saved.length > 0) return { daysOff: saved, cancelled: [] }
      await requireFreeKey(ctx, idempotencyKey, answer)
    }
    const wanted = input.calendar_ids ?? (await listAllCalendarIds(ctx))
    const calendarIds = await lockExistingCalendars(ctx, wanted)
    if (input.calendar_ids && calendarIds.length < new Set(wanted).size) throw new SomeCalendarUnknown('calendar_ids')

    const exceptions = input.spans.map((span) => ({ ...span, kind: 'closure' as const }))
    const cancelled = await cancelAffected(ctx, { calendarIds, exceptions }, input.cancel)
    const [ofAll, skipClosed] = [!input.calendar_ids, input.skip_closed ?? false]
    await insertClosures(ctx, { spans, calendarIds, ofAll, skipClosed, idempotencyKey })
    const daysOff = await answer.list(ctx, batchIds)
    await recordClosures(ctx, daysOff, cancelled)
    return { daysOff, cancelled }
  })
}

/** Throws 409 while an exception of another request has the key. */
async function requireFreeKey(ctx: Context, idempotencyKey: string, { toCurrent }: Answer) {
  const earlier = await findByIdempotencyKey(ctx, idempotencyKey)
  if (!earlier) return
  const [saved] = earlier.batch_id ? await listBatches(ctx, [earlier.batch_id]) : []
  if (saved) throw new ClosureAlreadySaved(saved, toCurrent(saved))
  if (!earlier.deleted_at) throw new IdempotencyKeyUsed()
  await releaseIdempotencyKey(ctx, earlier.id)
}

/** The batch of one time span. Equal requests with the same idempotency key have the same one. */
function batchId(input: ClosuresInput, i: number, idempotencyKey: string | undefined) {
  if (!idempotencyKey) return randomUUID()
  const hash = createHash('sha256')
    .update(JSON.stringify([idempotencyKey, i, input]))
    .digest('hex')
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
