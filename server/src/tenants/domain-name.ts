import { domainToASCII, domainToUnicode } from 'node:url'

/** As long as a name may be in DNS. */
export const MAX_HOST_NAME = 253

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const HOST_NAME = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`)

/** Whether a name in lower case can be somebody's domain: letters, digits, hyphens and dots between them. */
export const isHostName = (name: string) => name.length <= MAX_HOST_NAME && HOST_NAME.test(name)

/** What an address would have beside its domain, and what stands for another character in one. */
const BESIDE_A_DOMAIN = /[\s/\\:@?#%]/

/** 'Caffè.IT.' → 'xn--caff-8oa.it', as requests name it; undefined for what is no host name. */
export function asciiDomain(typed: string): string | undefined {
  const text = typed.trim()
  if (BESIDE_A_DOMAIN.test(text)) return undefined
  // Letters that are ASCII already are not made into anything else: '127.1' is no address here.
  const ascii = /^[\u0021-\u007e]+$/.test(text) ? text.toLowerCase() : domainToASCII(text)
  const name = ascii.replace(/\.$/, '')
  return isHostName(name) ? name : undefined
}

/** 'caffè.it (xn--caff-8oa.it)', both as people write it and as it is kept, where these differ. */
export function shownDomain(domain: string): string {
  const letters = domainToUnicode(domain)
  return letters && letters !== domain ? `${letters} (${domain})` : domain
}

/** Names that lead to this very computer, where nothing stands in front of the server. */
const isLocal = (domain: string) => domain === 'localhost' || domain.endsWith('.localhost')

/** The address of a site by its domain: 'salone.it' → 'https://salone.it'; a local one is on the server's own port. */
export const originOf = (domain: string, port: number) =>
  isLocal(domain) ? `http://${domain}:${port}` : `https://${domain}`
