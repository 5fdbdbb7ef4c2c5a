import { StartupError } from '@prenoto/core/startup-error.ts'
import { type TenantDatabase, tenantDatabase } from '../database/tenant-database.ts'
import { makePasswordLink } from '../features/accounts/session/passwords/make-password-link.ts'
import { findTenantId } from '../features/operations/provider/provider.repository.ts'
import { systemClock } from '../lib/clock.ts'
import type { Tenant } from '../tenants/context.ts'
import { shownDomain, toOrigin } from '../tenants/domain-name.ts'
import { findTenant } from '../tenants/tenants.repository.ts'
import { type Installation, withDatabase } from './with-database.ts'

export type Business = Installation & { tenant: Tenant; db: TenantDatabase }

/** Runs a command with the tenant of a domain. Throws a StartupError. */
export const withTenant = (domain: string, command: (business: Business) => Promise<unknown>) =>
  withDatabase(async (installation) => {
    const tenantId = await findTenantId(installation.owner, domain)
    if (tenantId === undefined) throw new StartupError(`No business has the domain ${shownDomain(domain)}.`)
    await command(await openBusiness(installation, tenantId))
  })

export async function openBusiness(installation: Installation, tenantId: number): Promise<Business> {
  const db = tenantDatabase(installation.owner, tenantId, { evenPaused: true })
  return { ...installation, db, tenant: (await findTenant(db, tenantId))! }
}

/** The full one-time link to set a password. Undefined for a user who cannot log in. */
export async function passwordLink({ db, tenant, settings }: Business, userId: number) {
  const path = await makePasswordLink({ db, tenant, now: systemClock() }, userId, { isMailed: false })
  return path && toOrigin(tenant.domain, settings.port) + path
}
