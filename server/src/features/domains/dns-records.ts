import { isIP } from 'node:net'
import type { DnsRecord } from '@prenoto/core/domains/domains.endpoints.ts'
import { proofName } from './check-domain.ts'

/** The DNS records that verify a domain and point it to this server. */
export const requiredRecords = (claim: { domain: string; token: string }, addresses: string[]): DnsRecord[] => [
  ...addresses.map((value) => ({
    type: isIP(value) === 6 ? ('AAAA' as const) : ('A' as const),
    name: claim.domain,
    value,
  })),
  { type: 'TXT', name: proofName(claim.domain), value: claim.token },
]
