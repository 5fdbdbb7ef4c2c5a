import { StartupError } from '@prenoto/core/startup-error.ts'
import { listDomains } from '../features/operations/provider/tenant-reports.repository.ts'
import { shownDomain } from '../tenants/domain-name.ts'
import type { Business } from './with-tenant.ts'

/**
 * The domain that becomes canonical when `removed` goes: the chosen one, or the only other one. Undefined if `removed` is
 * not canonical or the last. Throws a StartupError where the provider has to choose.
 */
export async function chooseSuccessor({ owner, tenant }: Business, removed: string, chosen: string | undefined) {
  const domains = await listDomains(owner, tenant.id)
  const others = domains.map(({ domain }) => domain).filter((domain) => domain !== removed)
  const isCanonical = domains.some(({ domain, is_canonical }) => domain === removed && is_canonical)
  if (chosen && !isCanonical)
    throw new StartupError(`${shownDomain(removed)} is not the canonical domain: remove it without --canonical.`)
  if (!isCanonical || others.length === 0) return undefined
  if (chosen && !others.includes(chosen))
    throw new StartupError(`${shownDomain(chosen)} is not another domain of ${tenant.name}.`)
  if (chosen || others.length === 1) return chosen ?? others[0]
  throw new StartupError(
    `${shownDomain(removed)} is the canonical domain. Choose the one that follows with --canonical: ${others.map(shownDomain).join(', ')}.`,
  )
}
