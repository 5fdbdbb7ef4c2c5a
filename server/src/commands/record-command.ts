import { type AuditRecord, recordAudit } from '../features/audit/record-audit.ts'
import { systemClock } from '../lib/clock.ts'
import type { Business } from './with-tenant.ts'

/** Records what the provider did to a business. */
export const recordCommand = ({ db, tenant }: Business, record: Omit<AuditRecord, 'actor'>) =>
  recordAudit({ db, tenant, now: systemClock() }, { ...record, actor: 'Fornitore' })
