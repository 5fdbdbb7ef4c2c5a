import type { AuditAction, AuditSubject } from '@prenoto/core/audit/audit-actions.ts'
import { type AuditContext, insertAuditEntry } from './audit.repository.ts'

type Actor = { id: number; name: string; surname: string; api_key?: { name: string } }

/** The actor that histories show in place of the user for whom a key acts. */
const nameKey = ({ name }: { name: string }) => `Chiave «${name}»`

/** `before` and `after`: the changed values; never passwords, tokens or a customer's data. */
export type AuditRecord = {
  action: AuditAction
  subject?: AuditSubject
  before?: Record<string, unknown>
  after?: Record<string, unknown>
  /** By default the user of `ctx`; text is the label of a non-user actor. */
  actor?: Actor | string
}

/** Adds an entry to the audit trail in the transaction of the change, so that it exists only if that commits. Returns its id. */
export function recordAudit(
  ctx: AuditContext,
  { action, subject, before, after, actor = findActor(ctx) }: AuditRecord,
) {
  const isUser = typeof actor !== 'string'
  return insertAuditEntry(ctx, {
    user_id: isUser ? actor.id : null,
    actor: isUser ? (actor.api_key ? nameKey(actor.api_key) : `${actor.name} ${actor.surname}`) : actor,
    action,
    subject_type: subject?.type ?? null,
    subject_id: subject?.id ?? null,
    before: before ?? null,
    after: after ?? null,
  })
}

/** Requests have an address; jobs have none. */
const findActor = ({ user, clientAddress }: AuditContext): Actor | string =>
  user ?? (clientAddress === undefined ? 'Automatico' : 'Senza accesso')
