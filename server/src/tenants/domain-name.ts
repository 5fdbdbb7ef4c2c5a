import { domainToASCII, domainToUnicode } from 'node:url'

/** The longest name in DNS. */
export const MAX_HOST_NAME = 253

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const HOST_NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`)

/** Whether a lower-case name is a valid host name: letters, digits, hyphens, and dots between labels. */
export const isHostName = (name: string) => name.length <= MAX_HOST_NAME && HOST_NAME.test(name)

/** Characters of a URL that cannot be in a domain. */
const NOT_IN_DOMAIN = /[\s/\\:@?#%]/

/** 'Caffè.IT.' → 'xn--caff-8oa.it', as in requests; undefined for an invalid host name. */
export function asciiDomain(typed: string): string | undefined {
  const text = typed.trim()
  if (NOT_IN_DOMAIN.test(text)) return undefined
  // `domainToASCII` would turn '127.1' into an IP address.
  const ascii = /^[\u0021-\u007e]+$/.test(text) ? text.toLowerCase() : domainToASCII(text)
  const name = ascii.replace(/\.$/, '')
  return isHostName(name) ? name : undefined
}

/** 'https://www.Salone.it/' or 'salone.it:3000' → the domain in it; undefined if there is none. */
export const typedDomain = (typed: string) =>
  asciiDomain(
    typed
      .trim()
      .replace(/^https?:\/\//i, '')
      .replace(/\/$/, '')
      .replace(/:\d{1,5}$/, ''),
  )

/** 'caffè.it (xn--caff-8oa.it)': the readable and the stored form, if they differ. */
export function shownDomain(domain: string): string {
  const letters = domainToUnicode(domain)
  return letters && letters !== domain ? `${letters} (${domain})` : domain
}

/** Names of this computer, where no proxy is in front of the server. */
const isLocal = (domain: string) => domain === 'localhost' || domain.endsWith('.localhost')

/** 'salone.it' → 'https://salone.it'; local domains use HTTP and the server's port. */
export const toOrigin = (domain: string, port: number) =>
  isLocal(domain) ? `http://${domain}:${port}` : `https://${domain}`
