import { type AuditRecord, recordAudit } from '../features/audit/record-audit.ts'
import { systemClock } from '../lib/clock.ts'
import type { Context } from '../tenants/context.ts'

/** Records what the provider did to a business. */
export const recordCommand = ({ db, tenant }: Pick<Context, 'db' | 'tenant'>, record: Omit<AuditRecord, 'actor'>) =>
  recordAudit({ db, tenant, now: systemClock() }, { ...record, actor: 'Fornitore' })
