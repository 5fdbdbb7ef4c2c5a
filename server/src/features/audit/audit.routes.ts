import * as endpoints from '@prenoto/core/audit/audit.endpoints.ts'
import { cutPage } from '@prenoto/core/contract/pagination.ts'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../plugins/endpoint-route.ts'
import { listAuditEntries } from './audit-list.repository.ts'
import { auditFile } from './export-audit.ts'

export function auditRoutes(app: FastifyInstance) {
  implement(app, endpoints.listAuditEntries, async (ctx, { query: { per_page, last_id: after, ...filters } }) => {
    const rows = await listAuditEntries(ctx, filters, { after, limit: per_page + 1 })
    const { items: entries, ...tail } = cutPage(rows, per_page)
    return { entries, ...tail }
  })
  implement(app, endpoints.exportAuditEntries, (ctx, { query }) => auditFile(ctx, query), { limit: 'export' })
}
