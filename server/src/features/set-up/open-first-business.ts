import type { SetUp } from '@prenoto/core/set-up/set-up-schema.ts'
import type { Pool } from '../../database/connection.ts'
import { tenantDatabase } from '../../database/tenant-database.ts'
import type { Clock } from '../../lib/clock.ts'
import { consume, type RateLimiter } from '../../plugins/limits/rate-limits.ts'
import { typedDomain } from '../../tenants/domain-name.ts'
import { findTenant } from '../../tenants/tenants.repository.ts'
import { refuseCommonPassword } from '../accounts/users/common-passwords.ts'
import { hashAtOnce } from '../accounts/users/passwords.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { InvalidDomain, ReservedDomain } from '../domains/errors.ts'
import { TIME_ZONE, toOwner } from '../operations/provider/create-tenant.ts'
import { WrongCode } from './errors.ts'
import { isCodeValid, openFirstTenant } from './set-up.repository.ts'
import { hashCode } from './set-up-code.ts'

export type SetUpParts = {
  pool: Pool
  /** Counts attempts by network address. */
  attempts: RateLimiter
  clock: Clock
  /** The domain of the sign-up page, which no business can have. */
  providerDomain?: string
  /** Called when the business was opened. */
  onOpened(tenantId: number): void
}

/** The transaction has no tenant until the business exists. */
const NO_TENANT = 0

/**
 * Opens the first business of the installation; of two concurrent requests one does. Looks at the code before anything else.
 * Throws 422 for a code, domain or password that cannot be used, 429 after too many attempts.
 */
export async function openFirstBusiness(
  { pool, attempts, clock, providerDomain, onOpened }: SetUpParts,
  { code, name, domain: typed, email, new_password }: SetUp,
  clientAddress: string,
) {
  await consume(attempts, clientAddress)
  const hash = hashCode(code)
  if (!(await isCodeValid(pool, hash))) throw new WrongCode('code')
  const domain = typedDomain(typed)
  if (!domain) throw new InvalidDomain('domain')
  if (domain === providerDomain) throw new ReservedDomain('domain')
  await refuseCommonPassword({ tenant: { domain } }, 'new_password', new_password)

  const admin = { ...toOwner({ name, email }), passwordHash: await hashAtOnce(new_password) }
  const tenantId = await tenantDatabase(pool, NO_TENANT).inTransaction(async (db) => {
    const opened = await openFirstTenant(db, hash, { name, domain, timeZone: TIME_ZONE, admin })
    if (opened === undefined) return undefined
    const ctx = { db, tenant: (await findTenant(db, opened))!, now: clock(), clientAddress }
    await recordAudit(ctx, { action: 'tenant.created', actor: 'Titolare', after: { name, domain } })
    return opened
  })
  if (tenantId === undefined) throw new WrongCode('code')
  onOpened(tenantId)
  return { tenantId, domain }
}
