import { RETENTION, type RetentionKind, retentionKinds } from '@prenoto/core/retention/retention-periods.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { JobData } from '../../queue/queue.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { deleteOldAuditEntries } from '../audit/audit.repository.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { deleteOldAssistantHolds } from '../availability/assistant-holds.repository.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import { anonymiseInactive } from '../customers/personal-data.ts'
import type { Uploads } from '../uploads/open-uploads.ts'
import { deleteUnusedImages } from '../uploads/store-images.ts'
import { deleteEntriesBefore } from '../waiting-list/waiting-list.repository.ts'
import {
  areInactive,
  clearOldKeys,
  deleteDayVersions,
  deleteOlder,
  deleteOldSessions,
  listInactive,
} from './retention.repository.ts'

type Counts = { [K in RetentionKind]?: number }

/** Customers per job; the next job continues after the last of them. */
const CUSTOMERS_PER_JOB = 200

/** Handler of the job `apply-retention`. Idempotent: two runs at once remove each record once. */
export async function applyRetention(
  ctx: Context,
  jobs: JobData['apply-retention'][],
  uploads: Pick<Uploads, 'files' | 'log'>,
) {
  const outcomes: PromiseSettledResult<void>[] = []
  for (const job of jobs) outcomes.push(...(await Promise.allSettled([runJob(ctx, job, uploads)])))
  return outcomes
}

async function runJob(
  ctx: Context,
  { after, removed }: JobData['apply-retention'],
  uploads: Pick<Uploads, 'files' | 'log'>,
) {
  // The first job of a run has no counts yet.
  const total: Counts = removed ?? (await deleteOldRecords(ctx, uploads))
  const { app_retention_months: months } = await findConfiguration(ctx)
  const batch = months > 0 ? await anonymiseBatch(ctx, { before: retentionDay(ctx, months), after: after ?? 0 }) : DONE
  total.customers = (total.customers ?? 0) + batch.customers
  await transaction(ctx, async (ctx) => {
    if (batch.last !== undefined) await ctx.jobs.add(ctx, 'apply-retention', { after: batch.last, removed: total })
    else await recordRun(ctx, total)
  })
}

const DONE: { customers: number; last?: number } = { customers: 0 }

/** Customers without a booking on this day or later are inactive. */
export const retentionDay = (ctx: Context, months: number): PlainDate =>
  localDay(ctx).subtract({ months }).toString() as PlainDate

const localDay = (ctx: Context) => Temporal.PlainDate.from(todayIn(ctx.tenant.time_zone, ctx.now))

/** Anonymises customers, each in a transaction of its own. `last`: the last id if there may be more. */
async function anonymiseBatch(ctx: Context, { before, after }: { before: PlainDate; after: number }) {
  const ids = await listInactive(ctx, { before, after, limit: CUSTOMERS_PER_JOB })
  let customers = 0
  for (const id of ids)
    customers += await anonymiseInactive(ctx, id, { before, areInactive: (ctx, ids) => areInactive(ctx, ids, before) })
  const last = ids.at(-1)
  return { customers, ...(ids.length === CUSTOMERS_PER_JOB && last !== undefined && { last }) }
}

async function deleteOldRecords(ctx: Context, uploads: Pick<Uploads, 'files' | 'log'>): Promise<Counts> {
  const before = (period: { months: number } | { days: number }) =>
    ctx.now.toZonedDateTimeISO(ctx.tenant.time_zone).subtract(period).toInstant()
  const dayBefore = (period: { months: number }) => localDay(ctx).subtract(period).toString() as PlainDate
  await deleteOldAssistantHolds(ctx)
  return {
    contact_requests: await deleteOlder(ctx, 'contact_requests', before(RETENTION.contact_requests)),
    waiting_list_entries: await deleteEntriesBefore(ctx, todayIn(ctx.tenant.time_zone, ctx.now)),
    notifications: await deleteOlder(ctx, 'notifications', before(RETENTION.notifications)),
    messages:
      (await deleteOlder(ctx, 'messages', before(RETENTION.messages))) +
      (await deleteOlder(ctx, 'text_messages', before(RETENTION.messages))) +
      (await deleteOlder(ctx, 'proposals', before(RETENTION.messages))) +
      (await deleteOlder(ctx, 'webhook_deliveries', before(RETENTION.webhook_deliveries))),
    sessions: await deleteOldSessions(ctx, before(RETENTION.sessions)),
    idempotency_keys: await clearOldKeys(ctx, before(RETENTION.idempotency_keys)),
    calendar_days: await deleteDayVersions(ctx, dayBefore(RETENTION.calendar_days)),
    audit_entries: await deleteOldAuditEntries(ctx, before(RETENTION.audit_entries)),
    imports: await deleteOlder(ctx, 'imports', before(RETENTION.imports)),
    uploads: await deleteUnusedImages(ctx, uploads),
  }
}

/** Adds what was removed to the audit trail; nothing if nothing was. */
async function recordRun(ctx: Context, total: Counts) {
  const removed = Object.fromEntries(retentionKinds.flatMap((kind) => (total[kind] ? [[kind, total[kind]]] : [])))
  if (Object.keys(removed).length > 0) await recordAudit(ctx, { action: 'retention.ran', after: removed })
}
