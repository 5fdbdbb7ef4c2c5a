/** Names that lead to this very computer, where nothing stands in front of the server. */
const isLocal = (domain: string) => domain === 'localhost' || domain.endsWith('.localhost')

/** The address of a site by its domain: 'salone.it' → 'https://salone.it'; a local one is on the server's own port. */
export const originOf = (domain: string, port: number) =>
  isLocal(domain) ? `http://${domain}:${port}` : `https://${domain}`
