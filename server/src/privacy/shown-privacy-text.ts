import type { ShownPrivacyText } from '@prenoto/core/pages/page-data.ts'
import { FIRST_PRIVACY_TEXT, FIRST_PRIVACY_VERSION } from '@prenoto/core/privacy/privacy-text.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../tenants/context.ts'
import { findPrivacyText } from './privacy.repository.ts'

/** The text in force as visitors read it, but for the data of the business. */
export async function shownPrivacyText(ctx: Context): Promise<ShownPrivacyText> {
  const own = await findPrivacyText(ctx)
  if (!own) return { text: FIRST_PRIVACY_TEXT, version: FIRST_PRIVACY_VERSION }
  const { text, version, created_at } = own
  return { text, version: String(version), since: todayIn(ctx.tenant.time_zone, created_at) }
}
