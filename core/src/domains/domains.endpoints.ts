import * as z from 'zod/mini'
import { endpoint } from '../contract/endpoint.ts'
import { requiredLine } from '../fields/text.ts'

/** Longer than any domain, for one that is pasted as an address. */
const MAX_TYPED = 300

export const newDomainSchema = z.object({ domain: requiredLine('Scrivi il dominio.', MAX_TYPED) })
export type NewDomain = z.infer<typeof newDomainSchema>

/** A record to write in the DNS. */
const dnsRecord = z.object({ type: z.enum(['A', 'AAAA', 'TXT']), name: z.string(), value: z.string() })
export type DnsRecord = z.infer<typeof dnsRecord>

const ownDomain = z.object({
  /** In ASCII, as in the DNS. */
  domain: z.string(),
  /** Readable, and in ASCII too if that differs. */
  shown: z.string(),
  is_canonical: z.boolean(),
  /** Whether the provider added it; the business cannot remove it. */
  is_provided: z.boolean(),
  /** False for a domain that the business has yet to prove. */
  is_served: z.boolean(),
  /** Of a domain that is not served yet. */
  records: z.array(dnsRecord),
})
export type OwnDomain = z.infer<typeof ownDomain>

const ownDomains = z.object({
  domains: z.array(ownDomain),
  /** Whether the provider lets businesses add domains. */
  can_add: z.boolean(),
  /** The provider's host name, for a CNAME record. */
  host: z.nullable(z.string()),
})
export type OwnDomains = z.infer<typeof ownDomains>

const domainParams = z.object({ domain: z.string().check(z.regex(/^[a-z0-9.-]{1,253}$/)) })

export const listDomains = endpoint({
  method: 'GET',
  path: '/domains',
  summary: 'Returns the domains of the business, the canonical one first, and what to write in the DNS',
  access: 'admin',
  right: 'configuration',
  status: 200,
  response: ownDomains,
})

export const addDomain = endpoint({
  method: 'POST',
  path: '/domains',
  summary: 'Adds a domain, which is served after its verification',
  access: 'admin',
  right: 'configuration',
  proof: true,
  status: 201,
  body: newDomainSchema,
  response: ownDomains,
})

export const verifyDomain = endpoint({
  method: 'POST',
  path: '/domains/:domain/verification',
  summary: 'Reads the DNS and serves the domain if it leads here and contains the proof',
  access: 'admin',
  right: 'configuration',
  proof: true,
  status: 200,
  params: domainParams,
  response: ownDomains,
})

export const chooseCanonicalDomain = endpoint({
  method: 'PUT',
  path: '/domains/:domain/canonical',
  summary: 'Makes a served domain the one of links in e-mails and of search engines',
  access: 'admin',
  right: 'configuration',
  proof: true,
  status: 200,
  params: domainParams,
  response: ownDomains,
})

export const removeDomain = endpoint({
  method: 'DELETE',
  path: '/domains/:domain',
  summary: 'Removes a domain that the business added, except the canonical one',
  access: 'admin',
  right: 'configuration',
  proof: true,
  status: 204,
  params: domainParams,
})
