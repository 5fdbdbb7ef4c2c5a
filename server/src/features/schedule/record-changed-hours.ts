import { weekdayNames } from '@prenoto/core/calendars/weekday-names.ts'
import type { ChangedHours } from '@prenoto/core/schedule/changed-hours-schema.ts'
import type { Context } from '../../tenants/context.ts'
import { changedValues } from '../audit/changed-values.ts'
import { recordAudit } from '../audit/record-audit.ts'

const FIELDS = ['periods', 'hours', 'reason', 'calendars'] as const

const valuesOf = ({ day_from, day_to, windows, reason, calendar_name }: ChangedHours) => ({
  periods: day_from === day_to ? day_from : `${day_from} – ${day_to}`,
  hours: windows.map(({ weekdays, from, to }) => `${weekdayNames(weekdays)} ${from} – ${to}`).join(', '),
  reason,
  calendars: calendar_name,
})

const subjectOf = ({ id }: ChangedHours) => ({ type: 'changed_hours' as const, id })

/** Records new or changed hours, and how many bookings they cancelled; nothing if nothing changed. */
export async function recordChangedHours(ctx: Context, before: ChangedHours | undefined, after: ChangedHours) {
  const count = after.cancelled?.length ?? 0
  const cancelled = count > 0 && { cancelled_bookings: count }
  const subject = subjectOf(after)
  if (!before)
    return recordAudit(ctx, { action: 'changed_hours.created', subject, after: { ...valuesOf(after), ...cancelled } })
  const changed = changedValues(FIELDS, valuesOf(before), valuesOf(after))
  if (!changed && !cancelled) return
  await recordAudit(ctx, {
    action: 'changed_hours.updated',
    subject,
    ...changed,
    after: { ...changed?.after, ...cancelled },
  })
}

export const recordDeletedHours = (ctx: Context, hours: ChangedHours) =>
  recordAudit(ctx, { action: 'changed_hours.deleted', subject: subjectOf(hours), before: valuesOf(hours) })

export const recordRestoredHours = (ctx: Context, hours: ChangedHours) =>
  recordAudit(ctx, { action: 'changed_hours.restored', subject: subjectOf(hours), after: valuesOf(hours) })
