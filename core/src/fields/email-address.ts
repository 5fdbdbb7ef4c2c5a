import { cleanLine } from './pasted-text.ts'

/** Globals that browsers and Node share; the package has no types of either. */
declare const URL: new (address: string) => { readonly hostname: string }

/** 'caffè.it' → 'xn--caff-8oa.it', as mail servers know it. */
function toAscii(domain: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all characters of ASCII
  if (/^[\u0000-\u007f]*$/.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/** The address in a pasted text: 'Mario Rossi <mario@caffè.it>' → 'mario@xn--caff-8oa.it'. A text without @ stays as it looks. */
export function normalizeEmail(typed: string): string {
  const text = cleanLine(typed)
  if (!/[@＠]/.test(text)) return text
  const [address = text] = /(?<=<)[^<>]+(?=>)/.exec(text) ?? []
  const plain = address
    .normalize('NFKC')
    .replace(/^\s*mailto:/i, '')
    .replace(/\s*@\s*/, '@')
    .replace(/^[\s"'<(]+|[\s"'>),.;:]+$/g, '')
  const at = plain.lastIndexOf('@') + 1
  return plain.slice(0, at) + toAscii(plain.slice(at))
}

/** As the schema library's own, with top-level domains in punycode. */
export const EMAIL_PATTERN =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+([A-Za-z]{2,}|xn--[a-z0-9-]+)$/i
