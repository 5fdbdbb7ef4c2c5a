import { Conflict, DomainError } from '../../lib/errors.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { bookImported } from '../bookings/book-slot.ts'
import { lockDuplicates } from '../customers/customers.repository.ts'
import { type BookingRules, readBookingRules, readVisit, toReasons } from './check-bookings.ts'
import { readCustomerDirectory } from './customer-directory.ts'
import { findCustomerOfBooking } from './imported-records.repository.ts'
import {
  addProgress,
  findRunner,
  type LineResult,
  type LockedImport,
  listLinesWith,
  lockImport,
  type PendingLine,
  updateLines,
} from './imports.repository.ts'

/** The lines that are booked; with `override` also those with conflicts. */
export const toBook = (override: boolean) => (override ? (['new', 'conflict'] as const) : (['new'] as const))

/** Lines per query. */
const BATCH_SIZE = 50

/** Books the next lines until `isOver`, each in a transaction of its own. Returns whether more are left. */
export async function importNextBookings(
  ctx: Context,
  lockedImport: LockedImport,
  isOver: () => boolean,
): Promise<boolean> {
  const { id, override, options } = lockedImport
  const rules = await readBookingRules(ctx, options!, await readCustomerDirectory(ctx))
  const staff = { ...ctx, user: await findRunner(ctx, lockedImport.run_by) }
  while (!isOver()) {
    const lines = await listLinesWith(ctx, id, toBook(override), { limit: BATCH_SIZE })
    for (const line of lines) {
      if (isOver()) return true
      if (!(await importLine(staff, lockedImport, { line, rules }))) return false
    }
    if (lines.length < BATCH_SIZE) return false
  }
  return true
}

/** Books a line and marks it. Returns whether the import goes on. */
async function importLine(
  ctx: Context,
  { id, override }: LockedImport,
  { line, rules }: { line: PendingLine; rules: BookingRules },
): Promise<boolean> {
  const finish = (ctx: Context, result: LineResult) =>
    updateLines(ctx, id, [result]).then(() => addProgress(ctx, id, 1))
  const isRunning = async (ctx: Context) => (await lockImport(ctx, id))?.state === 'importing'
  try {
    return await transaction(ctx, async (ctx) => {
      if (!(await isRunning(ctx))) return false
      const [pending] = await listLinesWith(ctx, id, toBook(override), { limit: 1, line: line.line })
      // Another process has booked it.
      if (!pending) return true
      await lockDuplicates(ctx)
      await finish(ctx, await bookLine(ctx, line, { rules, override }))
      return true
    })
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    const reasons = error instanceof Conflict ? toReasons(error) : ['not_bookable' as const]
    const isTaken = !override && error instanceof Conflict && error.conflicts !== undefined
    return transaction(ctx, async (ctx) => {
      if (!(await isRunning(ctx))) return false
      await finish(ctx, {
        line: line.line,
        outcome: isTaken ? 'conflict' : 'error',
        reasons,
        customer_id: line.customer_id,
      })
      return true
    })
  }
}

async function bookLine(
  ctx: Context,
  line: PendingLine,
  { rules, override }: { rules: BookingRules; override: boolean },
): Promise<LineResult> {
  const visit = readVisit(ctx, line, rules)
  if ('outcome' in visit) return visit
  const { person, service_id, calendar_id, visit_day, visit_hour } = visit
  const booking = await bookImported(ctx, { ...person, service_id, calendar_id, visit_day, visit_hour, override })
  const { customer_id, is_new } = await findCustomerOfBooking(ctx, booking.id)
  return {
    line: line.line,
    outcome: 'imported',
    reasons: line.reasons,
    customer_id,
    is_new_customer: is_new,
    booking_id: booking.id,
    written: is_new ? { telephone: person.telephone, notes: '' } : null,
  }
}
