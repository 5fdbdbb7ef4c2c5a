import { DnsFailure, type DnsLookup, type DnsQuestion } from '../../lib/dns-lookup.ts'
import { isPrivateAddress } from '../../lib/private-networks.ts'
import { plainAddress } from '../../settings/addresses.ts'

export type DomainProblem =
  | { kind: DnsFailure['kind'] | 'no-address' }
  | { kind: 'wrong-address' | 'other-addresses'; found: string[] }
  | { kind: 'no-token' | 'wrong-token'; name: string }

type Expected = {
  /** The addresses of the provider. */
  addresses: string[]
  token: string
}

/** The name of the TXT record that proves who owns a domain. A label of its own, since a CNAME allows no other record. */
export const proofName = (domain: string) => `_prenoto.${domain}`

/** Compares the DNS of a domain with what it has to contain. Returns nothing if it is right. */
export async function checkDomain(
  domain: string,
  { addresses, token }: Expected,
  lookUp: DnsLookup,
): Promise<DomainProblem[]> {
  const name = proofName(domain)
  const questions: DnsQuestion[] = [
    { name: domain, type: 'A' },
    { name: domain, type: 'AAAA' },
    { name, type: 'TXT' },
  ]
  try {
    const [ipv4, ipv6, texts] = await Promise.all(questions.map(lookUp))
    const problems = [addressProblem([...ipv4!, ...ipv6!], addresses), tokenProblem(texts!, { name, token })]
    return problems.filter((problem) => problem !== undefined)
  } catch (error) {
    if (error instanceof DnsFailure) return [{ kind: error.kind }]
    throw error
  }
}

/**
 * A visitor or a certificate authority may use any of the addresses, so all of them must lead here. Private ones are not
 * told, since the names may be those of the network that this process is in.
 */
function addressProblem(addresses: string[], expected: string[]): DomainProblem | undefined {
  const others = addresses.filter((address) => !expected.includes(plainAddress(address)))
  const leadsHere = others.length < addresses.length
  if (leadsHere && others.length === 0) return undefined
  const publicAddresses = others.filter((address) => !isPrivateAddress(address))
  if (leadsHere) return { kind: 'other-addresses', found: publicAddresses }
  return publicAddresses.length === 0 ? { kind: 'no-address' } : { kind: 'wrong-address', found: publicAddresses }
}

function tokenProblem(texts: string[], { name, token }: { name: string; token: string }): DomainProblem | undefined {
  if (texts.some((text) => text.trim() === token)) return undefined
  return { kind: texts.length === 0 ? 'no-token' : 'wrong-token', name }
}
