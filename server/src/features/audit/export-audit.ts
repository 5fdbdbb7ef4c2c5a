import type { AuditFilters } from '@prenoto/core/audit/audit.endpoints.ts'
import { type AuditAction, auditActions } from '@prenoto/core/audit/audit-actions.ts'
import { csvName, typedCell } from '@prenoto/core/reports/csv.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { csvStream } from '../../lib/csv-stream.ts'
import type { Context } from '../../tenants/context.ts'
import { listAuditEntries } from './audit-list.repository.ts'
import { recordAudit } from './record-audit.ts'

const HEAD = ['Data e ora', 'Chi', 'Indirizzo', 'Attività', 'Oggetto', 'Prima', 'Dopo']

/** Records the export and streams the filtered entries, without the names of customers. */
export async function auditFile(ctx: Context, filters: AuditFilters) {
  await recordAudit(ctx, { action: 'export.audit' })
  const content = await readAuditTable(ctx, filters)
  return { name: csvName(ctx.tenant.name, 'registro', todayIn(ctx.tenant.time_zone, ctx.now)), content }
}

/** CSV of the filtered entries. */
export const readAuditTable = (ctx: Context, filters: AuditFilters) =>
  csvStream<Awaited<ReturnType<typeof listAuditEntries>>[number]>({
    head: HEAD,
    read: (last, limit) => listAuditEntries(ctx, filters, { after: last?.id, limit }),
    toCells: (entry) => [
      entry.happened_at.replaceAll('-', '/'),
      typedCell(entry.actor),
      entry.client_address ?? '',
      auditActions[entry.action as AuditAction] ?? entry.action,
      entry.subject_id === null ? '' : `${entry.subject_type} ${entry.subject_id}`,
      typedCell(formatValues(entry.before)),
      typedCell(formatValues(entry.after)),
    ],
  })

const formatValues = (values: Record<string, unknown> | null) =>
  Object.entries(values ?? {})
    .map(([field, value]) => `${field}: ${value}`)
    .join('; ')
