import type { AuditSubject } from '@prenoto/core/audit/audit-actions.ts'
import type { AuditContext } from './audit.repository.ts'
import { recordAudit } from './record-audit.ts'

export type RecordedChange = 'created' | 'updated' | 'deleted' | 'restored'

type Values = Record<string, unknown>

/** The kinds of records whose changes are recorded by their values. */
export type AuditedRecord = Extract<
  AuditSubject['type'],
  'service' | 'calendar' | 'closure' | 'special_opening' | 'changed_hours'
>

type States = {
  subject: { type: AuditedRecord; id: number }
  before?: Values | undefined
  after?: Values | undefined
}

const MAX_TEXT = 200

const shorten = (value: unknown) =>
  typeof value === 'string' && value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''

/**
 * Records that a record was created, changed, deleted or restored, with the fields that differ, of a long text only the
 * beginning. A change of nothing leaves no entry. The values must hold no personal data of customers.
 */
export async function recordChange(ctx: AuditContext, change: RecordedChange, { subject, before, after }: States) {
  const fields = Object.keys({ ...before, ...after }).filter((field) =>
    isEmpty(before?.[field]) ? !isEmpty(after?.[field]) : before?.[field] !== after?.[field],
  )
  if (fields.length === 0 && change === 'updated') return
  const pick = (values: Values) => Object.fromEntries(fields.map((field) => [field, shorten(values[field])]))
  await recordAudit(ctx, {
    action: `${subject.type}.${change}`,
    subject,
    ...(before && { before: pick(before) }),
    ...(after && { after: pick(after) }),
  })
}
