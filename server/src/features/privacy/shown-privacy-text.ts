import type { ShownPrivacyText } from '@prenoto/core/pages/page-data.ts'
import {
  DEFAULT_PRIVACY_TEXT,
  DEFAULT_PRIVACY_TEXTS,
  DEFAULT_PRIVACY_VERSION,
  fillPrivacyText,
} from '@prenoto/core/privacy/privacy-text.ts'
import type { TextChannelName } from '@prenoto/core/text-messages/text-channels.ts'
import { todayIn } from '@prenoto/core/time/time-zone.ts'
import type { Context } from '../../tenants/context.ts'
import { findConfiguration } from '../configuration/configuration.repository.ts'
import { hasServiceWithNotes } from '../health-notes/health-access.repository.ts'
import { channelsInUse } from '../text-messages/settings.ts'
import { PrivacyTextNotFound } from './errors.ts'
import { findPreviousPrivacyText, findPrivacyText } from './privacy.repository.ts'

/** The current text for the public page, with placeholders for the data of the business. */
export async function shownPrivacyText(ctx: Context, available: readonly TextChannelName[]): Promise<ShownPrivacyText> {
  const ownText = await findPrivacyText(ctx)
  const facts = {
    keepsHealthData: await hasServiceWithNotes(ctx),
    textChannels: await channelsInUse(ctx, available),
  }
  if (!ownText) return { text: DEFAULT_PRIVACY_TEXT, version: DEFAULT_PRIVACY_VERSION, ...facts }
  const { text, version, created_at } = ownText
  return { text, version: String(version), ...facts, since: todayIn(ctx.tenant.time_zone, created_at) }
}

/** The text of a version that consents refer to. Throws 404. */
export async function readPreviousPrivacyText(ctx: Context, version: string) {
  const defaultText = Object.hasOwn(DEFAULT_PRIVACY_TEXTS, version) ? DEFAULT_PRIVACY_TEXTS[version] : undefined
  const previous = defaultText === undefined ? await findNumbered(ctx, version) : { text: defaultText, since: '' }
  if (!previous) throw new PrivacyTextNotFound()
  const facts = { configuration: await findConfiguration(ctx), keepsHealthData: await hasServiceWithNotes(ctx) }
  return { version, since: previous.since, text: fillPrivacyText(previous.text, facts) }
}

const findNumbered = async (ctx: Context, version: string) =>
  /^\d{1,9}$/.test(version) ? findPreviousPrivacyText(ctx, Number(version)) : undefined
