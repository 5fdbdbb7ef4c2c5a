import { Resolver } from 'node:dns/promises'

/** Longest duration of one question with its retries, milliseconds. */
const TIMEOUT_MS = 5_000

export type DnsQuestion = { name: string; type: 'A' | 'AAAA' | 'TXT' }

/** The values of a name's records, after following CNAMEs. Empty if there are none. */
export type DnsLookup = (question: DnsQuestion) => Promise<string[]>

/** `unreachable`: the name server of this process does not answer; `broken`: the domain's own ones do not. */
export class DnsFailure extends Error {
  readonly kind: 'timeout' | 'unreachable' | 'broken'

  constructor(kind: DnsFailure['kind'], cause: unknown) {
    super(`DNS: ${kind}`, { cause })
    this.kind = kind
  }
}

const MISSING = new Set(['ENOTFOUND', 'ENODATA'])
const KINDS: Record<string, DnsFailure['kind']> = {
  ETIMEOUT: 'timeout',
  ECANCELLED: 'timeout',
  ECONNREFUSED: 'unreachable',
  EREFUSED: 'unreachable',
}

/** Asks these name servers, by default those of the operating system. Rejects with a DnsFailure. */
export function dnsLookup(servers: string[], timeoutMs = TIMEOUT_MS): DnsLookup {
  return async ({ name, type }) => {
    // A new one for each question, since cancelling ends all questions of a resolver.
    const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 3), tries: 2 })
    if (servers.length > 0) resolver.setServers(servers)
    const timer = setTimeout(() => resolver.cancel(), timeoutMs)
    try {
      if (type === 'TXT') return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
      return await (type === 'A' ? resolver.resolve4(name) : resolver.resolve6(name))
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (MISSING.has(code)) return []
      throw new DnsFailure(KINDS[code] ?? 'broken', error)
    } finally {
      clearTimeout(timer)
    }
  }
}
