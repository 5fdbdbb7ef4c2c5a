import type { StaffContext } from '../../../tenants/context.ts'
import { changedValues } from '../../audit/changed-values.ts'
import { recordAudit } from '../../audit/record-audit.ts'

const FIELDS = ['name', 'surname', 'email', 'role', 'is_disabled', 'phone', 'calendar_id'] as const

type AuditedUser = { id: number } & { [F in (typeof FIELDS)[number]]: unknown }

/** Records the changed fields of a user; nothing if none has changed. */
export async function recordUserChange(ctx: StaffContext, before: AuditedUser, after: AuditedUser) {
  const changes = changedValues(FIELDS, before, after)
  if (changes) await recordAudit(ctx, { action: 'user.updated', subject: { type: 'user', id: after.id }, ...changes })
}

/** The recorded values of a new or deleted user. */
export const auditedUser = ({ name, surname, email, role }: AuditedUser) => ({ name, surname, email, role })
