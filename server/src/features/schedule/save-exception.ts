import type { CancelledWith } from '@prenoto/core/schedule/closures-schema.ts'
import { VersionConflict } from '../../lib/errors.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { isInForceOn, lockExceptions, lockExistingCalendars } from '../calendars/calendars.repository.ts'
import { UnknownCalendar } from '../calendars/errors.ts'
import { cancelAffected } from './affected-bookings.ts'
import {
  ChangedHoursOverlap,
  DayOutsideCalendar,
  ExceptionNotFound,
  IdempotencyKeyUsed,
  TooManyChangedHours,
} from './errors.ts'
import {
  type ExceptionKind,
  findByIdempotencyKey,
  findException,
  insertException,
  listDaysOfChangedHours,
  lockException,
  type PlannedException,
  releaseIdempotencyKey,
  updateException,
} from './exceptions.repository.ts'
import { recordException } from './record-exception.ts'

const MAX_CHANGED_HOURS = 60

export type SaveOptions = {
  /** Of an existing exception. */
  id?: number
  version?: number | undefined
  idempotencyKey?: string | undefined
  cancel?: CancelledWith | undefined
}

/**
 * Adds or changes an exception of one calendar and cancels the chosen bookings that it leaves in closed times, all or
 * nothing. A repeated idempotency key replaces what it made. Throws 404, 409 for another version, and 422 for an unknown
 * calendar or days that are not allowed.
 */
export function saveException(ctx: StaffContext, planned: PlannedException, options: SaveOptions) {
  const { id, version, idempotencyKey, cancel } = options
  return transaction(ctx, async (ctx) => {
    await lockExceptions(ctx)
    await requireCalendar(ctx, planned.calendar_id)
    const before = id === undefined ? undefined : await requireVersion(ctx, planned.kind, id, version)
    await requireAllowedDays(ctx, planned, options)
    const affected = { calendarIds: [planned.calendar_id], exceptions: [planned] }
    const cancelled = await cancelAffected(ctx, affected, cancel)
    const after =
      id === undefined ? await insert(ctx, planned, idempotencyKey) : await updateException(ctx, id, planned)
    const change = before || after.version > 1 ? 'updated' : 'created'
    await recordException(ctx, change, { before, after, cancelled })
    return { ...after, ...(cancel && { cancelled }) }
  })
}

/** Of another kind, only a deleted exception gives its key up. */
async function insert(ctx: Context, planned: PlannedException, idempotencyKey: string | undefined) {
  const earlier = idempotencyKey && (await findByIdempotencyKey(ctx, idempotencyKey))
  if (earlier && earlier.kind !== planned.kind) {
    if (!earlier.deleted_at) throw new IdempotencyKeyUsed()
    await releaseIdempotencyKey(ctx, earlier.id)
  }
  return insertException(ctx, planned, idempotencyKey)
}

/** Locks a calendar against deletion. */
export async function requireCalendar(ctx: Context, id: number) {
  const [locked] = await lockExistingCalendars(ctx, [id])
  if (locked === undefined) throw new UnknownCalendar('calendar_id')
}

async function requireVersion(ctx: Context, kind: ExceptionKind, id: number, version: number | undefined) {
  const locked = await lockException(ctx, kind, id)
  const before = locked && (await findException(ctx, kind, id))
  if (!before) throw new ExceptionNotFound[kind]()
  if (version !== undefined && locked.version !== version) throw new VersionConflict(before)
  return before
}

async function requireAllowedDays(ctx: Context, planned: PlannedException, itself: SaveOptions) {
  const { kind, calendar_id, day_from, day_to } = planned
  if (kind === 'special_opening' && !(await isInForceOn(ctx, calendar_id, day_from)))
    throw new DayOutsideCalendar('day')
  if (kind !== 'changed_hours') return
  const others = await listDaysOfChangedHours(ctx, calendar_id, itself)
  const overlapping = others.find((other) => other.day_from <= day_to && other.day_to >= day_from)
  if (overlapping) throw new ChangedHoursOverlap('day_from', { from: overlapping.day_from, to: overlapping.day_to })
  if (others.length >= MAX_CHANGED_HOURS) throw new TooManyChangedHours('day_from', { most: MAX_CHANGED_HOURS })
}
