import type { PrivacyText } from '@prenoto/core/privacy/privacy.endpoints.ts'
import { DEFAULT_PRIVACY_TEXT } from '@prenoto/core/privacy/privacy-text.ts'
import { VersionConflict } from '../../lib/errors.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { findPrivacyText, insertPrivacyText } from './privacy.repository.ts'

/** The current text, with placeholders for the data of the business. */
export async function currentPrivacyText(ctx: Context): Promise<PrivacyText> {
  const { version = 0, text = DEFAULT_PRIVACY_TEXT } = (await findPrivacyText(ctx)) ?? {}
  return { version, text }
}

/** Adds a version of the text; earlier ones stay, since consents refer to them. Throws 409 if `version` is not current. */
export function changePrivacyText(ctx: StaffContext, { version, text }: PrivacyText) {
  return transaction(ctx, async (ctx) => {
    const present = await currentPrivacyText(ctx)
    if (present.text === text) return present
    if (present.version !== version) throw new VersionConflict(present)
    const insertedText = await insertPrivacyText(ctx, { version: version + 1, text })
    if (!insertedText) throw new VersionConflict(await currentPrivacyText(ctx))
    await recordAudit(ctx, {
      action: 'privacy_text.updated',
      before: { version },
      after: { version: insertedText.version },
    })
    return insertedText
  })
}
