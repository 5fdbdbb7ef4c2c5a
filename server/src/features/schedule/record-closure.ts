import type { DayOff } from '@prenoto/core/schedule/day-off-schema.ts'
import type { Context } from '../../tenants/context.ts'
import { changedValues } from '../audit/changed-values.ts'
import { recordAudit } from '../audit/record-audit.ts'

const FIELDS = ['periods', 'reason', 'calendars'] as const

const list = (values: string[]) => [...new Set(values)].join(', ')

const periodOf = ({ day_from, hour_from, day_to, hour_to }: DayOff) => `${day_from} ${hour_from} – ${day_to} ${hour_to}`

const namesOf = ({ calendars, calendar_name }: DayOff) => calendars?.map((one) => one.calendar_name) ?? [calendar_name]

const valuesOf = (closures: DayOff[]) => ({
  periods: list(closures.map(periodOf)),
  reason: list(closures.map(({ reason }) => reason)),
  calendars: list(closures.flatMap(namesOf)),
})

const cancelledIn = (cancelled: number[]) => cancelled.length > 0 && { cancelled_bookings: cancelled.length }

const subjectOf = ([first]: DayOff[]) => first && { type: 'closure' as const, id: first.id }

/** Records closures that were made together, and how many bookings they cancelled. */
export const recordNewClosures = (ctx: Context, made: DayOff[], cancelled: number[] = []) =>
  recordAudit(ctx, {
    action: 'closure.created',
    subject: subjectOf(made),
    after: { ...valuesOf(made), ...cancelledIn(cancelled) },
  })

/** Records a change of a closure; nothing if it changed nothing. */
export async function recordChangedClosure(ctx: Context, before: DayOff, after: DayOff) {
  const changed = changedValues(FIELDS, valuesOf([before]), valuesOf([after]))
  const cancelled = cancelledIn(after.cancelled ?? [])
  if (!changed && !cancelled) return
  await recordAudit(ctx, {
    action: 'closure.updated',
    subject: subjectOf([after]),
    ...changed,
    after: { ...changed?.after, ...cancelled },
  })
}

export const recordDeletedClosure = (ctx: Context, closure: DayOff) =>
  recordAudit(ctx, { action: 'closure.deleted', subject: subjectOf([closure]), before: valuesOf([closure]) })

export const recordRestoredClosure = (ctx: Context, closure: DayOff) =>
  recordAudit(ctx, { action: 'closure.restored', subject: subjectOf([closure]), after: valuesOf([closure]) })
