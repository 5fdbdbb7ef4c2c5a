import type { ChangedHours, ChangedHoursInput } from '@prenoto/core/schedule/changed-hours-schema.ts'
import type { CancelledWith } from '@prenoto/core/schedule/closures-schema.ts'
import { timeOf } from '@prenoto/core/time/plain-time.ts'
import { VersionConflict } from '../../lib/errors.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { cancelWithClosure, lockTimes } from '../bookings/cancel-for-closure.ts'
import { lockClosures, lockExistingCalendars } from '../calendars/calendars.repository.ts'
import { UnknownCalendar } from '../calendars/errors.ts'
import { timesOutside } from './bookings-outside.ts'
import {
  findChangedHours,
  type Hours,
  insertChangedHours,
  listOthers,
  lockChangedHours,
  updateChangedHours,
} from './changed-hours.repository.ts'
import { closedTimeOf } from './closed-bookings.ts'
import { ChangedHoursNotFound, ChangedHoursOverlap, TooManyChangedHours } from './errors.ts'
import { recordChangedHours } from './record-changed-hours.ts'

const MOST = 60
const DAY = { hour_from: timeOf('00:00'), hour_to: timeOf('23:59') }

/**
 * Replaces the usual week of a calendar on some days and cancels the chosen bookings outside the new hours, all or nothing.
 * A repeated idempotency key changes those that it made. Throws 422 for an unknown calendar and for days that have changed
 * hours already.
 */
export function addChangedHours(ctx: StaffContext, input: ChangedHoursInput, idempotencyKey?: string) {
  return save(ctx, input, { idempotencyKey })
}

/** Throws as `addChangedHours` does, 404, and 409 for another version. */
export function changeChangedHours(ctx: StaffContext, id: number, input: ChangedHoursInput, version?: number) {
  return save(ctx, input, { id, version })
}

type Saved = { id?: number; version?: number | undefined; idempotencyKey?: string | undefined }

function save(
  ctx: StaffContext,
  { cancel, ...hours }: ChangedHoursInput,
  { id, version, idempotencyKey }: Saved,
): Promise<ChangedHours> {
  return transaction(ctx, async (ctx) => {
    await lockClosures(ctx)
    const before = id === undefined ? undefined : await requireVersion(ctx, id, version)
    const calendarIds = await lockExistingCalendars(ctx, [hours.calendar_id])
    if (calendarIds.length === 0) throw new UnknownCalendar('calendar_id')
    await requireFreeDays(ctx, hours, { id, idempotencyKey })

    await lockTimes(ctx, { calendarIds, times: [closedTimeOf(ctx, { ...hours, ...DAY })] })
    const cancelled = cancel && (await cancelOutside(ctx, hours, cancel))
    const saved = await (id === undefined
      ? insertChangedHours(ctx, hours, idempotencyKey)
      : updateChangedHours(ctx, id, hours))
    const after = { ...saved, ...(cancelled && { cancelled }) }
    await recordChangedHours(ctx, before, after)
    return after
  })
}

async function cancelOutside(ctx: StaffContext, hours: Hours, cancel: CancelledWith) {
  const times = await timesOutside(ctx, hours)
  const closed = { calendarIds: [hours.calendar_id], times: times.map((time) => closedTimeOf(ctx, time)) }
  return cancelWithClosure(ctx, closed, cancel)
}

async function requireVersion(ctx: StaffContext, id: number, version: number | undefined) {
  const locked = await lockChangedHours(ctx, id)
  const before = locked && (await findChangedHours(ctx, id))
  if (!before) throw new ChangedHoursNotFound()
  if (version !== undefined && locked.version !== version) throw new VersionConflict(before)
  return before
}

async function requireFreeDays(ctx: StaffContext, { calendar_id, day_from, day_to }: Hours, itself: Saved) {
  const others = await listOthers(ctx, calendar_id, itself)
  const overlapping = others.find((other) => other.day_from <= day_to && other.day_to >= day_from)
  if (overlapping) throw new ChangedHoursOverlap('day_from', { from: overlapping.day_from, to: overlapping.day_to })
  if (others.length >= MOST) throw new TooManyChangedHours('day_from', { most: MOST })
}
