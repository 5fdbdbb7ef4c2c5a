import type { LineReason } from '@prenoto/core/imports/import-outcomes.ts'
import { chunks } from '../../lib/chunks.ts'
import type { Context } from '../../tenants/context.ts'
import { offerFreedSlots } from '../availability/freed-slots.repository.ts'
import { lockDaysOfMany } from '../availability/service-calendars.repository.ts'
import {
  deleteBookings,
  deleteUnused,
  lockChangeable,
  lockImportedBookings,
  updateContents,
} from './imported-records.repository.ts'
import { BATCH_SIZE, isPending, type LineResult, type LockedImport, type StoredLine } from './imports.repository.ts'

export const undoBatches = (_: Context, lockedImport: LockedImport, lines: StoredLine[]) =>
  chunks(
    lines.filter((line) => isPending(lockedImport, line)),
    BATCH_SIZE,
  )

/** Undoes lines, except what was changed since. */
export async function undoLines(ctx: Context, _: LockedImport, lines: StoredLine[]): Promise<LineResult[]> {
  const keptBookings = await removeBookings(
    ctx,
    lines.flatMap(({ booking_id }) => booking_id ?? []),
  )
  const locked = await lockChangeable(
    ctx,
    lines.flatMap(({ written, customer_id }) => (written ? (customer_id ?? []) : [])),
  )
  const customers = new Map(locked.map((customer) => [customer.id, customer]))
  const unchanged = lines.filter(({ customer_id, is_new_customer, written }) => {
    const customer = customers.get(customer_id ?? 0)
    if (!customer || (is_new_customer && customer.version > 1)) return false
    return customer.telephone === written?.telephone && customer.notes === written.notes
  })
  await updateContents(
    ctx,
    unchanged.flatMap(({ customer_id, written }) => (written?.before ? [{ id: customer_id!, ...written.before }] : [])),
  )
  const deleted = new Set(
    await deleteUnused(
      ctx,
      unchanged.flatMap(({ customer_id, is_new_customer }) => (is_new_customer ? customer_id! : [])),
    ),
  )

  function findReasonToKeep(line: StoredLine): LineReason | undefined {
    const { booking_id, customer_id, is_new_customer, written } = line
    // The line of a deleted booking is undone although its customer stays.
    if (booking_id !== null || !written) return keptBookings.get(booking_id ?? 0)
    if (is_new_customer && (customer_id === null || deleted.has(customer_id))) return undefined
    if (!unchanged.includes(line)) return 'changed_since'
    return is_new_customer ? 'has_bookings' : undefined
  }
  return lines.map((line): LineResult => {
    const reason = findReasonToKeep(line)
    if (!reason) return { line: line.line, outcome: 'undone' }
    const { customer_id, booking_id } = line
    return { line: line.line, outcome: 'kept', reasons: [reason], customer_id, booking_id }
  })
}

/** Deletes bookings and offers their slots to the waiting list. Returns why the others stay. */
async function removeBookings(ctx: Context, ids: number[]): Promise<Map<number, LineReason>> {
  if (ids.length === 0) return new Map()
  const bookings = await lockImportedBookings(ctx, ids)
  const unchanged = bookings.filter(({ kept }) => !kept)
  await lockDaysOfMany(ctx, [], unchanged)
  await deleteBookings(
    ctx,
    unchanged.map(({ id }) => id),
  )
  await offerFreedSlots(
    ctx,
    unchanged.map(({ visit_day }) => visit_day),
  )
  return new Map(bookings.flatMap(({ id, kept }) => (kept ? [[id, kept] as const] : [])))
}
