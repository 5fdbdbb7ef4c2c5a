import { StartupError } from '@prenoto/core/startup-error.ts'
import type { Pool } from '../../../database/connection.ts'
import { shownDomain } from '../../../tenants/domain-name.ts'
import { findUserByEmail, insertTenant } from './provider.repository.ts'

/** The time zone of a business, unless the provider names another one. */
export const TIME_ZONE = 'Europe/Rome'

export const isTimeZone = (name: string) => Intl.supportedValuesOf('timeZone').includes(name)

export type NewTenant = { name: string; domain: string; adminEmail: string; timeZone: string }

/** Creates a tenant with a domain and an admin without a password. Throws a StartupError. */
export async function createTenant(owner: Pool, { name, domain, adminEmail, timeZone }: NewTenant) {
  if (!isTimeZone(timeZone))
    throw new StartupError(`${timeZone} is not a time zone: use an IANA name such as Europe/Rome.`)
  const admin = toOwner({ name, email: adminEmail })
  const tenantId = await insertTenant(owner, { name, domain, timeZone, admin })
  if (tenantId === undefined) throw new StartupError(`The domain ${shownDomain(domain)} already belongs to a business.`)
  const user = await findUserByEmail(owner, tenantId, adminEmail)
  return { tenantId, adminId: user!.id }
}

/** The first administrator of a business, whose own name nobody has asked for. */
export const toOwner = ({ name, email }: { name: string; email: string }) => ({
  name: 'Titolare',
  surname: name,
  email,
})
