import type { LineReason } from '@prenoto/core/imports/import-outcomes.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { offerFreedSlots } from '../availability/freed-slots.repository.ts'
import { lockDaysOfMany } from '../availability/service-calendars.repository.ts'
import { lockDuplicates } from '../customers/customers.repository.ts'
import {
  deleteBookings,
  deleteUnused,
  lockChangeable,
  lockImportedBookings,
  updateContents,
} from './imported-records.repository.ts'
import {
  addProgress,
  type LineResult,
  listLinesWith,
  lockImport,
  type PendingLine,
  updateLines,
} from './imports.repository.ts'

/** Lines per transaction. */
const BATCH_SIZE = 200

export const TO_UNDO = ['imported', 'updated'] as const

/** Undoes the next lines, except what was changed since. Returns whether more are left. */
export const undoNextLines = (ctx: Context, id: number): Promise<boolean> =>
  transaction(ctx, async (ctx) => {
    const lockedImport = await lockImport(ctx, id)
    if (lockedImport?.state !== 'undoing') return false
    await lockDuplicates(ctx)
    const lines = await listLinesWith(ctx, id, TO_UNDO, { limit: BATCH_SIZE })
    const keptBookings = await undoBookings(ctx, lines)
    const results = [
      ...(await deleteNew(
        ctx,
        lines.filter(({ is_new_customer }) => is_new_customer),
      )),
      ...(await restoreUpdated(
        ctx,
        lines.filter(({ outcome }) => outcome === 'updated'),
      )),
    ]
    const byLine = new Map(results.map((result) => [result.line, result]))
    await updateLines(
      ctx,
      id,
      lines.map(
        (line) => keptBookings.get(line.line) ?? byLine.get(line.line) ?? { line: line.line, outcome: 'undone' },
      ),
    )
    await addProgress(ctx, id, lines.length)
    return lines.length === BATCH_SIZE
  })

const keepLine = ({ line, customer_id, booking_id }: PendingLine, reason: LineReason): LineResult => ({
  line,
  outcome: 'kept',
  reasons: [reason],
  customer_id,
  booking_id,
})

/** Deletes bookings and offers their slots to the waiting list. Returns the results of the lines whose booking stays. */
async function undoBookings(ctx: Context, lines: PendingLine[]): Promise<Map<number, LineResult>> {
  const ids = lines.flatMap(({ booking_id }) => booking_id ?? [])
  if (ids.length === 0) return new Map()
  const bookings = await lockImportedBookings(ctx, ids)
  const free = bookings.filter(({ kept }) => !kept)
  await lockDaysOfMany(ctx, [], free)
  await deleteBookings(
    ctx,
    free.map(({ id }) => id),
  )
  await offerFreedSlots(
    ctx,
    free.map(({ visit_day }) => visit_day),
  )
  const reasons = new Map(bookings.map(({ id, kept }) => [id, kept]))
  return new Map(
    lines.flatMap((line) => {
      const reason = reasons.get(line.booking_id ?? 0)
      return reason ? [[line.line, keepLine(line, reason)] as const] : []
    }),
  )
}

/** Deletes customers whom the import has created, unless they were changed or are needed. */
async function deleteNew(ctx: Context, lines: PendingLine[]): Promise<LineResult[]> {
  const ids = lines.flatMap(({ customer_id }) => customer_id ?? [])
  const locked = new Map((await lockChangeable(ctx, ids)).map((customer) => [customer.id, customer]))
  const unchanged = lines.filter(({ customer_id, written }) => {
    const customer = locked.get(customer_id ?? 0)
    return customer?.version === 1 && customer.telephone === written?.telephone && customer.notes === written.notes
  })
  const deleted = new Set(
    await deleteUnused(
      ctx,
      unchanged.map(({ customer_id }) => customer_id!),
    ),
  )
  return lines.map((line) => {
    if (line.customer_id === null || deleted.has(line.customer_id)) return { line: line.line, outcome: 'undone' }
    // A booking's line is undone although its customer stays.
    if (line.booking_id !== null) return { line: line.line, outcome: 'undone' }
    return keepLine(line, unchanged.includes(line) ? 'has_bookings' : 'changed_since')
  })
}

async function restoreUpdated(ctx: Context, lines: PendingLine[]): Promise<LineResult[]> {
  const ids = lines.flatMap(({ customer_id }) => customer_id ?? [])
  const locked = new Map((await lockChangeable(ctx, ids)).map((customer) => [customer.id, customer]))
  const restored = lines.filter(({ customer_id, written }) => {
    const customer = locked.get(customer_id ?? 0)
    return customer && customer.telephone === written?.telephone && customer.notes === written.notes
  })
  await updateContents(
    ctx,
    restored.map(({ customer_id, written }) => ({ id: customer_id!, ...written!.before! })),
  )
  return lines.map((line) =>
    restored.includes(line) ? { line: line.line, outcome: 'undone' } : keepLine(line, 'changed_since'),
  )
}
