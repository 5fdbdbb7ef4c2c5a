import { createHash, createPublicKey, verify } from 'node:crypto'

/** Verifies the DKIM signature (RFC 6376, relaxed/relaxed, rsa-sha256) with the key in `dns`. Throws what is wrong. */
export function verifyDkim(raw: string, dns: Record<string, string>) {
  const end = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, end).split(/\r\n(?![ \t])/)
  const signature = headers.find((header) => /^dkim-signature:/i.test(header))
  if (!signature) throw new Error('not signed')
  const tags = parseTags(signature.slice(signature.indexOf(':') + 1))
  if (tags.a !== 'rsa-sha256' || tags.c !== 'relaxed/relaxed') throw new Error(`signed with ${tags.a}, ${tags.c}`)

  const bodyHash = createHash('sha256')
    .update(relaxedBody(raw.slice(end + 4)), 'latin1')
    .digest('base64')
  if (bodyHash !== tags.bh) throw new Error('the body was changed')

  // Repeated headers are signed from the last to the first.
  const remaining = [...headers].reverse()
  const signed = tags.h!.split(':').flatMap((name) => {
    const at = remaining.findIndex((header) => header.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    return at < 0 ? [] : remaining.splice(at, 1)
  })
  const unsigned = signature.replace(/(;\s*b=)[\s\S]*$/, '$1')
  const data = [...signed.map(relaxedHeader), relaxedHeader(unsigned)].join('\r\n')
  const record = parseTags(dns[`${tags.s}._domainkey.${tags.d}`] ?? '')
  if (!record.p) throw new Error(`no key for ${tags.s} of ${tags.d}`)
  const key = createPublicKey({ key: Buffer.from(record.p, 'base64'), type: 'spki', format: 'der' })
  if (!verify('sha256', Buffer.from(data, 'latin1'), key, Buffer.from(tags.b!, 'base64')))
    throw new Error('the headers were changed')
  return { domain: tags.d, headers: tags.h!.split(':') }
}

const parseTags = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(';').map((tag) => {
      const [name = '', ...value] = tag.split('=')
      return [name.trim(), value.join('=').replaceAll(/\s/g, '')]
    }),
  )

function relaxedHeader(header: string) {
  const colon = header.indexOf(':')
  const value = header
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim()
  return `${header.slice(0, colon).trim().toLowerCase()}:${value}`
}

const relaxedBody = (body: string) =>
  body
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ \r\n/g, '\r\n')
    .replace(/(\r\n)*$/, '\r\n')
    .replace(/^\r\n$/, '')
