import type { PrivacyText } from '@prenoto/core/privacy/privacy.endpoints.ts'
import { FIRST_PRIVACY_TEXT } from '@prenoto/core/privacy/privacy-text.ts'
import { conflict } from '../../lib/errors.ts'
import { type Context, type StaffContext, transaction } from '../../tenants/context.ts'
import { findPrivacyText, insertPrivacyText } from './privacy.repository.ts'

const CHANGED = 'Il testo è stato cambiato da un’altra persona: rileggilo prima di salvare.'

/** The text in force, with its words for the data of the business. */
export async function privacyTextOf(ctx: Context): Promise<PrivacyText> {
  const { version = 0, text = FIRST_PRIVACY_TEXT } = (await findPrivacyText(ctx)) ?? {}
  return { version, text }
}

/** Puts a new text in the place of a version; previous ones are kept, since people have agreed to them. Throws 409 when it is not in force. */
export function changePrivacyText(ctx: StaffContext, { version, text }: PrivacyText) {
  return transaction(ctx, async (ctx) => {
    const present = await privacyTextOf(ctx)
    if (present.text === text) return present
    if (present.version !== version) throw conflict(CHANGED)
    const made = await insertPrivacyText(ctx, { version: version + 1, text })
    if (!made) throw conflict(CHANGED)
    return made
  })
}
