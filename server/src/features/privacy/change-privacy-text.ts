import type { PrivacyText } from '@prenoto/core/privacy/privacy.endpoints.ts'
import { DEFAULT_PRIVACY_TEXT } from '@prenoto/core/privacy/privacy-text.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { PrivacyTextChanged } from './errors.ts'
import { findPrivacyText, insertPrivacyText } from './privacy.repository.ts'

const _CHANGED = 'Il testo è stato cambiato da un’altra persona: rileggilo prima di salvare.'

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
    if (present.version !== version) throw new PrivacyTextChanged()
    const insertedText = await insertPrivacyText(ctx, { version: version + 1, text })
    if (!insertedText) throw new PrivacyTextChanged()
    await recordAudit(ctx, {
      action: 'privacy_text.updated',
      before: { version },
      after: { version: insertedText.version },
    })
    return insertedText
  })
}
