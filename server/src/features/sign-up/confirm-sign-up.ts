import type { SignUpLink } from '@prenoto/core/pages/page-data.ts'
import { tenantDatabase } from '../../database/tenant-database.ts'
import type { Context } from '../../tenants/context.ts'
import { findTenant, findTenantsByDomain } from '../../tenants/tenants.repository.ts'
import { makePasswordLink } from '../accounts/session/passwords/make-password-link.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { TIME_ZONE, toOwner } from '../operations/provider/create-tenant.ts'
import { AddressTaken } from './errors.ts'
import { domainAt, requireFreeAddress, type SignUpParts } from './request-sign-up.ts'
import { findOpened, findOwner, openTenant, undefinedWhenTaken } from './sign-up.repository.ts'
import { isExpired, openRequest, type Requested } from './sign-up-token.ts'

/** The state of a link, which opening its page does not change. */
export const readLink = (parts: SignUpParts, token: string): Promise<SignUpLink> =>
  findState(parts, openRequest(parts.encryption, token))

async function findState(parts: SignUpParts, request: Requested | undefined): Promise<SignUpLink> {
  const { pool, clock } = parts
  if (!request) return { state: 'unknown' }
  const openedId = await findOpened(pool, request.id)
  if (openedId !== undefined) return usedLink(parts, openedId, request)
  if (isExpired(request, clock())) return { state: 'expired' }
  const { name, email, address } = request
  return { state: 'open', name, email, address }
}

async function usedLink({ pool }: SignUpParts, tenantId: number, { email }: Requested): Promise<SignUpLink> {
  const db = tenantDatabase(pool, tenantId)
  const tenant = await findTenant(db, tenantId)
  const [active] = tenant ? await findTenantsByDomain(pool, [tenant.domain]) : []
  if (!tenant || !active) return { state: 'used', hasPassword: true }
  const owner = await findOwner({ db, tenant }, email)
  return { state: 'used', site: tenant.domain, hasPassword: owner?.has_password ?? true }
}

/** The opened business; `path`: of the link with which its owner chooses a password, or of the log-in. */
export type Opened = { tenantId: number; isNew: boolean; domain: string; path: string }

/** `address`: another one than the link names. */
type Confirmation = { address?: string; clientAddress: string }

/**
 * Opens the business of a link. A repeated confirmation opens nothing and returns the same business, with another link for the
 * password until there is one. Returns the state of a link that opens nothing.
 * Throws 422 for an address that was taken meanwhile, and 429 after too many openings in this hour.
 */
export async function confirmSignUp(
  parts: SignUpParts,
  token: string,
  { address, clientAddress }: Confirmation,
): Promise<Opened | SignUpLink> {
  const { encryption, pool, clock, limits, domain } = parts
  const now = clock()
  const request = openRequest(encryption, token)
  let link = await findState(parts, request)
  if (!request || link.state === 'unknown' || link.state === 'expired') return link
  const wanted = address ?? request.address
  if (link.state === 'open') {
    try {
      await requireFreeAddress(parts, wanted)
    } catch (error) {
      // Another confirmation of this link may have taken the address since.
      link = await findState(parts, request)
      if (link.state !== 'used') throw error
    }
  }
  const isRepeated = link.state === 'used'
  if (link.state === 'used' && !link.site) return link

  const place = isRepeated ? undefined : await limits.reserveOpening()
  let opened: Opened | undefined
  try {
    opened = await undefinedWhenTaken(
      tenantDatabase(pool, NO_TENANT).inTransaction((db) =>
        open({ db, now, clientAddress }, { ...request, domain: domainAt(wanted, { domain }) }),
      ),
    )
  } finally {
    if (!opened?.isNew) await place?.release()
  }
  if (!opened) throw new AddressTaken('address')
  if (opened.isNew) parts.onOpened(opened.tenantId)
  return opened
}

/** The transaction has no tenant until the business exists. */
const NO_TENANT = 0

const LOG_IN = '/login'

type Opening = Pick<Context, 'db' | 'now' | 'clientAddress'>

/** Undefined if the domain is taken. */
async function open(
  { db, now, clientAddress }: Opening,
  { id, name, email, terms, domain }: Requested & { domain: string },
): Promise<Opened | undefined> {
  const business = { signUpId: id, name, domain, timeZone: TIME_ZONE, admin: toOwner({ name, email }) }
  const opened = await openTenant(db, business, now)
  if (!opened) return undefined
  const tenant = (await findTenant(db, opened.tenant_id))!
  const ctx = { db, tenant, now, clientAddress }
  const owner = await findOwner(ctx, email)
  const link = owner && !owner.has_password && (await makePasswordLink(ctx, owner.id, { isMailed: false }))
  if (opened.is_new)
    await recordAudit(ctx, { action: 'tenant.signed_up', actor: 'Titolare', after: { name, domain, terms } })
  return { tenantId: tenant.id, isNew: opened.is_new, domain: tenant.domain, path: link || LOG_IN }
}
