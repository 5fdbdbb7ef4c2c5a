import type { StoredContactRequest } from '@prenoto/core/contact/stored-request-schema.ts'

/** Longer addresses are cut by some mail programs. */
const MAX_QUOTE = 1_000

/** A mailto address that answers a contact request and quotes its message. */
export function replyAddress({ name, email, message }: StoredContactRequest, siteName: string) {
  const quote = message
    .slice(0, MAX_QUOTE)
    .split('\n')
    .map((line) => `> ${line}`)
  const body = [`Buongiorno ${name},`, '', '', ...(message ? ['', ...quote] : [])].join('\r\n')
  const fields = { subject: `La tua richiesta a ${siteName}`, body }
  const query = Object.entries(fields).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}?${query.join('&')}`
}
