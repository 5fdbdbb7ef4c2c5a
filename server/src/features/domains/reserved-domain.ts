/** Top-level domains without public names (RFC 6761, RFC 6762, RFC 7686, RFC 9476, ICANN). */
const SPECIAL = new Set(['alt', 'arpa', 'example', 'internal', 'invalid', 'local', 'localhost', 'onion', 'test'])

/** Whether no business can own the name: a single label, a special-use domain, an IP address, or one of the provider. */
export function isReserved(domain: string, ...providerNames: (string | undefined)[]): boolean {
  const labels = domain.split('.')
  const top = labels.at(-1)!
  const isProviders = providerNames.some((name) => name !== undefined && `.${domain}`.endsWith(`.${name}`))
  return labels.length === 1 || SPECIAL.has(top) || /^\d+$/.test(top) || isProviders
}
