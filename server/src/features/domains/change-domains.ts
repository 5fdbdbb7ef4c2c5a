import { randomBytes } from 'node:crypto'
import type { OwnDomains } from '@prenoto/core/domains/domains.endpoints.ts'
import type { DnsLookup } from '../../lib/dns-lookup.ts'
import type { OwnDomainSettings } from '../../settings/settings.ts'
import { type StaffContext, transaction } from '../../tenants/context.ts'
import { asciiDomain, isHostName, shownDomain } from '../../tenants/domain-name.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { checkDomain, proofName } from './check-domain.ts'
import { requiredRecords } from './dns-records.ts'
import {
  attachClaimed,
  deleteClaim,
  detach,
  findAttached,
  findClaim,
  insertClaim,
  isAttachedAnywhere,
  listAttached,
  listClaims,
  lockDomains,
  setCanonical,
} from './domains.repository.ts'
import {
  CanonicalDomain,
  DomainAlreadyAdded,
  DomainLimitReached,
  DomainNotFound,
  DomainNotVerified,
  DomainTaken,
  InvalidDomain,
  OwnDomainsOff,
  ProvidedDomain,
  ReservedDomain,
} from './errors.ts'
import { isReserved } from './reserved-domain.ts'

/** Each domain may need a certificate, of which an authority issues a limited number. */
const MAX_DOMAINS = 10

/** The domains of the business. Without `settings` it cannot add any. */
export async function readDomains(ctx: StaffContext, settings: OwnDomainSettings | undefined): Promise<OwnDomains> {
  const [attached, claims] = [await listAttached(ctx), await listClaims(ctx)]
  const served = attached.map(({ domain, is_canonical, verified_at }) => ({
    domain,
    shown: shownDomain(domain),
    is_canonical,
    is_provided: verified_at === null,
    is_served: true,
    records: [],
  }))
  // A restored business may have a claim from before the verification.
  const unattached = claims.filter(({ domain }) => !attached.some((one) => one.domain === domain))
  const waiting = unattached.map(({ domain, token }) => ({
    domain,
    shown: shownDomain(domain),
    is_canonical: false,
    is_provided: false,
    is_served: false,
    records: settings ? requiredRecords({ domain, token }, settings.addresses) : [],
  }))
  return { domains: [...served, ...waiting], can_add: settings !== undefined, host: settings?.host ?? null }
}

/** Adds a domain that is not served yet. Throws 422 for an invalid, reserved or taken one. */
export async function addDomain(ctx: StaffContext, typed: string, settings: OwnDomainSettings | undefined) {
  if (!settings) throw new OwnDomainsOff()
  const domain = domainIn(typed)
  if (!domain) throw new InvalidDomain('domain')
  if (isReserved(domain, settings.host, settings.providerDomain)) throw new ReservedDomain('domain')

  await transaction(ctx, async (ctx) => {
    await lockDomains(ctx)
    const [attached, claims] = [await listAttached(ctx), await listClaims(ctx)]
    if ([...attached, ...claims].some((existingDomain) => existingDomain.domain === domain))
      throw new DomainAlreadyAdded('domain')
    if (attached.length + claims.length >= MAX_DOMAINS) throw new DomainLimitReached()
    if (await isAttachedAnywhere(ctx, domain)) throw new DomainTaken('domain')
    await insertClaim(ctx, { domain, token: `prenoto-${randomBytes(16).toString('hex')}` })
    await recordAudit(ctx, { action: 'tenant.domain_claimed', after: { domain } })
  })
}

/** 'https://www.Salone.it/' → 'www.salone.it'. Undefined for an invalid domain, or one without room for its proof. */
function domainIn(typed: string) {
  const domain = asciiDomain(typed.replace(/^https?:\/\//i, '').replace(/\/$/, ''))
  return domain && isHostName(domain) && proofName(domain).length <= 253 ? domain : undefined
}

type Check = { settings: OwnDomainSettings | undefined; lookUp: DnsLookup }

/** Serves a claimed domain whose DNS points here and contains the token. Throws 409 with everything that is missing. */
export async function verifyDomain(ctx: StaffContext, domain: string, { settings, lookUp }: Check) {
  const claim = await findClaim(ctx, domain)
  if (!claim) {
    // A repeated request.
    if (await findAttached(ctx, domain)) return
    throw new DomainNotFound()
  }
  if (!settings) throw new OwnDomainsOff()
  const problems = await checkDomain(domain, { addresses: settings.addresses, token: claim.token }, lookUp)
  if (problems.length > 0) throw new DomainNotVerified({ domain, problems })

  await transaction(ctx, async (ctx) => {
    await lockDomains(ctx)
    if (await attachClaimed(ctx, domain)) {
      await recordAudit(ctx, { action: 'tenant.domain_added', after: { domain, canonical: false } })
      return
    }
    // Another tab of this business, or another business, was faster.
    if (!(await findAttached(ctx, domain))) throw new DomainTaken('domain')
  })
}

/** Throws 404 for a domain that is not served. */
export const chooseCanonicalDomain = (ctx: StaffContext, domain: string) =>
  transaction(ctx, async (ctx) => {
    await lockDomains(ctx)
    const [canonical] = (await listAttached(ctx)).filter(({ is_canonical }) => is_canonical)
    if (canonical?.domain === domain) return
    if (!(await setCanonical(ctx, domain))) throw new DomainNotFound()
    await recordAudit(ctx, {
      action: 'tenant.domain_chosen',
      before: { canonical: canonical?.domain ?? null },
      after: { canonical: domain },
    })
  })

/** Removes a claim or a domain. Throws 409 for the canonical domain and those of the provider. */
export const removeDomain = (ctx: StaffContext, domain: string) =>
  transaction(ctx, async (ctx) => {
    await lockDomains(ctx)
    const attached = await findAttached(ctx, domain)
    if (!attached && !(await deleteClaim(ctx, domain))) throw new DomainNotFound()
    if (attached && !attached.verified_at) throw new ProvidedDomain()
    if (attached && (attached.is_canonical || !(await detach(ctx, domain)))) throw new CanonicalDomain()
    await recordAudit(ctx, { action: 'tenant.domain_removed', before: { domain } })
  })
