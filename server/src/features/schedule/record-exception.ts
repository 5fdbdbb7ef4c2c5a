import { weekdayNames } from '@prenoto/core/calendars/weekday-names.ts'
import type { Context } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { type RecordedChange, recordChange } from '../audit/record-change.ts'
import type { ExceptionRow } from './exceptions.repository.ts'

const list = (values: string[]) => [...new Set(values)].join(', ')

const formatPeriod = ({ kind, day_from, hour_from, day_to, hour_to }: ExceptionRow) => {
  if (kind === 'special_opening') return `${day_from} ${hour_from} – ${hour_to}`
  if (kind === 'closure') return `${day_from} ${hour_from} – ${day_to} ${hour_to}`
  return day_from === day_to ? day_from : `${day_from} – ${day_to}`
}

const formatWindows = ({ windows }: ExceptionRow) =>
  windows?.map(({ weekdays, from, to }) => `${weekdayNames(weekdays)} ${from} – ${to}`) ?? []

const auditedValues = (exceptions: ExceptionRow[]) => ({
  periods: list(exceptions.map(formatPeriod)),
  ...(exceptions[0]?.windows && { hours: exceptions.flatMap(formatWindows).join(', ') }),
  reason: list(exceptions.map(({ reason }) => reason)),
  calendars: list(
    exceptions.flatMap(({ calendars, calendar_name }) => calendars?.map((one) => one.calendar_name) ?? calendar_name),
  ),
})

const cancelledIn = (cancelled: number[]) => cancelled.length > 0 && { cancelled_bookings: cancelled.length }

type States = { before?: ExceptionRow | undefined; after?: ExceptionRow; cancelled?: number[] }

/** Records a change of an exception, and how many bookings it cancelled; nothing if nothing changed. */
export function recordException(ctx: Context, change: RecordedChange, { before, after, cancelled = [] }: States) {
  const { kind, id } = (after ?? before)!
  return recordChange(ctx, change, {
    subject: { type: kind, id },
    before: before && auditedValues([before]),
    after: after && { ...auditedValues([after]), ...cancelledIn(cancelled) },
  })
}

/** Records closures that were saved together, of which there may be none, and how many bookings they cancelled. */
export const recordClosures = (ctx: Context, closures: ExceptionRow[], cancelled: number[]) =>
  recordAudit(ctx, {
    action: 'closure.created',
    ...(closures[0] && { subject: { type: 'closure', id: closures[0].id } }),
    after: { ...auditedValues(closures), ...cancelledIn(cancelled) },
  })
