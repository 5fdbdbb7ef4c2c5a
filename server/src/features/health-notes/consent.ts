import type { consentMethods, HealthSummary } from '@prenoto/core/health-notes/health-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { lockForChange, requireAccess } from './access.ts'
import { ConsentInFuture } from './errors.ts'
import { countHealthRecords, listVisitsWithNotes } from './health-access.repository.ts'
import { findLatestConsent, insertConsent, withdrawConsents } from './health-consents.repository.ts'

/** Throws 404. */
export async function readSummary(ctx: StaffContext, id: number): Promise<HealthSummary> {
  const customerId = await requireAccess(ctx, id)
  const { withdrawn_at = null, ...consent } = (await findLatestConsent(ctx, customerId)) ?? {}
  return {
    consent: 'method' in consent && withdrawn_at === null ? consent : null,
    withdrawn_at,
    notes: await countHealthRecords(ctx, 'health_notes', [customerId]),
    documents: await countHealthRecords(ctx, 'health_documents', [customerId]),
    visits: await listVisitsWithNotes(ctx, customerId),
  }
}

type Given = { given_on: PlainDate; method: (typeof consentMethods)[number] }

/** Throws 404, and 422 for a day to come. */
export async function recordConsent(ctx: StaffContext, id: number, { given_on, method }: Given) {
  await transaction(ctx, async (ctx) => {
    const customerId = await lockForChange(ctx, id)
    if (given_on > todayIn(ctx.tenant.time_zone, ctx.now)) throw new ConsentInFuture('given_on')
    await insertConsent(ctx, { customerId, given_on, method })
    await recordAudit(ctx, {
      action: 'health_consent.given',
      subject: { type: 'customer', id: customerId },
      after: { given_on, method },
    })
  })
  return readSummary(ctx, id)
}

/** Hides notes and documents until the customer consents again. Throws 404. */
export async function withdrawConsent(ctx: StaffContext, id: number) {
  await transaction(ctx, async (ctx) => {
    const customerId = await lockForChange(ctx, id)
    if (await withdrawConsents(ctx, customerId))
      await recordAudit(ctx, { action: 'health_consent.withdrawn', subject: { type: 'customer', id: customerId } })
  })
  return readSummary(ctx, id)
}
