import type { ConfigurationChanges } from '@prenoto/core/configuration/site-schema.ts'
import type { PlainDate } from '@prenoto/core/time/plain-date.ts'
import { queueMessages } from '../../outbox/queue-message.ts'
import { type Context, transaction } from '../../tenants/context.ts'
import { changedValues } from '../audit/changed-values.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { lockConfiguration, updateConfiguration } from './configuration.repository.ts'

type Changes = ConfigurationChanges & { patron_day?: PlainDate | null }

/**
 * Saves and records the changed settings, and tells the former address of the business that it is no longer used. Returns
 * the new version; undefined for a version conflict.
 */
export function saveConfiguration(ctx: Context, changes: Changes, version?: number) {
  return transaction(ctx, async (ctx) => {
    const before = await lockConfiguration(ctx)
    const saved = await updateConfiguration(ctx, changes, version)
    const changed = saved && changedValues(Object.keys(changes) as (keyof Changes)[], before, changes)
    const entry = changed && (await recordAudit(ctx, { action: 'configuration.updated', ...changed }))
    if (entry && changed.before.email) await queueMessages(ctx, [{ kind: 'business-email-changed', record_id: entry }])
    return saved
  })
}
