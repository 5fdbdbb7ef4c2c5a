import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { idParam, pageQueryWithSize, pageTail } from '../contract/pagination.ts'
import { line } from '../fields/text.ts'
import { CSV } from '../reports/csv.ts'
import { plainDate } from '../time/plain-date-schema.ts'
import { type AuditGroup, auditGroups } from './audit-actions.ts'

const values = z.nullable(z.record(z.string(), z.unknown()))

/** One entry of the audit trail. `happened_at` is DD-MM-YYYY HH:mm, local time of the business. */
const auditEntry = z.object({
  id: z.int(),
  happened_at: z.string(),
  /** Null for the provider, for jobs and before a log-in. */
  user_id: z.nullable(z.int()),
  actor: z.string(),
  client_address: z.nullable(z.string()),
  action: z.string(),
  subject_type: z.nullable(z.string()),
  subject_id: z.nullable(z.int()),
  /** The present name of the person, service or calendar that the entry is about. */
  subject_name: z.nullable(z.string()),
  before: values,
  after: values,
})
export type AuditEntry = z.infer<typeof auditEntry>

const groups = Object.keys(auditGroups) as [AuditGroup, ...AuditGroup[]]

const filters = {
  /** Part of the actor, the address, the action's label or a value. */
  q: z.optional(line(200)),
  group: z.optional(z.enum(groups, 'Scegli un tipo di attività.')),
  user_id: z.optional(idParam),
  from: z.optional(plainDate),
  to: z.optional(plainDate),
}

const auditFilters = z.object(filters)
export type AuditFilters = z.infer<typeof auditFilters>

const auditPage = z.object({ entries: z.array(auditEntry), ...pageTail })

export const listAuditEntries = endpoint({
  method: 'GET',
  path: '/audit',
  summary: 'Lists the audit trail, newest first: who did what, when and from where',
  access: 'admin',
  right: 'audit',
  status: 200,
  query: z.extend(pageQueryWithSize(50), filters),
  response: auditPage,
})

export const exportAuditEntries = endpoint({
  method: 'GET',
  path: '/audit/export',
  summary: 'Exports the audit trail as CSV; the export is recorded, too',
  access: 'admin',
  right: 'audit',
  proof: true,
  status: 200,
  query: auditFilters,
  produces: CSV,
})
