import type { ShownPrivacyText } from '@prenoto/core/pages/page-data.ts'
import {
  FIRST_PRIVACY_TEXT,
  FIRST_PRIVACY_TEXTS,
  FIRST_PRIVACY_VERSION,
  fillPrivacyText,
} from '@prenoto/core/privacy/privacy-text.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../../tenants/context.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import { PrivacyTextNotFound } from './errors.ts'
import { findPreviousPrivacyText, findPrivacyText } from './privacy.repository.ts'

/** The current text for the public page, with placeholders for the data of the business. */
export async function shownPrivacyText(ctx: Context): Promise<ShownPrivacyText> {
  const own = await findPrivacyText(ctx)
  if (!own) return { text: FIRST_PRIVACY_TEXT, version: FIRST_PRIVACY_VERSION }
  const { text, version, created_at } = own
  return { text, version: String(version), since: todayIn(ctx.tenant.time_zone, created_at) }
}

/** The text of a version that consents refer to. Throws 404. */
export async function readPreviousPrivacyText(ctx: Context, version: string) {
  const first = Object.hasOwn(FIRST_PRIVACY_TEXTS, version) ? FIRST_PRIVACY_TEXTS[version] : undefined
  const previous = first === undefined ? await findNumbered(ctx, version) : { text: first, since: '' }
  if (!previous) throw new PrivacyTextNotFound()
  const configuration = await findConfiguration(ctx)
  return { version, since: previous.since, text: fillPrivacyText(previous.text, configuration) }
}

const findNumbered = async (ctx: Context, version: string) =>
  /^\d{1,9}$/.test(version) ? findPreviousPrivacyText(ctx, Number(version)) : undefined
