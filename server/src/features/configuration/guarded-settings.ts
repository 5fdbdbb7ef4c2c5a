import type { ConfigurationChanges } from '@prenoto/core/configuration/site-schema.ts'
import type { Context } from '../../tenants/context.ts'
import { findConfiguration } from './configuration.repository.ts'

/**
 * The settings that need a proof of presence: who gets the notices of bookings, which sites may frame the booking pages, and
 * after how long customers are anonymised for good.
 */
const GUARDED_SETTINGS = ['email', 'app_embed_origins', 'app_retention_months'] as const

/** Whether the changes need a proof. The first address does not, since nothing was sent elsewhere before. */
export async function needsProof(ctx: Context, changes: ConfigurationChanges): Promise<boolean> {
  const before = await findConfiguration(ctx)
  return GUARDED_SETTINGS.some(
    (field) =>
      changes[field] !== undefined && changes[field] !== before[field] && !(field === 'email' && before.email === ''),
  )
}
